"""The pieces of an AChess match: what stands where, and what is under way.

Typed Python, see `arena_games.board`; C types are in `pieces.pxd`.
"""

from __future__ import annotations

import cython

from arena_games.achess import tables
from arena_games.achess.events import Event
from arena_games.achess.position import Man

if not cython.compiled:
    from arena_games.achess.tables import KING, PAWN

NEVER = tables.NEVER
KEPT = tables.KEPT


class Pieces:
    """What stands where and what is under way, by piece id (below `count`).

    Numbers as in `tables`: kinds, owners, squares; a dead piece has kind -1. `rights` are
    castling rights as bits in the order KQkq, `progress` is the time of the last kill or
    pawn's entry, `fallen` has bit 0 and 1 for white's and black's dead king.
    """

    def __init__(self) -> None:
        if not cython.compiled:  # compiled, these are C arrays inside the object, and zero
            self._allocate()
        self.seed = self.rights = self.fallen = 0
        self.progress = self.cooldown = self.leap = 0
        self.log: list[Event] | None = None

    def _allocate(self) -> None:
        self.paces = [0] * 6
        self.kinds, self.owners, self.squares = [0] * 64, [0] * 64, [0] * 64
        self.steps, self.goals, self.promos = [0] * 64, [0] * 64, [0] * 64
        self.dues, self.readies, self.standing = [0] * 64, [0] * 64, [0] * 64
        self.entering, self.stopped, self.arrivals = [0] * 64, [0] * 64, [0] * 64

    def _set_up(self, men: tuple[Man, ...], count: cython.int, paces: list[int]) -> None:
        """Puts the men on an empty board; ids below `count` that none has are dead."""
        i: cython.int
        self.count = count
        for i in range(6):
            self.paces[i] = paces[i]
        for i in range(64):
            self.kinds[i] = self.standing[i] = -1
            self.dues[i] = NEVER
        for man in men:
            i = man.number
            self.kinds[i] = man.kind
            self.owners[i] = man.owner
            self.squares[i] = man.square
            self.steps[i] = man.step
            self.goals[i] = man.goal
            self.dues[i] = man.due
            self.readies[i] = man.ready
            self.promos[i] = tables.QUEEN
            self.standing[self.squares[i]] = i

    def _assign(self, other: Pieces) -> cython.int:
        """Becomes the same as another."""
        if not cython.compiled:
            self._allocate()
        self.count = other.count
        self.rights = other.rights
        self.progress = other.progress
        self.seed = other.seed
        self.fallen = other.fallen
        self.log = None
        self.cooldown = other.cooldown
        self.leap = other.leap
        self.paces[:] = other.paces
        self.kinds[:] = other.kinds
        self.owners[:] = other.owners
        self.squares[:] = other.squares
        self.steps[:] = other.steps
        self.goals[:] = other.goals
        self.promos[:] = other.promos
        self.dues[:] = other.dues
        self.readies[:] = other.readies
        self.standing[:] = other.standing
        return 0

    # ---- to read, in numbers ----

    def _check(self, piece: cython.int) -> cython.int:
        if not 0 <= piece < self.count:
            raise IndexError(f"piece {piece}: there are 0 to {self.count - 1}")
        return 0

    def alive(self, piece: cython.int) -> cython.bint:
        """Whether the piece is on the board."""
        self._check(piece)
        return self.kinds[piece] >= 0

    def kind(self, piece: cython.int) -> cython.int:
        """P 0, N 1, B 2, R 3, Q 4, K 5; -1 if dead."""
        self._check(piece)
        return self.kinds[piece]

    def owner(self, piece: cython.int) -> cython.int:
        """The seat: 0 white, 1 black."""
        self._check(piece)
        return self.owners[piece]

    def square(self, piece: cython.int) -> cython.int:
        """Where it stands, or stood when it died."""
        self._check(piece)
        return self.squares[piece]

    def step(self, piece: cython.int) -> cython.int:
        """What each entry adds to the square of a moving piece."""
        self._check(piece)
        return self.steps[piece]

    def goal(self, piece: cython.int) -> cython.int:
        """Where a moving piece goes to."""
        self._check(piece)
        return self.goals[piece]

    def due(self, piece: cython.int) -> cython.longlong:
        """When it enters its next square; `tables.NEVER` while it rests."""
        self._check(piece)
        return self.dues[piece]

    def ready(self, piece: cython.int) -> cython.longlong:
        """From when on a resting piece may start."""
        self._check(piece)
        return self.readies[piece]

    def at(self, square: cython.int) -> cython.int:
        """The piece on a square, or -1."""
        return self.standing[square & 63]

    def pace(self, kind: cython.int) -> cython.longlong:
        """Milliseconds per space of a kind of piece."""
        if not 0 <= kind < 6:
            raise IndexError(f"kind {kind}: there are 0 to 5")
        return self.paces[kind]

    def _first_due(self) -> cython.longlong:
        """The time of the next entry, NEVER if nothing moves."""
        piece: cython.int
        first: cython.longlong = NEVER
        for piece in range(self.count):
            if self.dues[piece] < first:
                first = self.dues[piece]
        return first

    # ---- to change: single facts, as the rules or a referee's events say them ----

    def set_out(
        self, piece: cython.int, goal: cython.int, step: cython.int, first: cython.longlong
    ) -> cython.int:
        """The piece is under way to `goal`; its first entry is at `first`."""
        self.goals[piece] = goal
        self.steps[piece] = step
        self.dues[piece] = first
        return 0

    def halt(self, piece: cython.int, now: cython.longlong) -> cython.int:
        """The piece rests where it is."""
        self._rest(piece, now)
        return 0

    def _rest(self, piece: cython.int, now: cython.longlong) -> None:
        self.dues[piece] = NEVER
        self.steps[piece] = 0
        self.goals[piece] = self.squares[piece]
        self.readies[piece] = now + self.cooldown

    def remove(self, piece: cython.int, now: cython.longlong) -> cython.int:
        """The piece dies where it stands."""
        square: cython.int = self.squares[piece]
        if self.kinds[piece] == KING:
            self.fallen |= 1 << self.owners[piece]
        self.kinds[piece] = -1
        self.dues[piece] = NEVER
        if self.standing[square] == piece:
            self.standing[square] = -1
        self.rights &= KEPT[square]
        self.progress = now
        return 0

    def shift(self, piece: cython.int, to: cython.int, now: cython.longlong) -> cython.int:
        """The piece leaves its square and enters another."""
        origin: cython.int = self.squares[piece]
        if self.standing[origin] == piece:
            self.standing[origin] = -1
        self.rights &= KEPT[origin]
        self.squares[piece] = to
        self.standing[to] = piece
        if self.kinds[piece] == PAWN:
            self.progress = now
        if to == self.goals[piece]:
            self.dues[piece] = NEVER
        elif self.dues[piece] != NEVER:
            self.dues[piece] = now + self.paces[self.kinds[piece]]
        return 0

    def promote(self, piece: cython.int, kind: cython.int) -> cython.int:
        """The piece is of another kind from now on."""
        self.kinds[piece] = kind
        return 0
