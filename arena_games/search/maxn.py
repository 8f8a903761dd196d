"""Max^n (Luckhardt and Irani, 1986): every seat maximises its own value.

Typed Python, see `arena_games.board`.
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found, Stop, never
from arena_games.search.root import choose


class MaxN:
    """`_values` holds a row for each ply of the line at hand, a value for each seat.

    Where the evaluation bounds the sum of all values and none is negative
    (`Evaluation.total`), shallow pruning applies (Korf, 1991): a seat that is sure of `v`
    leaves at most `total - v` to the one who moved before it, and nothing more needs to be
    known once that is no more than what he has already. `offended` is the seat whose value
    the root's mover minimises instead of maximising his own, -1: none.
    """

    def __init__(
        self,
        board: Board,
        evaluation: Evaluation,
        effort: Effort,
        depth: int,
        offended: int = -1,
    ) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._total = evaluation.total() if offended < 0 else 0
        self._seat = board.to_move
        self._offended = offended
        self._values = array("i", bytes(4 * board.seats * (depth + 1)))

    def after(self, move: cython.int, depth: cython.int, alpha: cython.int) -> cython.int:
        """See `root.Tree`."""
        self._effort.spend()
        self._board.make(move)
        self._fill(depth - 1, 1, self._seat, alpha)
        self._board.unmake()
        return self._gain(self._board.seats, self._seat)

    def _gain(self, row: cython.int, seat: cython.int) -> cython.int:
        """What a seat goes by in a row of values."""
        if self._offended >= 0 and seat == self._seat:
            return -self._values[row + self._offended]
        return self._values[row + seat]

    def _fill(
        self, depth: cython.int, ply: cython.int, before: cython.int, sure: cython.int
    ) -> None:
        """Works out the row of `ply` for the state of the board.

        The seat `before` moved here and is `sure` of so much elsewhere: if this gives it no
        more, the row may hold anything that gives it no more.
        """
        board: Board = self._board
        seats: cython.int = board.seats
        row: cython.int = seats * ply
        seat: cython.int
        if depth == 0 or board.over:
            for seat in range(seats):
                self._values[row + seat] = self._evaluation.of(board, seat, ply)
            return
        mover: cython.int = board.to_move
        first: cython.bint = True
        best: cython.int = -1
        move: cython.int
        for move in board.legal():
            self._effort.spend()
            board.make(move)
            self._fill(depth - 1, ply + 1, mover, best)
            board.unmake()
            if first or self._gain(row + seats, mover) > best:
                first = False
                best = self._gain(row + seats, mover)
                for seat in range(seats):
                    self._values[row + seat] = self._values[row + seats + seat]
                if self._total > 0 and mover != before and best >= self._total - sure:
                    # Nobody may take the row at its word, but for what is left to `before`.
                    self._values[row + before] = min(self._values[row + before], sure)
                    return


def maxn(
    board: Board, depth: int, evaluation: Evaluation, *, seed: int = 0, stop: Stop = never
) -> Found:
    """The best move if every seat plays for its own value, by a search of `depth` plies.

    Its value is that of the same search without pruning. Below the root a seat that is
    indifferent is taken to play the first of its best moves in the board's order.
    `board` is left as it was. Ties at the root and `stop`: see `root.choose`, which also
    says what it raises.
    """
    own, effort = board.copy(), Effort(stop)
    return choose(MaxN(own, evaluation, effort, depth), own, evaluation, depth, seed, effort)
