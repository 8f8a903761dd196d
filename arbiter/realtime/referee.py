"""The referee of AChess: the pure part. It reads no time and does no I/O.

Orders go in with stamps, time goes forward, and what each seat is to be told comes out, in
numbered streams without gaps. What was stamped, with the lot seed, replays the match.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arbiter.realtime.bucket import TokenBucket
from arena_games.achess import Event, Order, Reject, Simulation, Start
from arena_games.achess.gateway import REVEAL_ENTRIES, GatewayConfig
from arena_games.achess.tables import KING, PLAYERS

_OVER_RATE = "rate"
_NO_STAMP = -1


class Stamped(NamedTuple):
    """An order as it counts. `counter` numbers all orders of a match; `number` is the
    sender's own; `held` is for how long it waited to make delays equal, ms."""

    counter: int
    order: Order
    number: int
    held: int

    @property
    def seat(self) -> int:
        return PLAYERS.index(self.order.player)


class Reply(NamedTuple):
    """What became of an order. `why` is empty if its piece set out; `sequence` is that of
    the event that tells the same, in the stream of the seat; 0 if there is none."""

    seat: int
    number: int
    why: str
    stamp: int
    sequence: int


class Told(NamedTuple):
    """What one seat is told of one instant: events numbered from `sequence`, and replies."""

    time: int
    sequence: int
    events: tuple[Event, ...]
    replies: tuple[Reply, ...]


@dataclass(slots=True)
class Seat:
    """What the referee keeps of a seat. `sequence` is the number of its last event."""

    bucket: TokenBucket
    sequence: int = 0
    orders: int = 0
    rejected: int = 0
    over_rate: int = 0


@dataclass(slots=True)
class Referee:
    """One match under way.

    `log` is all that was stamped, `happened` all events by instant, for who watches.
    """

    simulation: Simulation
    gateway: GatewayConfig
    log: list[Stamped] = field(default_factory=list)
    happened: list[tuple[int, tuple[Event, ...]]] = field(default_factory=list)
    seats: list[Seat] = field(init=False)
    _waiting: deque[Stamped] = field(default_factory=deque)

    def __post_init__(self) -> None:
        gateway = self.gateway
        self.seats = [Seat(TokenBucket(gateway.burst, gateway.rate)) for _ in PLAYERS]

    @property
    def time(self) -> int:
        """How far the match has been decided."""
        return self.simulation.time

    def resume(self, log: Sequence[Stamped], to_ms: int) -> None:
        """Takes up a match that was decided up to `to_ms`, orders of `log` included."""
        for stamped in log:
            seat = self.seats[stamped.seat]
            seat.bucket.take(stamped.order.t)
            self._submit(stamped)
        self.advance(to_ms)

    def order(self, order: Order, number: int = 0, held: int = 0) -> Reply | None:
        """Takes an order in. A reply comes at once only if it was one too many.

        Stamps must not decrease, and must lie after `time`.
        """
        seat = PLAYERS.index(order.player)
        state = self.seats[seat]
        if not order.resign and not state.bucket.take(order.t):
            state.over_rate += 1
            return Reply(seat, number, _OVER_RATE, _NO_STAMP, 0)
        self._submit(Stamped(len(self.log) + 1, order, number, held))
        return None

    def _submit(self, stamped: Stamped) -> None:
        self.simulation.submit(stamped.order)
        self.log.append(stamped)
        self._waiting.append(stamped)
        self.seats[stamped.seat].orders += 1

    def advance(self, to_ms: int) -> list[tuple[Told, Told]]:
        """Decides everything up to and including `to_ms`: what each seat is told, an instant
        at a time."""
        told: list[tuple[Told, Told]] = []
        events = self.simulation.advance(to_ms)
        first = 0
        for last in range(1, len(events) + 1):
            if last == len(events) or events[last].t != events[first].t:
                told.append(self._tell(events[first].t, tuple(events[first:last])))
                first = last
        return told

    def _tell(self, time: int, events: tuple[Event, ...]) -> tuple[Told, Told]:
        self.happened.append((time, events))
        verdicts = self._verdicts(time, events)
        return self._tell_seat(0, time, events, verdicts), self._tell_seat(
            1, time, events, verdicts
        )

    def _tell_seat(
        self, seat: int, time: int, events: tuple[Event, ...], verdicts: dict[int, Stamped]
    ) -> Told:
        """`verdicts` has the order that each event answers, by the event's place."""
        state = self.seats[seat]
        before = state.sequence
        shown, replies = [], []
        for place, event in enumerate(events):
            stamped = verdicts.get(place)
            if self._hides(seat, event, stamped):
                continue
            state.sequence += 1
            shown.append(event)
            if stamped is not None and stamped.seat == seat:
                why = event.why if isinstance(event, Reject) else ""
                state.rejected += bool(why)
                replies.append(Reply(seat, stamped.number, why, stamped.order.t, state.sequence))
        return Told(time, before + 1, tuple(shown), tuple(replies))

    def _hides(self, seat: int, event: Event, stamped: Stamped | None) -> bool:
        """Whether a seat is not shown an event: what a rival orders, if only entries are."""
        if self.gateway.reveal != REVEAL_ENTRIES or not isinstance(event, Start | Reject):
            return False
        if isinstance(event, Reject):
            return event.player != PLAYERS[seat]
        return bool(self.simulation.owner(event.piece) != seat)

    def _verdicts(self, time: int, events: tuple[Event, ...]) -> dict[int, Stamped]:
        """The order behind each of the last events of an instant: one for each order that
        took effect, in the order of arrival, and for castling the rook's after the king's."""
        answers: dict[int, Stamped] = {}
        orders = self._effective(time)
        place = len(events)
        for index, event in enumerate(events):
            if isinstance(event, Start | Reject):
                place = index
                break
        for stamped in orders:
            if place >= len(events):
                break
            answers[place] = stamped
            event = events[place]
            place += 2 if self._castles(event) else 1
        return answers

    def _castles(self, event: Event) -> bool:
        """Whether it starts a castling king, whose rook's start follows: no other king has
        two squares to go."""
        if not isinstance(event, Start) or len(event.path) != 2:
            return False
        return bool(self.simulation.kind(event.piece) == KING)

    def _effective(self, time: int) -> list[Stamped]:
        """The orders that took effect, less those that resigned: nothing tells of them."""
        orders = []
        while self._waiting and self.simulation.effective(self._waiting[0].order.t) <= time:
            stamped = self._waiting.popleft()
            if not stamped.order.resign and self.simulation.effective(stamped.order.t) == time:
                orders.append(stamped)
        return orders

    def state_for(self, seat: int) -> str:
        """The state text as a seat may know it."""
        text = self.simulation.text()
        if self.gateway.reveal != REVEAL_ENTRIES:
            return text
        rival = PLAYERS[1 - seat]
        lines = text.split("\n")
        return "\n".join(
            line.partition(">")[0] if line.partition(":")[2].startswith(rival) else line
            for line in lines
        )
