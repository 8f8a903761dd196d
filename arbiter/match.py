"""The referee: one match of a turn game, as pure state and one loop.

The match reads no time and does no I/O. `Match.play` is a generator: it yields an `Ask`
(this seat is to move, it has so long) and is sent what came of it: an `Answer` or a
`Departure`. Its return value is the verdict. Tests drive it with a fake clock.

What is made anew on every turn is a named tuple: quicker to make than a frozen dataclass.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arbiter.ledger import NOT_MEASURED, Charge, Interval, charge_turn, overrun
from arbiter.verdict import NOBODY, Verdict
from arena_games import IllegalMove, InvalidMove, Outcome, Position, Termination
from arena_games.clock import Clock, TimeControl


@dataclass(frozen=True, slots=True)
class Thought:
    """What an agent tells of its thinking; recorded, never used."""

    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    principal_variation: tuple[str, ...] = ()
    comment: str = ""


class Reply(NamedTuple):
    """An agent's answer to a turn, as it was read."""

    move: str
    claim: bool = False
    offer_draw: bool = False
    accept_draw: bool = False
    thought: Thought | None = None


class Ask(NamedTuple):
    """It is `seat`'s turn at `ply`: hand it over, and wait `limit_us` at most.

    `moves` are those since the seat was last asked. After `limit_us` of wall time no
    answer can be in time any more, all allowances counted.
    """

    seat: int
    ply: int
    moves: tuple[str, ...]
    limit_us: int
    draw_offered_by: int


class Answer(NamedTuple):
    """What a turn came to. `reply` is None when the limit passed in silence.

    `cpu` is what the sandbox used, `steal` and `pressure` what the host did meanwhile;
    microseconds.
    """

    interval: Interval
    reply: Reply | None
    cpu: int = NOT_MEASURED
    steal: int = NOT_MEASURED
    pressure: int = NOT_MEASURED


class Departure(NamedTuple):
    """A seat broke off the match, on its turn or not: it resigned, crashed, flooded..."""

    seat: int
    termination: Termination
    detail: str


class Entry(NamedTuple):
    """One ply of the journal: the move, its charge, and all clocks after it."""

    ply: int
    seat: int
    move: str
    charge: Charge
    clocks: tuple[Clock, ...]
    grace_left: int
    offered_draw: bool = False
    thought: Thought | None = None


@dataclass(slots=True)
class Seat:
    """What the referee keeps of a seat."""

    clock: Clock
    grace_left: int
    transport: int = 0  # allowance for the wire per turn, microseconds
    told: int = 0  # how many of the match's moves it has been told
    turns: int = 0
    charged: int = 0
    wall: int = 0
    false_claims: int = 0


@dataclass(slots=True)
class Match:
    """One match under way.

    `position` is where it stands, `moves` all moves from the start position on (opening
    included), `entries` the journal, `last_charge` the charge of a turn that had no
    playable answer.
    """

    position: Position
    seats: list[Seat]
    moves: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    draw_offered_by: int = NOBODY
    last_charge: Charge | None = None

    @classmethod
    def begin(
        cls,
        position: Position,
        control: TimeControl,
        seats: int,
        *,
        grace_us: int = 0,
        opening: Sequence[str] = (),
    ) -> "Match":
        """A match at its first turn, after the opening. Raises InvalidMove for the opening."""
        match = cls(position, [Seat(Clock.start(control), grace_us) for _ in range(seats)])
        for move in opening:
            match.position = match.position.play(move)
            match.moves.append(move)
        match.tell_all()
        return match

    def resume(self, journal: Sequence[Entry]) -> None:
        """Takes up the match after `journal`, with the clocks of its last entry.

        Raises InvalidMove if the journal is not of this match.
        """
        for entry in journal:
            self.position = self.position.play(entry.move)
            self.moves.append(entry.move)
            self.entries.append(entry)
            seat = self.seats[entry.seat]
            seat.grace_left = entry.grace_left
            self._tally(seat, entry.charge)
            self.draw_offered_by = entry.seat if entry.offered_draw else NOBODY
        if journal:
            for seat, clock in zip(self.seats, journal[-1].clocks, strict=True):
                seat.clock = clock
        self.tell_all()

    def tell_all(self) -> None:
        """Every seat knows all moves: they stand in the `Start` that opens its stream."""
        for seat in self.seats:
            seat.told = len(self.moves)

    def play(self) -> Generator[Ask, Answer | Departure, Verdict]:
        """The whole match. The checks, in their order; the first that fails decides:

        1. a seat has left (resigned, crashed, flooded, unreadable): it loses
        2. time: the turn's charge leaves less than nothing: the mover loses on time
           (but illegally, if late and illegal is illegal by the game's rules)
        3. a draw: accepted, or rightly claimed
        4. the move: one that cannot be read, or that is not legal, loses
        """
        while (outcome := self.position.outcome()) is None:
            seat = self.position.to_move
            event = yield self._ask(seat)
            if isinstance(event, Departure):
                return self.forfeit(event.seat, event.termination, event.detail)
            charge, clock = self._charge(seat, event)
            if clock.flagged:
                return self._out_of_time(seat, charge, event.reply)
            assert event.reply is not None, "a limit that passed leaves a flagged clock"
            if drawn := self._drawn(seat, event.reply):
                self.last_charge = charge
                return Verdict(drawn)
            try:
                position = self.position.play(event.reply.move)
            except InvalidMove as error:
                self.last_charge = charge
                return self.forfeit(seat, _kind(error), str(error))
            self._record(position, event.reply, charge, clock.pressed())
        return Verdict(outcome)

    def forfeit(self, seat: int, termination: Termination, detail: str) -> Verdict:
        """The verdict when `seat` breaks off the match as it stands."""
        return Verdict(self.position.forfeit(seat, termination), seat, detail)

    def _ask(self, seat: int) -> Ask:
        state = self.seats[seat]
        moves = tuple(self.moves[state.told :])
        state.told = len(self.moves)
        limit = state.clock.allowance_us + state.transport + state.grace_left
        return Ask(seat, self.position.ply, moves, limit, self.draw_offered_by)

    def _charge(self, seat: int, answer: Answer) -> tuple[Charge, Clock]:
        state = self.seats[seat]
        charge, clock = charge_turn(
            state.clock,
            self.position.ply,
            seat,
            answer.interval,
            transport=state.transport,
            grace_left=state.grace_left,
            cpu=answer.cpu,
            steal=answer.steal,
            pressure=answer.pressure,
        )
        state.grace_left -= charge.grace
        state.clock = clock
        self._tally(state, charge)
        return charge, clock

    def _tally(self, state: Seat, charge: Charge) -> None:
        state.turns += 1
        state.charged += charge.charged
        state.wall += charge.wall

    def _out_of_time(self, seat: int, charge: Charge, reply: Reply | None) -> Verdict:
        self.last_charge = charge
        if reply and getattr(self.position, "late_and_illegal_is_illegal", False):
            try:
                self.position.play(reply.move)
            except InvalidMove as error:
                return self.forfeit(seat, _kind(error), f"{error} (and late)")
        how = "no answer" if reply is None else f"{reply.move!r} came"
        late_ms = overrun(self.seats[seat].clock) / 1000
        return self.forfeit(seat, Termination.TIME_FORFEIT, f"{how}, {late_ms:.1f} ms too late")

    def _drawn(self, seat: int, reply: Reply) -> Outcome | None:
        """The outcome if this answer ends the match as a draw; counts a false claim."""
        offered = self.draw_offered_by not in (NOBODY, seat)
        if reply.accept_draw and offered and (agreed := self.position.agreed_draw()):
            return agreed
        if not reply.claim:
            return None
        try:
            claimed = self.position.claim(reply.move or None)
        except InvalidMove:
            claimed = None  # the move itself is judged next
        if claimed is None:
            self.seats[seat].false_claims += 1
        return claimed

    def _record(self, position: Position, reply: Reply, charge: Charge, clock: Clock) -> None:
        seat = charge.seat
        self.seats[seat].clock = clock
        self.position = position
        self.moves.append(reply.move)
        # Whoever moves without accepting declines what was offered.
        self.draw_offered_by = seat if reply.offer_draw else NOBODY
        self.entries.append(
            Entry(
                charge.ply,
                seat,
                reply.move,
                charge,
                tuple(state.clock for state in self.seats),
                self.seats[seat].grace_left,
                reply.offer_draw,
                reply.thought,
            )
        )


def _kind(error: InvalidMove) -> Termination:
    readable = isinstance(error, IllegalMove)
    return Termination.ILLEGAL_MOVE if readable else Termination.UNREADABLE
