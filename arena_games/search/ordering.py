"""Which moves to look at first: alpha-beta cuts most when the best move comes first.

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.board import Board
from arena_games.search.evaluation import Evaluation


def ordered(
    moves: list,  # type: ignore[type-arg] # Cython wants it as in the .pxd
    board: Board,
    evaluation: Evaluation,
    seat: cython.int,
    ply: cython.int,
) -> list[int]:
    """The legal `moves` by their value after one ply, best for the mover first.

    The mover wants a large value for `seat` if that is his own, else a small one. Moves
    of equal value keep their order. `ply` is the board's distance from the root.
    """
    sign: cython.int = -1 if board.to_move == seat else 1
    keyed: list[tuple[int, int, int]] = []
    index: cython.int
    move: cython.int
    for index, move in enumerate(moves):
        board.make(move)
        keyed.append((sign * evaluation.of(board, seat, ply + 1), index, move))
        board.unmake()
    keyed.sort()
    return [entry[2] for entry in keyed]
