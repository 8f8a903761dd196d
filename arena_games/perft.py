"""Perft: counting move sequences, the usual proof and measure of a move generator.

A leaf is a position reached after exactly `depth` plies; one in which the match is over
has no children.
"""

from arena_games.board import Board
from arena_games.game import Position


def perft(start: Board | Position, depth: int) -> int:
    """The number of move sequences of exactly `depth` plies from there.

    By the board's own method `perft(depth)` where it has one, which does no more than
    skip the lists of moves. A board is left as it was. ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"perft depth {depth}: it takes 0 or more")
    board = start if isinstance(start, Board) else start.board()
    counted = getattr(board, "perft", None)
    return int(counted(depth)) if counted is not None else count(board, depth)


def divide(start: Position, depth: int) -> dict[str, int]:
    """`perft(depth)` split by first move, in order of the move texts. ValueError for depth 0."""
    if depth < 1:
        raise ValueError(f"perft divide depth {depth}: it takes 1 or more")
    board = start.board()
    leaves: dict[str, int] = {}
    for text in start.legal_moves():
        board.make(start.encode(text))
        leaves[text] = perft(board, depth - 1)
        board.unmake()
    return leaves


def count(board: Board, depth: int) -> int:
    """Perft over any board by `legal`, `make` and `unmake`, the last ply counted in bulk."""
    if depth == 0:
        return 1
    moves = board.legal()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.make(move)
        leaves += count(board, depth - 1)
        board.unmake()
    return leaves
