"""Who attacks and protects what in ThreeChess, for evaluations.

Typed Python, see `arena_games.board`; C types are in `attacks.pxd`.
"""

from array import array

import cython

from arena_games.threechess import pieces, tables
from arena_games.threechess.armies import Armies
from arena_games.threechess.board import ThreeChessBoard

_WALK = tables.WALK
_BLOCKED = tables.WALK_BLOCKED
_BEGIN = tables.WALK_BEGIN
_CAPTURES = tables.PAWN_CAPTURES
_VALUES = array("i", pieces.VALUES)
_PAWN = pieces.PAWN
_KING = pieces.KING
_NO_SQUARE = tables.NO_SQUARE
_CAPTURE_ROOM = tables.CAPTURE_ROOM


class Attacks:
    """The squares that each seat's pieces bear on, as of the last `look`.

    `least` has, by `seat * 96 + square`, the points of the cheapest piece that could take
    there, or that protects what stands there; 0 where none can. `reach` counts the squares
    that a seat's pieces other than pawns bear on, once for each piece. `kings` are the
    squares of the kings.
    """

    def __init__(self) -> None:
        if not cython.compiled:  # compiled, these are C arrays inside the object
            self.least = [0] * 288
            self.reach = [0] * 3
            self.kings = [0] * 3

    def look(self, board: ThreeChessBoard) -> None:
        """Takes in the state of a board."""
        armies: Armies = board._armies
        self._armies = armies
        seat: cython.int
        i: cython.int
        for i in range(288):
            self.least[i] = 0
        for seat in range(3):
            self.reach[seat] = 0
            self.kings[seat] = -1
            for i in range(seat * 16, seat * 16 + armies.counts[seat]):
                square: cython.int = armies.lists[i]
                self._walk(armies, seat, square, armies.squares[square] & 7)

    def cheapest(self, seat: cython.int, square: cython.int) -> cython.int:
        """The points of a seat's cheapest piece that bears on a square; 0: none does."""
        return self.least[seat * 96 + square]

    def mobility(self, seat: cython.int) -> cython.int:
        """How many squares a seat's pieces other than pawns bear on, each for itself."""
        return self.reach[seat]

    def count(self, seat: cython.int) -> cython.int:
        """How many pieces a seat has on the board."""
        return self._armies.counts[seat]

    def square(self, seat: cython.int, i: cython.int) -> cython.int:
        """The square of a seat's i-th piece, in no order."""
        return self._armies.lists[seat * 16 + i]

    def king(self, seat: cython.int) -> cython.int:
        """The square of a seat's king; -1 once it is taken."""
        return self.kings[seat]

    def _walk(self, armies: Armies, seat: cython.int, square: cython.int, kind: cython.int) -> None:
        """Marks what one piece bears on."""
        worth: cython.int = _VALUES[kind]
        base: cython.int = seat * 96
        target: cython.int
        i: cython.int
        if kind == _PAWN:
            for i in range((base + square) * _CAPTURE_ROOM, (base + square + 1) * _CAPTURE_ROOM):
                if _CAPTURES[i] == _NO_SQUARE:
                    break
                self.least[base + _CAPTURES[i]] = worth
            return
        if kind == _KING:
            self.kings[seat] = square
        i = _BEGIN[kind * 97 + square]
        end: cython.int = _BEGIN[kind * 97 + square + 1]
        while i < end:
            target = _WALK[i]
            if self.least[base + target] == 0 or self.least[base + target] > worth:
                self.least[base + target] = worth
            self.reach[seat] += 1
            i = i + 1 if armies.squares[target] == 0 else _BLOCKED[i]
