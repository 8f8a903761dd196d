"""What a record holds of a match without turns: the log of orders, how to replay it, and what
shows that it was fair (sections 9 and 10 of the AChess rules)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games.achess import Order
from arena_games.achess.tables import PLAYERS


@dataclass(frozen=True, slots=True)
class SeatFairness:
    """How a seat's orders came in; the fields of `arena.v1.AchessSeatReport`."""

    orders: int  # that got a stamp
    rejected: int  # of them, by the rules
    over_rate: int  # that got none
    round_trip_us: int  # the median in the end; -1: it was not measured
    held_max_ms: int  # the longest that an order waited, to make delays equal
    away_ms: int  # without a connection, or without an answer in lock-step
    thinking_ms: int  # added to stamps in lock-step


@dataclass(frozen=True, slots=True)
class RealTime:
    """What replays the orders of a match, and what it came to."""

    lot_seed: str  # as a decimal number, beyond what JSON's numbers hold everywhere
    salt: str  # hex
    commitment: str  # what the agents were told of both before the match
    time_ms: int  # of the end
    state: str  # then, as a text of the rules
    hash: str  # of `state`
    seats: tuple[SeatFairness, ...]
    held_ms: tuple[int, ...] = ()  # for how long each order waited; empty: none did
    # How much later than due what happened was sent.
    late_p50_us: int = 0
    late_p99_us: int = 0
    late_max_us: int = 0

    def to_dict(self) -> dict[str, Any]:
        """As JSON's types; `from_dict` reads it back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "RealTime":
        """Of a `to_dict`. Raises TypeError, KeyError."""
        seats = tuple(SeatFairness(**seat) for seat in data["seats"])
        return cls(**{**data, "seats": seats, "held_ms": tuple(data["held_ms"])})


def merged_log(journal: Iterable[arbiter_pb2.JournalEntry]) -> arbiter_pb2.AchessLog:
    """The pieces of a journal as one log, which goes as far as the last one."""
    log = arbiter_pb2.AchessLog()
    for piece in (entry.achess_log for entry in journal):
        log.orders.extend(piece.orders)
        log.attempt, log.time_ms, log.hash = piece.attempt, piece.time_ms, piece.hash
    return log


def order_texts(log: arbiter_pb2.AchessLog) -> tuple[str, ...]:
    """The orders of a log as a record's moves: "120 w 12 e4"."""
    return tuple(str(order_of(each.stamp_ms, each.seat, each.order)) for each in log.orders)


def order_of(stamp_ms: int, seat: int, order: agent_pb2.Order) -> Order:
    """An order as the rules take it, with its stamp."""
    if order.resign:
        return Order(stamp_ms, PLAYERS[seat], resign=True)
    return Order(stamp_ms, PLAYERS[seat], order.piece, order.to, order.promotion or "Q")


def real_time_of(
    log: arbiter_pb2.AchessLog, finished: arbiter_pb2.Finished, promised: str
) -> RealTime | None:
    """The real-time part of a record; None of a match that never began. `promised` is the
    commitment that was to be published."""
    if not finished.HasField("achess"):
        return None
    told = finished.achess
    return RealTime(
        lot_seed=str(told.lot_seed),
        salt=told.salt,
        commitment=promised,
        time_ms=told.time_ms,
        state=told.state,
        hash=told.hash,
        seats=tuple(_fairness(seat) for seat in told.seats),
        held_ms=_held(log.orders),
        late_p50_us=told.late_p50_us,
        late_p99_us=told.late_p99_us,
        late_max_us=told.late_max_us,
    )


def _held(orders: Sequence[arbiter_pb2.StampedOrder]) -> tuple[int, ...]:
    held = tuple(each.held_ms for each in orders)
    return held if any(held) else ()


def _fairness(told: arbiter_pb2.AchessSeatReport) -> SeatFairness:
    return SeatFairness(*(getattr(told, field.name) for field in fields(SeatFairness)))
