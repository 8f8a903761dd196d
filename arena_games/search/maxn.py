"""Max^n (Luckhardt and Irani, 1986) to a fixed depth: every seat maximises its own value.

Typed Python, see `arena_games.board`.
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found, Stop, never
from arena_games.search.root import choose


class _MaxN:
    """`_values` holds a row for each ply of the line at hand, a value for each seat."""

    def __init__(self, board: Board, evaluation: Evaluation, effort: Effort, depth: int) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._values = array("i", bytes(4 * board.seats * (depth + 1)))

    def after(self, move: cython.int, depth: cython.int, alpha: cython.int) -> cython.int:
        mover: cython.int = self._board.to_move
        self._effort.spend()
        self._board.make(move)
        self._fill(depth - 1, 1)
        self._board.unmake()
        return self._values[self._board.seats + mover]

    def _fill(self, depth: cython.int, ply: cython.int) -> None:
        """Works out the row of `ply` for the state of the board."""
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
        move: cython.int
        for move in board.legal():
            self._effort.spend()
            board.make(move)
            self._fill(depth - 1, ply + 1)
            board.unmake()
            if first or self._values[row + seats + mover] > self._values[row + mover]:
                first = False
                for seat in range(seats):
                    self._values[row + seat] = self._values[row + seats + seat]


def maxn(
    board: Board, depth: int, evaluation: Evaluation, *, seed: int = 0, stop: Stop = never
) -> Found:
    """The best move if every seat plays for its own value, by a search of `depth` plies.

    Below the root a seat that is indifferent is taken to play the first of its best moves
    in the board's order. `board` is left as it was. Ties at the root and `stop`: see
    `root.choose`, which also says what it raises.
    """
    own, effort = board.copy(), Effort(stop)
    return choose(_MaxN(own, evaluation, effort, depth), own, evaluation, depth, seed, effort)
