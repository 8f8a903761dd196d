"""The searches again, as plainly as they can be written: no pruning, no ordering."""

from arena_games import Board
from arena_games.search import Evaluation


def after(board: Board, move: int) -> Board:
    """A new board, so that nothing depends on unmaking."""
    other = board.copy()
    other.make(move)
    return other


def minimax(board: Board, depth: int, evaluation: Evaluation, seat: int, ply: int = 0) -> int:
    """The value for `seat`, which maximises it, while all others minimise it."""
    if depth == 0 or board.over:
        return int(evaluation.of(board, seat, ply))
    values = (
        minimax(after(board, move), depth - 1, evaluation, seat, ply + 1) for move in board.legal()
    )
    return max(values) if board.to_move == seat else min(values)


def maxn(board: Board, depth: int, evaluation: Evaluation, ply: int = 0) -> tuple[int, ...]:
    """Everybody's value; ties go to the first move."""
    if depth == 0 or board.over:
        return tuple(evaluation.of(board, seat, ply) for seat in range(board.seats))
    rows = [maxn(after(board, move), depth - 1, evaluation, ply + 1) for move in board.legal()]
    return max(rows, key=lambda row: row[board.to_move])
