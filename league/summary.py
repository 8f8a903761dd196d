"""A match in short, as `arena play --json` and `arena replay --json` print it."""

from typing import Any

from league.record import MatchRecord, SeatRecord


def summary(record: MatchRecord) -> dict[str, Any]:
    """What is told of a match.

    `moves` and `plies` count from the start position, so they include the opening (its
    length is `opening`); a seat's `plies` are the moves it made itself. In real time they
    are its orders.
    """
    told = {
        "match": record.match,
        "game": record.game,
        "options": dict(record.options),
        "seed": record.seed,
        "position": record.position,
        "seats": [_seat_summary(record, seat) for seat in record.seats],
        "termination": record.termination,
        "opening": len(record.opening),
        "plies": len(record.opening) + len(record.moves),
        "moves": [*record.opening, *record.moves],
        "wall_s": record.wall_s,
    }
    if record.real_time is not None:
        part = record.real_time
        shown = ("lot_seed", "salt", "commitment", "time_ms", "hash")
        told |= {"time": record.time, **{name: getattr(part, name) for name in shown}}
    return told


def _seat_summary(record: MatchRecord, seat: SeatRecord) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "agent": seat.name,
        "score": seat.score,
        "clock_left_ms": seat.clock_left_ms,
        "plies": _own_plies(record, seat.seat),
    }


def _own_plies(record: MatchRecord, seat: int) -> int:
    if record.real_time is not None:
        return record.real_time.seats[seat].orders
    return sum(charge.seat == seat for charge in record.ledger)
