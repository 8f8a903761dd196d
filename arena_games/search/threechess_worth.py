"""An evaluation for threechess: material, reach, what hangs by the order of turns, kings.

Typed Python, see `arena_games.board`. It stands apart from the others because it loads
the rules of threechess.
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import WIN
from arena_games.threechess import pieces, tables
from arena_games.threechess.attacks import Attacks
from arena_games.threechess.board import ThreeChessBoard

_VALUES = array("i", pieces.VALUES)
_KING = pieces.KING
_WIN: cython.int = WIN

# All in hundredths of a point of the rules.
_POINT: cython.int = 100
_REACH: cython.int = 3  # for each square that a piece bears on
_CHECK: cython.int = 60  # for a king that its owner must save at once
_DOOMED: cython.int = 1500  # for a king whose owner moves only after who can take it
_BESIEGED: cython.int = 12  # for each square about a king that a rival bears on

# Of what a seat can take at best, how many hundredths count as lost to its owner: by
# 3 * turns until the seat moves + turns until the owner does.
_SHARE = array("i", (0, 80, 80, 15, 0, 50, 10, 10, 0))

# The squares that a king reaches from each square: _RING from _RING_BEGIN[square] on.
_RING_BEGIN = array("i", tables.WALK_BEGIN[_KING * 97 : _KING * 97 + 97])
_RING = tables.WALK


class ThreeChessWorth(Evaluation):
    """2 * a seat's worth - the two others', in hundredths of a point.

    A win counts WIN, a lost king -WIN, less the plies that it takes; being third and a
    draw count 0. Who can take a king on the move has won: that counts as if it were done
    (with two kings to take, each of their owners has lost).
    """

    def __init__(self) -> None:
        self._attacks = Attacks()
        self._fresh = False
        self._key = 0
        self._captor = -1
        if not cython.compiled:  # compiled, these are C arrays inside the object
            self._exposed = [0] * 3
            self._worth = [0] * 3
            self._most = [0] * 3
            self._victim = [0] * 3

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        if board.over:
            score: cython.double = board.result(seat)
            return _WIN - ply if score > 0 else ply - _WIN if score < 0 else 0
        key: cython.ulonglong = board.key()
        if not self._fresh or key != self._key:
            self._assess(board)  # type: ignore[arg-type]
            self._key = key
            self._fresh = True
        if self._captor >= 0:
            return self._captured(seat, ply + 1)
        total: cython.int = self._worth[0] + self._worth[1] + self._worth[2]
        return 3 * self._worth[seat] - total

    def _captured(self, seat: cython.int, ply: cython.int) -> cython.int:
        """The value for a seat when the side to move takes a king."""
        if seat == self._captor:
            return _WIN - ply
        return ply - _WIN if self._exposed[seat] else 0

    def _assess(self, board: ThreeChessBoard) -> None:
        """Works out everybody's worth, or who takes a king now."""
        attacks: Attacks = self._attacks
        attacks.look(board)
        mover: cython.int = board.to_move
        seat: cython.int
        self._captor = -1
        for seat in range(3):
            self._exposed[seat] = attacks.cheapest(mover, attacks.king(seat)) > 0 and seat != mover
            if self._exposed[seat]:
                self._captor = mover
        if self._captor >= 0:
            return
        for seat in range(3):
            self._worth[seat] = _POINT * (board.value(seat) - board.spoils(seat))
            self._worth[seat] += _REACH * attacks.mobility(seat)
        order: cython.int
        self._threats(board)
        for order in range(3):
            self._king((mover + order) % 3, order)

    def _threats(self, board: ThreeChessBoard) -> None:
        """Takes from owners a share of the most that each seat can win by one capture."""
        attacks: Attacks = self._attacks
        seat: cython.int
        owner: cython.int
        i: cython.int
        for seat in range(3):
            self._most[seat] = 0
        for owner in range(3):
            turns: cython.int = (owner - board.to_move + 3) % 3
            for i in range(attacks.count(owner)):
                square: cython.int = attacks.square(owner, i)
                kind: cython.int = board.piece_at(square) & 7
                if kind == _KING:
                    continue
                for seat in range(3):
                    if seat == owner or attacks.cheapest(seat, square) == 0:
                        continue
                    loss: cython.int = self._loss(seat, owner, square, _VALUES[kind])
                    loss *= _SHARE[3 * ((seat - board.to_move + 3) % 3) + turns]
                    if loss > self._most[seat]:
                        self._most[seat] = loss
                        self._victim[seat] = owner
        for seat in range(3):
            if self._most[seat] > 0:
                self._worth[self._victim[seat]] -= self._most[seat] * _POINT // 100

    def _loss(
        self, seat: cython.int, owner: cython.int, square: cython.int, worth: cython.int
    ) -> cython.int:
        """What the owner loses, in points, if the seat takes there and he takes back."""
        if self._attacks.cheapest(owner, square) == 0:
            return worth
        return max(0, worth - self._attacks.cheapest(seat, square))

    def _king(self, seat: cython.int, order: cython.int) -> None:
        """What a king's danger costs its owner, who moves `order` turns from now."""
        attacks: Attacks = self._attacks
        king: cython.int = attacks.king(seat)
        near: cython.int
        besieged: cython.int = 0
        other: cython.int
        for other in range(1, 3):
            rival: cython.int = (seat + other) % 3
            # `other` turns after the owner comes the rival, unless he comes before.
            if attacks.cheapest(rival, king) == 0:
                pass
            elif order == 2 and other == 2:
                self._worth[seat] -= _DOOMED
                self._worth[rival] += _DOOMED
            else:
                self._worth[seat] -= _CHECK
            i: cython.int
            for i in range(_RING_BEGIN[king], _RING_BEGIN[king + 1]):
                near = _RING[i]
                besieged += attacks.cheapest(rival, near) > 0
        self._worth[seat] -= _BESIEGED * besieged
