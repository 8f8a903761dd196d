"""MP-Mix (Zuckerman, Felner and Kraus, 2009): which search to trust depends on who leads."""

from arena_games.board import Board
from arena_games.search.effort import Effort
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import Found, Stop, never
from arena_games.search.maxn import MaxN, maxn
from arena_games.search.paranoid import paranoid
from arena_games.search.root import choose


def mp_mix(
    board: Board,
    depth: int,
    evaluation: Evaluation,
    *,
    defence: int,
    offence: int,
    seed: int = 0,
    stop: Stop = never,
) -> Found:
    """The best move by a search of `depth` plies that depends on the board's standing.

    Where the mover leads the second by `defence` or more (in the evaluation's unit), all
    others are taken to play against him: paranoid. Where another leads by `offence` or
    more, he is to be hurt most, by a mover who takes it that all others play for
    themselves. Else max^n. The value is that of the search chosen, for the second the
    leader's, negated. `board` is left as it was. Ties at the root and `stop`: see
    `root.choose`, which also says what it raises.
    """
    values = [evaluation.of(board, seat, 0) for seat in range(board.seats)]
    leader = max(range(board.seats), key=lambda seat: (values[seat], seat == board.to_move))
    lead = values[leader] - max(values[seat] for seat in range(board.seats) if seat != leader)
    if leader == board.to_move and lead >= defence:
        return paranoid(board, depth, evaluation, seed=seed, stop=stop)
    if leader == board.to_move or lead < offence:
        return maxn(board, depth, evaluation, seed=seed, stop=stop)
    own, effort = board.copy(), Effort(stop)
    tree = MaxN(own, evaluation, effort, depth, leader)
    return choose(tree, own, evaluation, depth, seed, effort)
