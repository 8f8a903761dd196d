"""One ply ahead."""

from arena_games.board import Board
from arena_games.rng import Lot
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found


def greedy(board: Board, evaluation: Evaluation, *, seed: int = 0) -> Found:
    """The move after which the mover's value is largest; ties are drawn by `seed`, all
    equally likely. `board` is left as it was.

    Raises ValueError for a match that is over.
    """
    own, seat = board.copy(), board.to_move
    moves = own.legal()
    if not moves:
        raise ValueError("there is nothing to search: the match is over")
    values = []
    for move in moves:
        own.make(move)
        values.append(evaluation.of(own, seat, 1))
        own.unmake()
    best = max(values)
    ties = [move for move, value in zip(moves, values, strict=True) if value == best]
    return Found(Lot(seed).choice(ties), best, 1, len(moves))
