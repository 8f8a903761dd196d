"""Paranoid search (Sturtevant and Korf, 2000) for any number of seats, to a fixed depth:
the root's seat maximises its value, all others are taken to minimise it.

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.board import Board
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import INFINITE, Found, Stop, never
from arena_games.search.ordering import ordered
from arena_games.search.root import choose

_INFINITE: cython.int = INFINITE


class _Paranoid:
    def __init__(self, board: Board, evaluation: Evaluation, effort: Effort) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._seat = board.to_move

    def after(self, move: cython.int, depth: cython.int, alpha: cython.int) -> cython.int:
        self._effort.spend()
        self._board.make(move)
        value: cython.int = self._value(depth - 1, 1, alpha, _INFINITE)
        self._board.unmake()
        return value

    def _value(
        self, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """For the root's seat; exact between `alpha` and `beta`, outside a bound."""
        board: Board = self._board
        if depth == 0 or board.over:
            return self._evaluation.of(board, self._seat, ply)
        moves: list[int] = board.legal()
        if depth > 1:
            moves = ordered(moves, board, self._evaluation, self._seat, ply)
        own: cython.bint = board.to_move == self._seat
        best: cython.int = -_INFINITE if own else _INFINITE
        move: cython.int
        for move in moves:
            self._effort.spend()
            board.make(move)
            value: cython.int = self._value(depth - 1, ply + 1, alpha, beta)
            board.unmake()
            if own:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def paranoid(
    board: Board, depth: int, evaluation: Evaluation, *, seed: int = 0, stop: Stop = never
) -> Found:
    """The best move against all others together, by a pruned search of `depth` plies.

    Its value is that of the same search without pruning. `board` is left as it was. Ties
    and `stop`: see `root.choose`, which also says what it raises.
    """
    own, effort = board.copy(), Effort(stop)
    return choose(_Paranoid(own, evaluation, effort), own, evaluation, depth, seed, effort)
