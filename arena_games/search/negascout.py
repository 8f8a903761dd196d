"""Iterative deepening for two seats: alpha-beta with null windows (NegaScout, Reinefeld,
1983) and a transposition table, for any game.

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.board import Board
from arena_games.search.deepening import deepen, expected
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import INFINITE, WIN, Found, Stop, never
from arena_games.search.ordering import ordered
from arena_games.search.transposition import Transpositions

if not cython.compiled:
    from arena_games.search.transposition import EXACT, LOWER, UPPER

_INFINITE: cython.int = INFINITE
_DECIDED: cython.int = WIN // 2


class _NegaScout:
    def __init__(
        self, board: Board, evaluation: Evaluation, effort: Effort, table: Transpositions
    ) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._table = table

    def after(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        self._effort.spend()
        self._board.make(move)
        value: cython.int = -self._value(depth - 1, 1, -beta, -alpha)
        self._board.unmake()
        return value

    def line(self, move: int, limit: int) -> tuple[int, ...]:
        return expected(self._board, move, self._table, limit)

    def _value(
        self, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """For the seat to move; exact between `alpha` and `beta`, outside a bound."""
        board: Board = self._board
        if depth == 0 or board.over:
            return self._evaluation.of(board, board.to_move, ply)
        settled: cython.bint = depth > 1 and board.settled(depth)
        hashed: cython.int = -1
        if settled:
            entry: cython.int = self._table.find(board.key())
            if entry >= 0:
                hashed = self._table.move(entry)
                if self._holds(entry, depth, ply) and self._table.decides(entry, ply, alpha, beta):
                    return self._table.value(entry, ply)
        return self._best(depth, ply, alpha, beta, hashed, settled)

    def _best(
        self,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
        hashed: cython.int,
        settled: cython.bint,
    ) -> cython.int:
        board: Board = self._board
        key: cython.ulonglong = board.key() if settled else 0
        best: cython.int = -_INFINITE
        chosen: cython.int = -1
        low: cython.int = alpha
        value: cython.int
        move: cython.int
        for move in self._moves(depth, ply, hashed):
            self._effort.spend()
            board.make(move)
            if chosen < 0:
                value = -self._value(depth - 1, ply + 1, -beta, -low)
            else:
                value = -self._value(depth - 1, ply + 1, -low - 1, -low)
                if low < value < beta:
                    value = -self._value(depth - 1, ply + 1, -beta, -low)
            board.unmake()
            if value > best:
                best, chosen = value, move
                low = max(low, best)
                if best >= beta:
                    break
        if settled:
            bound: cython.int = EXACT
            if best >= beta:
                bound = LOWER
            elif best <= alpha:
                bound = UPPER
            self._table.put(key, chosen, best, depth, bound, ply)
        return best

    def _moves(self, depth: cython.int, ply: cython.int, hashed: cython.int) -> list[int]:
        """The legal moves, the most promising first."""
        board: Board = self._board
        moves: list[int] = board.legal()
        if depth > 1:
            moves = ordered(moves, board, self._evaluation, board.to_move, ply)
        if hashed in moves:
            moves.remove(hashed)
            moves.insert(0, hashed)
        return moves

    def _holds(self, entry: cython.int, depth: cython.int, ply: cython.int) -> cython.bint:
        """Whether an entry is worth what a search of `depth` plies is: of that very depth,
        or a result that was reached within fewer."""
        known: cython.int = self._table.depth(entry)
        if known >= depth:
            return known == depth
        return abs(self._table.value(entry, ply)) > _DECIDED


def negascout(
    board: Board,
    evaluation: Evaluation,
    *,
    depth: int = 255,
    seed: int = 0,
    stop: Stop = never,
    enough: Stop = never,
    table: Transpositions | None = None,
) -> Found:
    """The best move by searches of growing depth, at most `depth`: see `deepening.deepen`.

    The value found at a depth is that of plain minimax. `evaluation` must be antisymmetric
    as for `alphabeta`, and depend on the ply only as `Decided` does: values over half of
    WIN either way lose one with each ply, others none. `table` may be kept from turn to
    turn of one match with one evaluation. `board` is left as it was. Raises ValueError for
    a game of other than two seats, and as `deepen`.
    """
    if board.seats != 2:
        raise ValueError(f"negascout is for two seats, not {board.seats}; paranoid plays any")
    own, effort = board.copy(), Effort(stop)
    table = table or Transpositions()
    table.renew()
    tree = _NegaScout(own, evaluation, effort, table)
    return deepen(tree, own, evaluation, depth, seed, effort, enough)
