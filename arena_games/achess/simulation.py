"""AChess as a simulation in integer time: orders go in, events come out.

Typed Python, see `arena_games.board`; C types are in `simulation.pxd`. Nothing is polled:
time goes from one instant at which something happens to the next (section 4 of the rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import cython

from arena_games.achess import tables
from arena_games.achess.arrivals import Arrivals
from arena_games.achess.config import AchessConfig
from arena_games.achess.events import Event, Over, Reject
from arena_games.achess.orders import Order
from arena_games.achess.position import START, STATUSES, State, ending_of, read_position, read_state
from arena_games.errors import GameError, IllegalMove
from arena_games.outcome import Outcome, Termination

_NAMES = tables.SQUARES
_KINDS = tables.KINDS
_PLAYERS = tables.PLAYERS


# What stands in an order's place of the piece where there is none.
_MALFORMED = cython.declare(cython.int, -1)
_RESIGN = cython.declare(cython.int, -2)

_TERMINATIONS = {
    "king": Termination.KING_CAPTURED,
    "both_kings": Termination.BOTH_KINGS_CAPTURED,
    "time_cap": Termination.TIME_CAP,
    "quiet": Termination.QUIET,
    "resign": Termination.RESIGNATION,
    "both_resign": Termination.BOTH_RESIGNED,
}
_SCORES = {"white": (1.0, 0.0), "black": (0.0, 1.0), "draw": (0.5, 0.5)}


# An order that waits: its instant, seat, piece, square, promotion, and the piece as received.
Queued = tuple[int, int, int, int, int, object]


class Piece(NamedTuple):
    """A live piece as it is now. `path` and `next` tell of its move: the squares still to
    be entered, and when the first of them is; `ready` is from when a resting one may start."""

    id: int
    owner: str  # "w" or "b"
    type: str  # of PNBRQK
    square: str
    path: tuple[str, ...]
    next: int | None
    ready: int


class Simulation(Arrivals):
    """One match. `position` is a text like `START`.

    Readable: `time`, `status`, `over`, `result`, `why`, `config`, `seed`, and what stands
    where, as `pieces()` or in numbers as `Pieces` says. The seed decides the lots; whoever
    looks ahead without knowing it guesses one. Raises InvalidPosition.
    """

    def __init__(self, config: AchessConfig, seed: int, position: str = START) -> None:
        super().__init__()
        self._begin(config, seed, read_position(position), 0)

    @classmethod
    def load(cls, config: AchessConfig, seed: int, text: str, pieces: int = 32) -> Simulation:
        """The match of a state text, going on after its time.

        Not in the text, hence not here: orders submitted but not yet effective, what a
        pawn under way will become (it will be a queen), and how many pieces there were at
        the start (`pieces`, which decides whether an id is dead or malformed).
        Raises InvalidPosition.
        """
        loaded: Simulation = cls.__new__(cls)
        Arrivals.__init__(loaded)
        loaded._begin(config, seed, read_state(text, config), pieces)
        return loaded

    def _begin(self, config: AchessConfig, seed: int, state: State, pieces: cython.int) -> None:
        if not 0 <= seed < 2**64:
            raise GameError(f"seed {seed}: it must be from 0 to 2**64 - 1")
        count: cython.int = max([man.number + 1 for man in state.men] + [pieces])
        if count > 64:
            raise GameError(f"{pieces} pieces: a board has room for 64")
        self._set_up(state.men, count, list(config.paces))
        self.config = config
        self.seed = seed
        self.rights = state.rights if config.castling else 0
        self.progress = state.progress
        self.fallen = 0
        self.log = None
        self.cooldown = config.cooldown_ms
        self._tick = config.tick_ms
        self._delay = config.delay_ms
        self.leap = config.knight_spaces * config.paces[tables.KNIGHT]
        self._max = config.max_ms
        self._quiet = config.quiet_ms
        self._done = state.t
        self._stamp = 0
        self._orders: list[Queued] = []
        self._status = STATUSES.index(state.status)
        self.why = (ending_of(state, config) or "") if self._status else ""

    def copy(self, seed: object = None) -> Simulation:
        """An independent simulation in the same state, with its orders that are not yet
        effective; with another seed if one is given."""
        twin: Simulation = Simulation.__new__(Simulation)
        twin._assign(self)
        if seed is not None:
            twin.seed = seed  # type: ignore[assignment]  # Cython knows no `int | None`
        twin.config = self.config
        twin.why = self.why
        twin._status = self._status
        twin._tick = self._tick
        twin._delay = self._delay
        twin._max = self._max
        twin._quiet = self._quiet
        twin._done = self._done
        twin._stamp = self._stamp
        twin._orders = self._orders[:]
        return twin

    # ---- to read ----

    @property
    def time(self) -> int:
        """How far the match has been run, in ms; when it ended if it is over."""
        return max(0, self._done)

    @property
    def status(self) -> str:
        """playing, white, black, draw."""
        return STATUSES[self._status]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._status != 0

    @property
    def result(self) -> str | None:
        """white, black or draw; None while it goes on. `why` is the reason as in the rules."""
        return STATUSES[self._status] if self._status else None

    @property
    def next_instant(self) -> int | None:
        """When the next thing happens if no more orders come; None after the end."""
        return None if self._status else self._next()

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if self._status == 0:
            return None
        return Outcome(_SCORES[self.status], _TERMINATIONS[self.why])

    def forfeit(self, seat: int, termination: Termination) -> Outcome:
        """The outcome when `seat` breaks off the match here."""
        return Outcome(_SCORES[STATUSES[2 - seat]], termination)

    def pieces(self) -> list[Piece]:
        """The live pieces by id."""
        return [self.piece(number) for number in range(self.count) if self.alive(number)]

    def piece(self, number: int) -> Piece:
        """One live piece. Raises IndexError for an id that there never was, GameError for a
        dead one."""
        if not self.alive(number):
            raise GameError(f"piece {number} is dead")
        owner, kind = _PLAYERS[self.owner(number)], _KINDS[self.kind(number)]
        square, step, path = self.square(number), self.step(number), []
        moving = self.due(number) != tables.NEVER
        while moving and square != self.goal(number):
            square += step
            path.append(_NAMES[square])
        due = self.due(number) if moving else None
        at = _NAMES[self.square(number)]
        return Piece(number, owner, kind, at, tuple(path), due, self.ready(number))

    def text(self) -> str:
        """The state at `time`, as in section 9; `load` reads it."""
        rights = "".join(name for i, name in enumerate(tables.RIGHTS) if self.rights >> i & 1)
        lines = [
            f"t={self.time};status={self.status};rights={rights or '-'};progress={self.progress}"
        ]
        for piece in self.pieces():
            line = f"{piece.id}:{piece.owner}{piece.type}@{piece.square}"
            if piece.next is not None:
                line += f">{','.join(piece.path)}@{piece.next}"
            elif piece.ready > self.time:
                line += f"~{piece.ready}"
            lines.append(line)
        return "\n".join(lines)

    def hash(self) -> str:
        """SHA-256 of the text, in hex."""
        return sha256(self.text().encode()).hexdigest()

    def effective(self, t: int) -> int:
        """The instant at which an order with the stamp `t` takes effect."""
        waited: int = t + self._delay + self._tick - 1
        return waited - waited % self._tick

    # ---- orders ----

    def submit(self, order: Order) -> None:
        """Takes an order in; what becomes of it is told by the events of its instant.

        Orders come in arrival order. After the end they are ignored. Raises InvalidMove for
        an unknown player or an impossible stamp, IllegalMove for a stamp older than the
        last one, or one whose instant has been decided already.
        """
        order.check()
        if self._status:
            return
        effective = self.effective(order.t)
        if order.t < self._stamp:
            raise IllegalMove(str(order.t), f"stamped before the last order, of {self._stamp}")
        if effective <= self._done:
            raise IllegalMove(
                str(order.t), f"takes effect at {effective}, and {self._done} is decided already"
            )
        self._stamp = order.t
        seat = _PLAYERS.index(order.player)
        piece: Any = order.piece
        number, to, promotion = _MALFORMED, 0, 0
        if order.resign:
            number = _RESIGN
        elif order.is_well_formed() and 0 <= piece < self.count:
            number = piece
            to = tables.SQUARE_OF[str(order.to)]
            promotion = _KINDS.index(str(order.promo))
        self._orders.append((effective, seat, number, to, promotion, piece))

    def order(self, piece: cython.int, to: cython.int, promotion: cython.int = 4) -> None:
        """An order of the piece's owner, in numbers, that takes effect at the next tick: for
        looking ahead. Raises IndexError for a piece or square that there never was."""
        self._check(piece)
        if not (0 <= to < 64 and 0 < promotion < 5):
            raise IndexError(f"square {to} or promotion {promotion}: no such thing")
        now: cython.longlong = self._done + 1 + self._tick - 1
        now -= now % self._tick
        order: Queued = (
            now,
            self.owners[piece],
            piece,
            to,
            promotion,
            piece,
        )
        place: cython.int = len(self._orders)
        while place > 0 and self._orders[place - 1][0] > now:
            place -= 1
        self._orders.insert(place, order)

    def targets(self, piece: cython.int) -> list[int]:
        """The squares to which an order would be accepted now, ascending; none for a piece
        that is dead, moving or resting. What stands in the way does not matter but in
        castling."""
        self._check(piece)
        return self._targets(piece, self._done if self._done > 0 else 0)

    # ---- time ----

    def advance(self, to_ms: int) -> list[Event]:
        """Runs the match up to and including `to_ms` and tells what happened, in order.

        Raises GameError where `to_ms` lies before `time`.
        """
        told: list[Event] = []
        self.log = told
        try:
            self._forward(to_ms)
        finally:
            self.log = None
        return told

    def run(self, to_ms: cython.longlong) -> None:
        """The same as `advance` without telling: for looking ahead."""
        self._forward(to_ms)

    # ---- for who is told what happens, see `Mirror` ----

    def elapse(self, to_ms: int) -> None:
        """The match is known up to `to_ms`; nothing is run. Earlier times change nothing."""
        if self._status == 0 and to_ms > self._done:
            self._done = to_ms

    def finish(self, result: str, why: str) -> None:
        """The match has ended at `time`."""
        self._end(STATUSES.index(result), why, self._done)

    # ---- instants ----

    def _forward(self, to_ms: cython.longlong) -> cython.int:
        if to_ms < self._done and self._status == 0:
            raise GameError(f"advance to {to_ms}: the match has been run to {self._done} already")
        while self._status == 0:
            now: cython.longlong = self._next()
            if now > to_ms:
                self._done = to_ms
                break
            self._instant(now)
        return 0

    def _next(self) -> cython.longlong:
        now: cython.longlong = self._first_due()
        if self.progress + self._quiet < now:
            now = self.progress + self._quiet
        if self._max < now:
            now = self._max
        if self._orders:
            first: cython.longlong = self._orders[0][0]
            if first < now:
                now = first
        return now

    def _instant(self, now: cython.longlong) -> cython.int:
        """All of section 4."""
        self._done = now
        self._enter_all(now)
        self._judge(now)
        if self._status == 0 and self._orders:
            self._obey(now)
        return 0

    def _judge(self, now: cython.longlong) -> cython.int:
        """Steps B and C."""
        if self.fallen == 3:
            self._end(3, "both_kings", now)
        elif self.fallen:
            self._end(2 if self.fallen == 1 else 1, "king", now)
        elif now >= self._max:
            self._end(3, "time_cap", now)
        elif now - self.progress >= self._quiet:
            self._end(3, "quiet", now)
        return 0

    def _end(self, status: cython.int, why: str, now: cython.longlong) -> cython.int:
        self._status = status
        self.why = why
        self._orders = []
        if self.log is not None:
            self.log.append(Over(now, STATUSES[status], why))
        return 0

    def _obey(self, now: cython.longlong) -> cython.int:
        """Steps D and E."""
        n: cython.int = 0
        for order in self._orders:
            if order[0] > now:
                break
            n += 1
        if n == 0:
            return 0
        orders = self._orders[:n]
        self._orders = self._orders[n:]
        self._resign(orders, now)
        if self._status == 0:
            for order in orders:
                self._start(order, now)
        return 0

    def _resign(self, orders: Sequence[Queued], now: cython.longlong) -> cython.int:
        resigned: cython.int = 0
        seat: cython.int
        for order in orders:
            if order[2] == _RESIGN:
                seat = order[1]
                resigned |= 1 << seat
        if resigned == 3:
            self._end(3, "both_resign", now)
        elif resigned:
            self._end(2 if resigned == 1 else 1, "resign", now)
        return 0

    def _start(self, order: Queued, now: cython.longlong) -> cython.int:
        seat: cython.int = order[1]
        piece: cython.int = order[2]
        why: str = "malformed" if piece < 0 else self._refusal(seat, piece, order[3], now)
        if not why:
            return self._depart(piece, order[3], order[4], now)
        if self.log is not None:
            self.log.append(Reject(now, _PLAYERS[seat], order[5], why))
        return 0
