"""One seat against all others: the tree of paranoid and best-reply search.

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.board import Board
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import INFINITE
from arena_games.search.lineup import Lineup
from arena_games.search.transposition import Transpositions

if not cython.compiled:
    from arena_games.search.transposition import EXACT, LOWER, UPPER

_INFINITE: cython.int = INFINITE


class Rivals:
    """The tree below a root whose mover maximises his value while all others minimise it.

    `single`: between two moves of his only one rival moves, whichever hurts him most
    (best-reply search); else all do in turn (paranoid). Whoever can win the match on the
    move (`Board.prize`) does so and looks at nothing else. At most `plies` deep; `table`,
    if there is one, must have served no other seat or evaluation.
    """

    def __init__(
        self,
        board: Board,
        evaluation: Evaluation,
        effort: Effort,
        plies: int,
        single: bool,
        table: Transpositions | None,
    ) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._lineup = Lineup(board.seats, plies + 1)
        self._table = table
        self._seat = board.to_move
        self._single = single and board.seats > 2

    def after(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """See `deepening.Windowed`."""
        return self._down(move, depth, 0, alpha, beta)

    def line(self, move: int, limit: int) -> tuple[int, ...]:
        """See `deepening.Windowed`: of what comes next no more than the move is known."""
        return (move,)

    def _down(
        self,
        move: cython.int,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        self._effort.spend()
        self._board.make(move)
        value: cython.int = self._value(depth - 1, ply + 1, alpha, beta)
        self._board.unmake()
        return value

    def _value(
        self, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """For the root's seat; exact between `alpha` and `beta`, outside a bound."""
        board: Board = self._board
        if depth <= 0 or board.over:
            return self._evaluation.of(board, self._seat, ply)
        hint: cython.int = -1
        if self._table is not None:
            entry: cython.int = self._table.find(board.key())
            if entry >= 0:
                hint = self._table.move(entry)
                if (
                    self._table.depth(entry) == depth
                    and board.settled(depth)
                    and self._table.decides(entry, ply, alpha, beta)
                ):
                    return self._table.value(entry, ply)
        if self._single and board.to_move != self._seat:
            return self._one(depth, ply, alpha, beta)
        return self._turn(depth, ply, alpha, beta, hint)

    def _turn(
        self,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
        hint: cython.int,
    ) -> cython.int:
        """The seat to move chooses: the root's the largest value, any other the smallest."""
        board: Board = self._board
        own: cython.bint = board.to_move == self._seat
        low: cython.int = alpha
        high: cython.int = beta
        best: cython.int = -_INFINITE if own else _INFINITE
        chosen: cython.int = -1
        wins: cython.bint = False
        n: cython.int = self._lineup.fill(board, ply, 0, hint)
        if n == 0:  # which only a turn passed by can bring
            return self._evaluation.of(board, self._seat, ply)
        i: cython.int
        for i in range(n):
            move: cython.int = self._lineup.pick(ply, i, n)
            if wins and not self._lineup.decides(ply, i):
                break
            wins = self._lineup.decides(ply, i)
            value: cython.int = self._down(move, depth, ply, low, high)
            if value > best if own else value < best:
                best = value
                chosen = move
                if own:
                    low = max(low, best)
                else:
                    high = min(high, best)
            if low >= high:
                self._lineup.cut(board.to_move, ply, move, depth)
                break
        self._keep(depth, ply, best, alpha, beta, chosen)
        return best

    def _one(
        self, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """One of the rivals moves, out of turn if need be, then it is the root's seat's turn."""
        board: Board = self._board
        first: cython.int = board.to_move
        rival: cython.int = first
        best: cython.int = _INFINITE
        high: cython.int = beta
        wins: cython.bint = False
        i: cython.int
        while rival != self._seat and alpha < high and not wins:
            board.to_move = rival
            n: cython.int = self._lineup.fill(board, ply, 0, -1)
            for i in range(n):
                move: cython.int = self._lineup.pick(ply, i, n)
                if wins and not self._lineup.decides(ply, i):
                    break
                wins = self._lineup.decides(ply, i)
                best = min(best, self._reply(move, depth, ply, alpha, high))
                high = min(high, best)
                if alpha >= high:
                    self._lineup.cut(rival, ply, move, depth)
                    break
            rival = rival + 1 if rival + 1 < board.seats else 0
        board.to_move = first
        if best == _INFINITE:  # no rival has a move, which only a turn passed by can bring
            return self._evaluation.of(board, self._seat, ply)
        self._keep(depth, ply, best, alpha, beta, -1)
        return best

    def _reply(
        self,
        move: cython.int,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """As `_down`, with the root's seat to move after it."""
        board: Board = self._board
        self._effort.spend()
        board.make(move)
        following: cython.int = board.to_move
        if not board.over:
            board.to_move = self._seat
        value: cython.int = self._value(depth - 1, ply + 1, alpha, beta)
        board.to_move = following
        board.unmake()
        return value

    def _keep(
        self,
        depth: cython.int,
        ply: cython.int,
        value: cython.int,
        alpha: cython.int,
        beta: cython.int,
        move: cython.int,
    ) -> None:
        """Notes what a search of the board's state between `alpha` and `beta` gave."""
        if self._table is not None and self._board.settled(depth):
            bound: cython.int = LOWER if value >= beta else UPPER if value <= alpha else EXACT
            self._table.put(self._board.key(), move, value, depth, bound, ply)
