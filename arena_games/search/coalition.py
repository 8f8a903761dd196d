"""Searches of one seat against all others that go as deep as the time allows: paranoid
(Sturtevant and Korf, 2000) and best-reply (Schadd and Winands, 2011)."""

from arena_games.board import Board
from arena_games.search.deepening import deepen
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found, Stop, never
from arena_games.search.rivals import Rivals
from arena_games.search.transposition import Transpositions

PLIES = 60


def coalition(
    board: Board,
    evaluation: Evaluation,
    *,
    depth: int = PLIES,
    seed: int = 0,
    stop: Stop = never,
    enough: Stop = never,
    table: Transpositions | None = None,
) -> Found:
    """The best move if all others play together against the mover (paranoid search).

    Every depth's value is that of the same search without pruning, if whoever can win the
    match on the move does so. `table` may be kept from turn to turn of the same seat.
    `board` is left as it was. The rest: see `deepening.deepen`.
    """
    return _deepen(board, evaluation, depth, seed, stop, enough, table, single=False)


def best_reply(
    board: Board,
    evaluation: Evaluation,
    *,
    depth: int = PLIES,
    seed: int = 0,
    stop: Stop = never,
    enough: Stop = never,
    table: Transpositions | None = None,
) -> Found:
    """The best move if after each of the mover's moves one rival answers, the one who hurts
    him most, and the others pass.

    So `depth` counts the mover's moves and one answer to each. It sets `Board.to_move` of
    its copy, which the game must allow where it has more than two seats. Otherwise as
    `coalition`; for two seats the same.
    """
    return _deepen(board, evaluation, depth, seed, stop, enough, table, single=True)


def _deepen(
    board: Board,
    evaluation: Evaluation,
    depth: int,
    seed: int,
    stop: Stop,
    enough: Stop,
    table: Transpositions | None,
    *,
    single: bool,
) -> Found:
    own, effort = board.copy(), Effort(stop)
    if table is not None:
        table.renew()
    tree = Rivals(own, evaluation, effort, depth, single, table)
    return deepen(tree, own, evaluation, depth, seed, effort, enough)
