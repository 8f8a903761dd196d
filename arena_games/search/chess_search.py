"""Chess: iterative deepening, alpha-beta with null windows, quiescence, and the usual ways
to spend the time on the moves that matter.

Typed Python, see `arena_games.board`. Of these ways, all of which `selective=False` leaves
out: a line with a check is looked at one ply deeper; where passing is still too good for
the rival (null move), or the value far beyond him, the move is not searched; late quiet
moves are searched less deep, and close to the leaves not at all.

It stands apart from the other searches because it loads the rules of chess. The loop holds
the interpreter's lock: an evaluation may be plain Python, a sandbox has one core, and
`Effort` lets other threads in often enough.
"""

import math
from array import array

import cython

from arena_games.board import Board
from arena_games.chess.board import ChessBoard
from arena_games.search.chess_evaluation import ChessTapered
from arena_games.search.chess_ordering import ChessOrdering, noisy
from arena_games.search.deepening import deepen, expected
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import INFINITE, WIN, Found, Stop, never
from arena_games.search.transposition import Transpositions

if not cython.compiled:
    from arena_games.chess.tables import KING, PAWN, popcount
    from arena_games.search.chess_ordering import HOLDING, QUIET
    from arena_games.search.transposition import EXACT, LOWER, UPPER

_INFINITE: cython.int = INFINITE
_WIN: cython.int = WIN
_DECIDED: cython.int = WIN // 2
# No line is followed further than this.
_PLIES: cython.int = 120

# Centipawns: what a ply may be expected to gain at most, near the leaves.
_AHEAD: cython.int = 90
_BEHIND: cython.int = 110
# Captures in quiescence must bring the value this close to alpha.
_MARGIN: cython.int = 180

# By 64 * depth + moves tried: how many plies less a late quiet move is searched.
_REDUCTIONS = array(
    "i",
    [
        int(0.5 + math.log(max(1, depth)) * math.log(max(1, tried)) / 2.2)
        for depth in range(64)
        for tried in range(64)
    ],
)


class _ChessSearch:
    def __init__(
        self,
        board: ChessBoard,
        evaluation: Evaluation,
        effort: Effort,
        table: Transpositions,
        selective: bool,
    ) -> None:
        self._board = board
        self._evaluation = evaluation
        self._effort = effort
        self._table = table
        self._order = ChessOrdering(board, _PLIES + 1)
        self._selective = selective

    def after(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        self._board.play(move)
        value: cython.int = -self._value(depth - 1, 1, -beta, -alpha, 0, True)
        self._board.take_back()
        return value

    def line(self, move: int, limit: int) -> tuple[int, ...]:
        return expected(self._board, move, self._table, limit)

    def _value(
        self,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
        start: cython.int,
        may_skip: cython.bint,
    ) -> cython.int:
        """For the side to move; exact between `alpha` and `beta`, outside a bound. Moves are
        written to the board's buffer from `start`."""
        board: ChessBoard = self._board
        check: cython.bint = board.in_check()
        if check and self._selective:
            depth += 1
        if depth <= 0:
            return self._quiet(ply, alpha, beta, start)
        self._effort.spend()
        if self._drawn():
            return 0
        if ply >= _PLIES:
            return self._evaluation.of(board, board.to_move, ply)
        # A mate found nearer the root is better than any from here on.
        alpha = max(alpha, ply - _WIN)
        beta = min(beta, _WIN - ply - 1)
        if alpha >= beta:
            return alpha
        narrow: cython.bint = beta - alpha == 1
        hashed: cython.int = -1
        entry: cython.int = self._table.find(board.hash)
        if entry >= 0:
            hashed = self._table.move(entry)
            known: cython.int = self._table.depth(entry)
            deep: cython.bint = known >= depth if self._selective else known == depth
            if narrow and deep and self._table.decides(entry, ply, alpha, beta):
                return self._table.value(entry, ply)
        static: cython.int = _INFINITE
        if self._selective and narrow and not check:
            static = self._evaluation.of(board, board.to_move, ply)
            if depth <= 6 and static - _AHEAD * depth >= beta and beta > -_DECIDED:
                return static
            if may_skip and depth >= 3 and static >= beta and self._has_pieces():
                value: cython.int = self._skipped(depth, ply, beta, start, static)
                if value >= beta:
                    return beta if value > _DECIDED else value
        return self._best(depth, ply, alpha, beta, start, hashed, static)

    def _best(
        self,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
        start: cython.int,
        hashed: cython.int,
        static: cython.int,
    ) -> cython.int:
        board: ChessBoard = self._board
        key: cython.ulonglong = board.hash
        end: cython.int = board.generate(start)
        if end == start:
            return ply - _WIN if board.in_check() else 0
        if board.halfmove >= 100:
            return 0
        self._order.rate(start, end, hashed, ply)
        best: cython.int = -_INFINITE
        chosen: cython.int = -1
        low: cython.int = alpha
        i: cython.int
        for i in range(start, end):
            move: cython.int = self._order.next(i, end)
            if best > -_DECIDED and self._hopeless(depth, i - start, i, static, low):
                continue
            reduction: cython.int = self._reduction(depth, i - start, i, beta - alpha > 1)
            board.play(move)
            if reduction > 0 and board.in_check():
                reduction = 0
            value: cython.int = self._below(
                depth - 1, ply + 1, low, beta, end, reduction, chosen < 0
            )
            board.take_back()
            if value > best:
                best, chosen = value, move
                low = max(low, best)
                if best >= beta:
                    if not noisy(board, move):
                        self._order.reward(start, i, depth, ply)
                    break
        bound: cython.int = EXACT
        if best >= beta:
            bound = LOWER
        elif best <= alpha:
            bound = UPPER
        self._table.put(key, chosen, best, depth, bound, ply)
        return best

    def _below(
        self,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
        end: cython.int,
        reduction: cython.int,
        first: cython.bint,
    ) -> cython.int:
        """The value of the move just made for who made it. All but the first are expected
        not to be over `alpha`, and only if they are is the search a full one."""
        if first:
            return -self._value(depth, ply, -beta, -alpha, end, True)
        value: cython.int = -self._value(depth - reduction, ply, -alpha - 1, -alpha, end, True)
        if reduction > 0 and value > alpha:
            value = -self._value(depth, ply, -alpha - 1, -alpha, end, True)
        if alpha < value < beta:
            value = -self._value(depth, ply, -beta, -alpha, end, True)
        return value

    def _reduction(
        self, depth: cython.int, tried: cython.int, at: cython.int, wide: cython.bint
    ) -> cython.int:
        """How many plies less the move at index `at` is searched at first."""
        if not self._selective or depth < 3 or tried < 3 or self._board.in_check():
            return 0
        score: cython.int = self._order.score(at)
        if score >= HOLDING:
            return 0
        less: cython.int = _REDUCTIONS[64 * min(depth, 63) + min(tried, 63)]
        if wide or score > 4000 or score < QUIET:
            less -= 1
        elif score < -4000:
            less += 1
        return max(0, min(less, depth - 2))

    def _hopeless(
        self,
        depth: cython.int,
        tried: cython.int,
        at: cython.int,
        static: cython.int,
        alpha: cython.int,
    ) -> cython.bint:
        """Whether the move at index `at` is a late quiet one near the leaves that will hardly
        help. Only asked where nothing is at stake: `static` is unknown elsewhere."""
        if static == _INFINITE or depth > 4 or self._order.score(at) >= HOLDING:
            return False
        if self._order.score(at) < QUIET:
            return depth <= 2 and tried > 0
        return tried > 3 + 2 * depth * depth or static + _BEHIND * (depth + 1) <= alpha

    def _skipped(
        self,
        depth: cython.int,
        ply: cython.int,
        beta: cython.int,
        start: cython.int,
        static: cython.int,
    ) -> cython.int:
        """What is left for the side to move if it passes."""
        less: cython.int = 3 + depth // 4 + min((static - beta) // 200, 2)
        self._board.skip()
        value: cython.int = -self._value(depth - less, ply + 1, -beta, 1 - beta, start, False)
        self._board.unskip()
        return value

    def _quiet(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, start: cython.int
    ) -> cython.int:
        """The value once nothing is left to capture that pays (quiescence). Who is in check
        tries every way out, else nobody has to move."""
        board: ChessBoard = self._board
        self._effort.spend()
        if self._drawn():
            return 0
        if ply >= _PLIES:
            return self._evaluation.of(board, board.to_move, ply)
        check: cython.bint = board.in_check()
        best: cython.int = ply - _WIN
        end: cython.int
        if check:
            end = board.generate(start)
        else:
            best = self._evaluation.of(board, board.to_move, ply)
            if best >= beta:
                return best
            end = board.captures(start)
        least: cython.int = best + _MARGIN
        self._order.rate(start, end, -1, ply)
        low: cython.int = max(alpha, best)
        i: cython.int
        for i in range(start, end):
            move: cython.int = self._order.next(i, end)
            if self._selective and not check:
                if self._order.score(i) < QUIET:
                    break
                if least + self._order.gain(move) <= alpha:
                    continue
            board.play(move)
            value: cython.int = -self._quiet(ply + 1, -beta, -low, end)
            board.take_back()
            if value > best:
                best = value
                low = max(low, best)
                if best >= beta:
                    break
        return best

    def _drawn(self) -> cython.bint:
        """A position that was here before counts as drawn at once: who could do better than
        repeat, could have done so the first time."""
        board: ChessBoard = self._board
        if board.halfmove >= 4 and board.repetitions() > 1:
            return True
        return not (board.can_mate(0) or board.can_mate(1))

    def _has_pieces(self) -> cython.bint:
        """Whether the side to move has two pieces: with less, having to move may be what
        hurts it (zugzwang), and passing the best of all."""
        board: ChessBoard = self._board
        own: cython.ulonglong = board.bits[board.to_move]
        return popcount(own ^ (own & (board.bits[PAWN] | board.bits[KING]))) > 1


def chess_search(
    board: Board,
    evaluation: Evaluation | None = None,
    *,
    depth: int = 60,
    seed: int = 0,
    stop: Stop = never,
    enough: Stop = never,
    table: Transpositions | None = None,
    selective: bool = True,
) -> Found:
    """The best move by searches of growing depth, at most `depth`: see `deepening.deepen`.

    `evaluation` (ChessTapered where none is given) must be antisymmetric; it is not asked
    for mates and draws. A mate counts WIN, less one for each ply that it takes. A position
    that repeats counts as drawn, as does one after 50 moves, claimed or not. `table` may
    be kept from turn to turn of one match with one evaluation. `board` is left as it was.
    Raises ValueError for a board of another game, and as `deepen`.
    """
    own, effort = board.copy(), Effort(stop)
    if not isinstance(own, ChessBoard):
        raise ValueError("chess_search is for chess; negascout plays any game for two seats")
    evaluation = evaluation or ChessTapered()
    table = table or Transpositions()
    table.renew()
    tree = _ChessSearch(own, evaluation, effort, table, selective)
    return deepen(tree, own, evaluation, min(depth, 60), seed, effort, enough)
