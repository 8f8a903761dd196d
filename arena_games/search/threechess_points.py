"""The points of threechess for the agents that play for points, with a look at what comes
next where points are equal.

Typed Python, see `arena_games.board`. It stands apart from the other evaluations because it
loads the rules of threechess.
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.search.evaluation import Evaluation
from arena_games.threechess import pieces
from arena_games.threechess.attacks import Attacks
from arena_games.threechess.board import ThreeChessBoard

_VALUES = array("i", pieces.VALUES)
_SCORE: cython.int = 1000  # a point; prospects are always less
_IN_DANGER: cython.int = 450


class ThreeChessPoints(Evaluation):
    """Thousands of what `score` says (`Evaluation`: own points, `Against`: those against the
    others'), and below that, in states that score alike, a seat's prospects: the most
    that it could take next, all that it attacks, and whether its king stands in danger.

    Without them a player for points wanders about among equal moves, and others end the
    match while it does.
    """

    def __init__(self, score: Evaluation) -> None:
        self.score = score
        self._attacks = Attacks()

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        value: cython.int = _SCORE * self.score.of(board, seat, ply)
        if board.over:
            return value
        return value + self._prospects(board, seat)  # type: ignore[arg-type]

    def _prospects(self, board: ThreeChessBoard, seat: cython.int) -> cython.int:
        """From -_IN_DANGER up, under half of _SCORE."""
        attacks: Attacks = self._attacks
        attacks.look(board)
        most: cython.int = 0
        every: cython.int = 0
        owner: cython.int
        i: cython.int
        for owner in range(3):
            if owner == seat:
                continue
            for i in range(attacks.count(owner)):
                net: cython.int = self._net(board, seat, owner, attacks.square(owner, i))
                most = max(most, net)
                every += net
        danger: cython.bint = False
        king: cython.int = attacks.king(seat)
        for owner in range(3):
            if owner != seat and attacks.cheapest(owner, king) > 0:
                danger = True
        return 9 * most + min(every, 99) - (_IN_DANGER if danger else 0)

    def _net(
        self, board: ThreeChessBoard, seat: cython.int, owner: cython.int, square: cython.int
    ) -> cython.int:
        """What the seat gains, in points, if it takes there and the owner takes back."""
        taker: cython.int = self._attacks.cheapest(seat, square)
        if taker == 0:
            return 0
        kind: cython.int = board.piece_at(square) & 7
        if kind == pieces.KING or self._attacks.cheapest(owner, square) == 0:
            return _VALUES[kind]
        return max(0, _VALUES[kind] - taker)
