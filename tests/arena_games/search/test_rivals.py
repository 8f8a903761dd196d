"""Searches against all others, and max^n, beside their plain counterparts."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_games import Board, get_game
from arena_games.board import DECISIVE
from arena_games.rng import Lot
from arena_games.search import (
    Against,
    Decided,
    Evaluation,
    Found,
    Shares,
    Transpositions,
    best_reply,
    coalition,
    growing,
    maxn,
    mp_mix,
    paranoid,
)
from arena_games.search.threechess_points import ThreeChessPoints
from arena_games.search.threechess_worth import ThreeChessWorth
from tests.arena_games.search import plain
from tests.arena_games.search.random_tree import RandomTree
from tests.arena_games.search.test_searches import walk

trees = st.builds(
    RandomTree, st.integers(2, 4), st.integers(1, 6), st.integers(0, 2**64 - 1)
).filter(lambda tree: not tree.over)
depths = st.integers(1, 5)
seeds = st.integers(0, 2**64 - 1)
POSITIONS = [(game, seed) for game in ("chess", "joust", "threechess") for seed in range(3)]


def decisive(board: Board) -> list[int]:
    """What whoever is to move looks at: only moves that win at once, where there are any."""
    moves = board.legal()
    return [move for move in moves if board.prize(move) >= DECISIVE] or moves


def against_all(board: Board, depth: int, evaluation: Evaluation, seat: int, ply: int = 0) -> int:
    """Paranoid search by whoever takes a win where there is one, from the second ply on."""
    if depth == 0 or board.over:
        return int(evaluation.of(board, seat, ply))
    moves = decisive(board) if ply else board.legal()
    values = [
        against_all(plain.after(board, move), depth - 1, evaluation, seat, ply + 1)
        for move in moves
    ]
    return max(values) if board.to_move == seat else min(values)


def one_reply(board: Board, depth: int, evaluation: Evaluation, seat: int, ply: int = 0) -> int:
    """Best-reply search on a threechess board."""
    if depth == 0 or board.over:
        return int(evaluation.of(board, seat, ply))
    values: list[int] = []
    for mover in [seat] if board.to_move == seat else [(seat + 1) % 3, (seat + 2) % 3]:
        turned = board.copy()
        turned.to_move = mover
        moves = decisive(turned) if ply else turned.legal()
        for move in moves:
            following = plain.after(turned, move)
            if mover != seat and not following.over:
                following.to_move = seat
            values.append(one_reply(following, depth - 1, evaluation, seat, ply + 1))
        if moves and turned.prize(moves[0]) >= DECISIVE and ply:
            break
    return max(values) if board.to_move == seat else min(values)


@given(trees, depths, seeds, st.booleans())
def test_a_coalition_is_paranoid(tree: RandomTree, depth: int, seed: int, table: bool) -> None:
    evaluation = Against()
    found = coalition(
        tree, evaluation, depth=depth, seed=seed, table=Transpositions(10) if table else None
    )
    assert found.value == plain.minimax(tree, found.depth, evaluation, tree.to_move)
    assert found.depth == depth or len(tree.legal()) == 1
    assert found.value == plain.minimax(
        plain.after(tree, found.move), found.depth - 1, evaluation, tree.to_move, 1
    )


@pytest.mark.parametrize(("game", "seed"), POSITIONS)
def test_pruning_and_table_change_no_value(game: str, seed: int) -> None:
    board = walk(game, seed).board()
    evaluations: list[Evaluation] = [Decided(Against())]
    if game == "threechess":
        evaluations += [ThreeChessWorth(), ThreeChessPoints(Against())]
    for evaluation in evaluations:
        found = coalition(board, evaluation, depth=2, table=Transpositions(12))
        exact = against_all(board, found.depth, evaluation, board.to_move)
        assert found.value == exact
        assert paranoid(board, 2, evaluation).value == plain.minimax(
            board, 2, evaluation, board.to_move
        )


@pytest.mark.parametrize("seed", range(3))
def test_best_reply_is_what_it_says(seed: int) -> None:
    board, evaluation = walk("threechess", seed).board(), Against()
    found = best_reply(board, evaluation, depth=2, table=Transpositions(12))
    assert found.value == one_reply(board, 2, evaluation, board.to_move)


@given(st.integers(1, 6), seeds, depths)
def test_best_reply_for_two_is_a_coalition(plies: int, size: int, depth: int) -> None:
    tree = RandomTree(2, plies, size)
    evaluation = Decided(Against())
    assert best_reply(tree, evaluation, depth=depth) == coalition(tree, evaluation, depth=depth)


@given(trees, st.integers(1, 4), seeds)
def test_shallow_pruning_changes_no_value(tree: RandomTree, depth: int, seed: int) -> None:
    evaluation = Shares()
    found = maxn(tree, depth, evaluation, seed=seed)
    assert found.value == plain.maxn(tree, depth, evaluation)[tree.to_move]
    below = plain.maxn(plain.after(tree, found.move), depth - 1, evaluation, 1)
    assert found.value == below[tree.to_move]


@pytest.mark.parametrize(("game", "seed"), POSITIONS)
def test_shallow_pruning_changes_no_value_in_any_game(game: str, seed: int) -> None:
    board = walk(game, seed).board()
    assert maxn(board, 2, Shares()).value == plain.maxn(board, 2, Shares())[board.to_move]


class Everything(Shares):
    """Shares without a bound, so that nothing is pruned."""

    def total(self) -> int:
        return 0


def test_shallow_pruning_prunes() -> None:
    board = get_game("joust").start({"width": 6, "height": 6}).board()
    assert maxn(board, 4, Shares()).nodes < maxn(board, 4, Everything()).nodes
    assert maxn(board, 4, Shares()).value == maxn(board, 4, Everything()).value


@given(trees, st.integers(0, 6))
def test_shares_are_bounded(tree: RandomTree, plies: int) -> None:
    lot = Lot(plies)
    while plies and not tree.over:
        tree.make(lot.choice(tree.legal()))
        plies -= 1
    shares = [Shares().of(tree, seat, 0) for seat in range(tree.seats)]
    assert min(shares) >= 0
    assert sum(shares) <= Shares().total()


def offended(board: Board, depth: int, evaluation: Evaluation, victim: int) -> int:
    """What is left to the victim by a mover who plays to hurt it, others for themselves."""
    mover = board.to_move

    def rows(state: Board, left: int, ply: int) -> tuple[int, ...]:
        if left == 0 or state.over:
            return tuple(evaluation.of(state, seat, ply) for seat in range(state.seats))
        below = [rows(plain.after(state, move), left - 1, ply + 1) for move in state.legal()]
        if state.to_move == mover:
            return min(below, key=lambda row: row[victim])
        return max(below, key=lambda row: row[state.to_move])

    return rows(board, depth, 0)[victim]


@given(trees, st.integers(1, 4))
def test_mp_mix_chooses_by_the_standing(tree: RandomTree, depth: int) -> None:
    evaluation, mover = Evaluation(), tree.to_move
    values = [evaluation.of(tree, seat, 0) for seat in range(tree.seats)]
    others = max(values[seat] for seat in range(tree.seats) if seat != mover)
    lead = values[mover] - others
    found = mp_mix(tree, depth, evaluation, defence=2, offence=2)
    if lead >= 2:
        assert found.value == plain.minimax(tree, depth, evaluation, mover)
    elif lead < 0 and values.count(others) == 1 and others >= 2 + sorted(values)[-2]:
        assert found.value == -offended(tree, depth, evaluation, values.index(others))
    else:
        assert found.value == plain.maxn(tree, depth, evaluation)[mover]


SEARCHES: dict[str, Callable[..., Found]] = {
    "coalition": lambda board, stop: coalition(board, Against(), depth=9, stop=stop),
    "best_reply": lambda board, stop: best_reply(board, Against(), depth=9, stop=stop),
    "growing": lambda board, stop: growing(
        lambda depth: maxn(board, depth, Shares(), stop=stop), 9, stop=stop
    ),
    "mp_mix": lambda board, stop: mp_mix(board, 9, Shares(), defence=0, offence=0, stop=stop),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_any_time(name: str) -> None:
    board = get_game("threechess").start().board()
    before = board.key()
    for patience in (0, 3, 9):
        left = patience

        def stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        found = SEARCHES[name](board, stop)
        assert found.move in board.legal()
        assert found.depth < 9
    assert (board.key(), board.to_move) == (before, 0)


def test_ties_are_drawn_by_the_seed() -> None:
    board = get_game("threechess").start().board()
    found = {coalition(board, Evaluation(), depth=1, seed=seed).move for seed in range(300)}
    assert found == set(board.legal())


def test_what_cannot_be_searched() -> None:
    tree = RandomTree(3, 1, 5)
    with pytest.raises(ValueError, match="at least 1"):
        coalition(tree, Against(), depth=0)
    tree.make(0)
    with pytest.raises(ValueError, match="the match is over"):
        best_reply(tree, Against())


class Pinned(RandomTree):
    """Three seats, one turn each; the first has no second one, were it to come early."""

    def __init__(self) -> None:
        super().__init__(3, 3, 0)

    def _look(self) -> None:
        super()._look()
        self.over = len(self._path) == 3

    def legal(self) -> list[int]:
        return [] if self.over or (self._path and self.to_move == 0) else [0, 1, 2]

    def copy(self) -> "Pinned":
        other = Pinned()
        for move in self._path:
            other.make(move)
        return other

    def value(self, seat: int) -> int:
        return sum(self._path) if seat == 0 else 0

    def key(self) -> int:
        return hash((self.to_move, *self._path))


def test_a_seat_without_moves_out_of_its_turn_is_judged_as_it_stands() -> None:
    found = best_reply(Pinned(), Evaluation(), depth=3)
    assert (found.move, found.value) == (2, 2)
