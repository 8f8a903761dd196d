"""The choice at the root, which the fixed-depth searches share."""

from typing import Protocol

from arena_games.board import Board
from arena_games.rng import Lot
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import INFINITE, Found, Stopped
from arena_games.search.ordering import ordered


class Tree(Protocol):
    """A search below one move of the root."""

    def after(self, move: int, depth: int, alpha: int) -> int:
        """The value of `move` for the root's mover, looking `depth` plies ahead (that move
        included): exact if it is over `alpha`, else some bound that is not over it.

        Raises Stopped, with the board in no defined state.
        """


def choose(
    tree: Tree, board: Board, evaluation: Evaluation, depth: int, seed: int, effort: Effort
) -> Found:
    """The best move of `board` by `tree`. Raises ValueError for a match that is over.

    Among equally good moves the one that looks better after one ply is taken, then one
    drawn by `seed`. A stopped search gives the best move that it had got through.
    """
    if depth < 1:
        raise ValueError(f"search depth {depth}: it takes at least 1")
    moves = board.legal()
    if not moves:
        raise ValueError("there is nothing to search: the match is over")
    Lot(seed).shuffle(moves)
    if depth > 1:
        moves = ordered(moves, board, evaluation, board.to_move, 0)
    best, value = moves[0], -INFINITE
    try:
        for move in moves:
            found = tree.after(move, depth, value)
            if found > value:
                best, value = move, found
    except Stopped:
        return Found(best, None if value == -INFINITE else value, 1, effort.nodes)
    return Found(best, value, depth, effort.nodes)
