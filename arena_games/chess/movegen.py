"""The legal moves of a chess position.

Typed Python, see `arena_games.board`; C types are in `movegen.pxd`. Nothing is generated
that then turns out illegal: who gives check, who is pinned and what resolves a check are
found first; only en passant is tried out. A move is
`from | to << 6 | promotion kind << 12 | flag << 15`; castling goes from the king's square
to its rook's, in chess960 as in standard chess.
"""

from array import array

import cython

from arena_games.chess import tables
from arena_games.chess.placement import Placement
from arena_games.chess.setup import Setup

if not cython.compiled:
    from arena_games.chess.tables import (
        BISHOP,
        CASTLING,
        EN_PASSANT,
        KING,
        KNIGHT,
        PAWN,
        QUEEN,
        ROOK,
        lowest,
        popcount,
    )

FULL = tables.FULL
BIT = tables.BIT
STRAIGHT_LINES = tables.STRAIGHT_LINES
DIAGONAL_LINES = tables.DIAGONAL_LINES
KNIGHT_LEAPS = tables.KNIGHT_LEAPS
KING_STEPS = tables.KING_STEPS
PAWN_CAPTURES = tables.PAWN_CAPTURES
PAWN_STEPS = tables.PAWN_STEPS
PAWN_SECOND_STEPS = tables.PAWN_SECOND_STEPS
PROMOTING = tables.PROMOTING
BETWEEN = tables.BETWEEN
THROUGH = tables.THROUGH

# More than the moves of any 16 men: 15 queens have at most 405, a king 8 and 2 castlings.
_MOST_MOVES: cython.int = 512


class MoveGenerator(Placement):
    """Placement, and what legality needs beyond: castling rights and en passant.

    `castling` holds rights as bits `1 << 2 * colour + side`, `en_passant` the square that
    may be captured on, 0 for none. What a position's moves depend on (`king`, `checkers`,
    `pinned`, `allowed`) is kept until the next move: `seen`.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.squares)
        self.seats = 2
        self.to_move = setup.to_move
        self.corners = array("b", setup.corners)
        self.castling = sum(1 << index for index, rook in enumerate(setup.corners) if rook >= 0)
        self.buffer = array("i")
        self.width = 0
        self.seen = False
        passed: cython.int = setup.en_passant
        self.en_passant = passed if passed >= 0 and self._capturers(passed) else 0

    def generate(self, start: cython.int) -> cython.int:
        """Writes the legal moves to `buffer` from index `start` and returns where they end.

        Mate and stalemate apart, `over` is not looked at.
        """
        end: cython.int = self._steps(start, FULL)
        end = self._castlings(end)
        return self._en_passants(end)

    def captures(self, start: cython.int) -> cython.int:
        """As `generate`, but only captures and all promotions."""
        end: cython.int = self._steps(start, self.bits[self.to_move ^ 1])
        return self._en_passants(end)

    def _steps(self, start: cython.int, aim: cython.ulonglong) -> cython.int:
        """Writes the moves to squares of `aim`, and all promotions; castling and en passant
        apart. Returns where they end."""
        if start + _MOST_MOVES > self.width:
            self._widen(start + 8 * _MOST_MOVES)
        if not self.seen:
            self._look()
        end: cython.int = start
        us: cython.int = self.to_move
        rest: cython.ulonglong = self.bits[us]
        promoting: cython.ulonglong = rest & self.bits[PAWN] & PROMOTING[us]
        source: cython.int
        targets: cython.ulonglong
        while rest:
            source = lowest(rest)
            rest &= rest - 1
            targets = self._reach(source)
            if BIT[source] & promoting:
                end = self._promotions(end, source, targets)
                continue
            targets &= aim
            while targets:
                self.buffer[end] = source | lowest(targets) << 6
                targets &= targets - 1
                end += 1
        return end

    def count(self) -> cython.int:
        """How many legal moves there are, `over` not looked at."""
        if not self.seen:
            self._look()
        us: cython.int = self.to_move
        rest: cython.ulonglong = self.bits[us]
        promoting: cython.ulonglong = rest & self.bits[PAWN] & PROMOTING[us]
        total: cython.int = self._may_castle(0) + self._may_castle(1)
        source: cython.int
        if self.en_passant:
            total += popcount(self._capturers(self.en_passant))
        while rest:
            source = lowest(rest)
            rest &= rest - 1
            total += popcount(self._reach(source)) * (4 if BIT[source] & promoting else 1)
        return total

    def in_check(self) -> cython.bint:
        """Whether the side to move is in check."""
        if not self.seen:
            self._look()
        return self.checkers != 0

    def corner(self, index: cython.int) -> cython.int:
        """The square of the rook of a castling right, index `2 * colour + side`."""
        return self.corners[index]

    def _has_move(self) -> cython.bint:
        if self.en_passant:
            return True
        rest: cython.ulonglong = self.bits[self.to_move]
        while rest:
            if self._reach(lowest(rest)):
                return True
            rest &= rest - 1
        # Castling can be the only move there is, in chess960.
        return self._may_castle(0) or self._may_castle(1)

    def _look(self) -> None:
        """Finds who gives check, who is pinned, and what resolves a check."""
        us: cython.int = self.to_move
        own: cython.ulonglong = self.bits[us]
        enemy: cython.ulonglong = self.bits[us ^ 1]
        queens: cython.ulonglong = self.bits[QUEEN]
        king: cython.int = lowest(self.bits[KING] & own)
        checkers: cython.ulonglong = KNIGHT_LEAPS[king] & self.bits[KNIGHT]
        checkers |= PAWN_CAPTURES[64 * us + king] & self.bits[PAWN]
        snipers: cython.ulonglong = STRAIGHT_LINES[king] & (self.bits[ROOK] | queens)
        snipers |= DIAGONAL_LINES[king] & (self.bits[BISHOP] | queens)
        checkers &= enemy
        snipers &= enemy
        pinned: cython.ulonglong = 0
        barrier: cython.ulonglong
        while snipers:
            barrier = BETWEEN[64 * king + lowest(snipers)] & (own | enemy)
            if barrier == 0:
                checkers |= BIT[lowest(snipers)]
            elif barrier & (barrier - 1) == 0:
                pinned |= barrier & own
            snipers &= snipers - 1
        allowed: cython.ulonglong = FULL ^ own
        if checkers:
            if checkers & (checkers - 1):
                allowed = 0
            else:
                allowed = checkers | BETWEEN[64 * king + lowest(checkers)]
        self.king = king
        self.checkers = checkers
        self.pinned = pinned
        self.allowed = allowed
        self.seen = True

    def _reach(self, square: cython.int) -> cython.ulonglong:
        """Where the mover's piece on `square` may go, castling and en passant apart."""
        kind: cython.int = self.squares[square] >> 1
        if kind == KING:
            return self._king_reach()
        targets: cython.ulonglong
        if kind == PAWN:
            targets = self._pawn_reach(square)
        elif kind == KNIGHT:
            targets = KNIGHT_LEAPS[square]
        else:
            targets = self.attacks(square)
        if self.pinned & BIT[square]:
            targets &= THROUGH[64 * self.king + square]
        return targets & self.allowed

    def _pawn_reach(self, square: cython.int) -> cython.ulonglong:
        index: cython.int = 64 * self.to_move + square
        empty: cython.ulonglong = FULL ^ (self.bits[0] | self.bits[1])
        steps: cython.ulonglong = PAWN_STEPS[index] & empty
        if steps:
            steps |= PAWN_SECOND_STEPS[index] & empty
        return steps | PAWN_CAPTURES[index] & self.bits[self.to_move ^ 1]

    def _king_reach(self) -> cython.ulonglong:
        """The king's safe steps. It does not hide behind itself: its square counts empty."""
        us: cython.int = self.to_move
        occupied: cython.ulonglong = (self.bits[0] | self.bits[1]) ^ BIT[self.king]
        steps: cython.ulonglong = KING_STEPS[self.king] & (FULL ^ self.bits[us])
        safe: cython.ulonglong = 0
        while steps:
            if self._attackers(lowest(steps), us ^ 1, occupied) == 0:
                safe |= BIT[lowest(steps)]
            steps &= steps - 1
        return safe

    def _capturers(self, passed: cython.int) -> cython.ulonglong:
        """The mover's pawns that may capture en passant on `passed`.

        Each is tried: the capture empties two squares at once, which no pin foresees.
        """
        us: cython.int = self.to_move
        own: cython.ulonglong = self.bits[us]
        taken: cython.ulonglong = BIT[passed ^ 8]
        king: cython.int = lowest(self.bits[KING] & own)
        after: cython.ulonglong = (own | self.bits[us ^ 1] | BIT[passed]) ^ taken
        pawns: cython.ulonglong = PAWN_CAPTURES[64 * (us ^ 1) + passed] & own & self.bits[PAWN]
        found: cython.ulonglong = 0
        bit: cython.ulonglong
        while pawns:
            bit = BIT[lowest(pawns)]
            if self._attackers(king, us ^ 1, after ^ bit) & (FULL ^ taken) == 0:
                found |= bit
            pawns &= pawns - 1
        return found

    def _may_castle(self, side: cython.int) -> cython.bint:
        """Whether the mover may castle to the h-file's (0) or the a-file's side (1) now."""
        us: cython.int = self.to_move
        if self.checkers or not self.castling >> (2 * us + side) & 1:
            return False
        rook: cython.int = self.corners[2 * us + side]
        king_to: cython.int = (self.king & 56) + (2 if side else 6)
        rook_to: cython.int = (self.king & 56) + (3 if side else 5)
        way: cython.ulonglong = BETWEEN[64 * self.king + king_to] | BIT[king_to]
        rest: cython.ulonglong = (self.bits[0] | self.bits[1]) ^ BIT[self.king] ^ BIT[rook]
        if rest & (way | BETWEEN[64 * rook + rook_to] | BIT[rook_to]):
            return False
        # The way is walked with the rook at home; on arrival the rook has left a line.
        if self._attackers(king_to, us ^ 1, rest | BIT[rook_to]):
            return False
        way &= FULL ^ BIT[king_to]
        while way:
            if self._attackers(lowest(way), us ^ 1, rest | BIT[rook]):
                return False
            way &= way - 1
        return True

    def _promotions(
        self, start: cython.int, source: cython.int, targets: cython.ulonglong
    ) -> cython.int:
        end: cython.int = start
        move: cython.int
        while targets:
            move = source | lowest(targets) << 6
            self.buffer[end] = move | QUEEN << 12
            self.buffer[end + 1] = move | ROOK << 12
            self.buffer[end + 2] = move | BISHOP << 12
            self.buffer[end + 3] = move | KNIGHT << 12
            end += 4
            targets &= targets - 1
        return end

    def _castlings(self, start: cython.int) -> cython.int:
        end: cython.int = start
        side: cython.int
        for side in range(2):
            if self._may_castle(side):
                self.buffer[end] = (
                    self.king | self.corners[2 * self.to_move + side] << 6 | CASTLING << 15
                )
                end += 1
        return end

    def _en_passants(self, start: cython.int) -> cython.int:
        end: cython.int = start
        if self.en_passant:
            pawns: cython.ulonglong = self._capturers(self.en_passant)
            while pawns:
                self.buffer[end] = lowest(pawns) | self.en_passant << 6 | EN_PASSANT << 15
                end += 1
                pawns &= pawns - 1
        return end

    def _widen(self, width: cython.int) -> None:
        """Gives `buffer` room for `width` moves."""
        wider: cython.int[::1] = array("i", bytes(4 * width))
        wider[: self.width] = self.buffer[: self.width]
        self.buffer = wider
        self.width = width
