"""Alpha-beta for two seats, to a fixed depth (Knuth and Moore, 1975, in its negamax form).

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


class _Negamax:
    def __init__(self, board: Board, evaluation: Evaluation, effort: Effort) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort

    def after(self, move: cython.int, depth: cython.int, alpha: cython.int) -> cython.int:
        self._effort.spend()
        self._board.make(move)
        value: cython.int = -self._value(depth - 1, 1, -_INFINITE, -alpha)
        self._board.unmake()
        return value

    def _value(
        self, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """For the seat to move; exact between `alpha` and `beta`, outside a bound."""
        board: Board = self._board
        if depth == 0 or board.over:
            return self._evaluation.of(board, board.to_move, ply)
        moves: list[int] = board.legal()
        if depth > 1:
            moves = ordered(moves, board, self._evaluation, board.to_move, ply)
        best: cython.int = -_INFINITE
        move: cython.int
        for move in moves:
            self._effort.spend()
            board.make(move)
            value: cython.int = -self._value(depth - 1, ply + 1, -beta, -max(alpha, best))
            board.unmake()
            if value > best:
                best = value
                if best >= beta:
                    break
        return best


def alphabeta(
    board: Board, depth: int, evaluation: Evaluation, *, seed: int = 0, stop: Stop = never
) -> Found:
    """The best move by a search of `depth` plies; its value is that of plain minimax.

    `evaluation` must be antisymmetric: what is good for one seat is as bad for the other.
    `board` is left as it was. Ties and `stop`: see `root.choose`. Raises ValueError for a
    game of other than two seats, and as `root.choose`.
    """
    if board.seats != 2:
        raise ValueError(f"alphabeta is for two seats, not {board.seats}; paranoid plays any")
    own, effort = board.copy(), Effort(stop)
    return choose(_Negamax(own, evaluation, effort), own, evaluation, depth, seed, effort)
