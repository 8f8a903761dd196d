"""Every search against its plain counterpart, and what they all promise."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_games import Board, Position, get_game
from arena_games.rng import Lot
from arena_games.search import (
    WIN,
    Against,
    Decided,
    Evaluation,
    Found,
    JoustProlog,
    alphabeta,
    greedy,
    maxn,
    mcts,
    paranoid,
)
from arena_games.search.chess_worth import ChessWorth
from tests.arena_games.search import plain
from tests.arena_games.search.random_tree import RandomTree

VECTORS = Path(__file__).parents[2] / "data" / "joust_vectors.jsonl"
EVALUATIONS = {
    "chess": (ChessWorth(), Decided(Against())),
    "joust": (JoustProlog(), Decided(Against())),
    "threechess": (Against(), Evaluation()),
}
POSITIONS = [(game, seed) for game in EVALUATIONS for seed in range(4)]
trees = st.builds(
    RandomTree, st.integers(2, 4), st.integers(1, 6), st.integers(0, 2**64 - 1)
).filter(lambda tree: not tree.over)
depths = st.integers(1, 5)
seeds = st.integers(0, 2**64 - 1)


def walk(game: str, seed: int) -> Position:
    """A position some random plies from the start, with few moves left to choose from."""
    options = {"joust": {"width": 5, "height": 5}}.get(game, {})
    lot = Lot(seed)
    position = get_game(game).start(options, seed)
    for _ in range(4 + lot.below(8)):
        following = position.play(lot.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


def all_found(board: Board, depth: int, seed: int) -> list[Found]:
    evaluation = Decided(Against())
    found = [
        paranoid(board, depth, evaluation, seed=seed),
        maxn(board, depth, evaluation, seed=seed),
        greedy(board, evaluation, seed=seed),
        mcts(board, evaluation, iterations=5 * depth, seed=seed),
    ]
    return [*found, alphabeta(board, depth, evaluation, seed=seed)] if board.seats == 2 else found


@given(trees, depths, seeds)
def test_pruning_changes_no_value(tree: RandomTree, depth: int, seed: int) -> None:
    evaluation = Against()
    found = paranoid(tree, depth, evaluation, seed=seed)
    assert found.value == plain.minimax(tree, depth, evaluation, tree.to_move)
    assert found.value == plain.minimax(
        plain.after(tree, found.move), depth - 1, evaluation, tree.to_move, 1
    )
    assert found.depth == depth


@given(st.integers(1, 6), st.integers(0, 2**64 - 1), depths, seeds)
def test_alphabeta_is_minimax(plies: int, size: int, depth: int, seed: int) -> None:
    tree, evaluation = RandomTree(2, plies, size), Decided(Against())
    found = alphabeta(tree, depth, evaluation, seed=seed)
    assert found.value == plain.minimax(tree, depth, evaluation, 0)
    assert found.value == plain.minimax(plain.after(tree, found.move), depth - 1, evaluation, 0, 1)


@given(trees, st.integers(1, 4), seeds)
def test_maxn_gives_every_seat_its_own(tree: RandomTree, depth: int, seed: int) -> None:
    found = maxn(tree, depth, Evaluation(), seed=seed)
    assert found.value == plain.maxn(tree, depth, Evaluation())[tree.to_move]
    below = plain.maxn(plain.after(tree, found.move), depth - 1, Evaluation(), 1)
    assert found.value == below[tree.to_move]


@given(trees, seeds)
def test_greedy_looks_one_ply_ahead(tree: RandomTree, seed: int) -> None:
    values = {
        move: Evaluation().of(plain.after(tree, move), tree.to_move, 1) for move in tree.legal()
    }
    found = greedy(tree, Evaluation(), seed=seed)
    assert found.value == values[found.move] == max(values.values())


@given(trees, depths, seeds)
def test_the_board_is_left_as_it_was_and_the_seed_decides(
    tree: RandomTree, depth: int, seed: int
) -> None:
    before = tree.key()
    assert all_found(tree, depth, seed) == all_found(tree, depth, seed)
    assert tree.key() == before


@pytest.mark.parametrize(("game", "seed"), POSITIONS)
def test_pruning_changes_no_value_in_any_game(game: str, seed: int) -> None:
    board = walk(game, seed).board()
    depth = 3 if game == "joust" else 2
    for evaluation in EVALUATIONS[game]:
        exact = plain.minimax(board, depth, evaluation, board.to_move)
        assert paranoid(board, depth, evaluation).value == exact
        if board.seats == 2:
            assert alphabeta(board, depth, evaluation).value == exact


@pytest.mark.parametrize(("game", "seed"), POSITIONS)
def test_evaluations_for_two_seats_are_antisymmetric(game: str, seed: int) -> None:
    board = walk(game, seed).board()
    for evaluation in EVALUATIONS[game]:
        values = [evaluation.of(board, seat, 0) for seat in range(board.seats)]
        assert board.seats > 2 or sum(values) == 0


def test_the_value_of_the_2020_report() -> None:
    board = get_game("threechess").start().board()
    assert [Against().of(board, seat, 0) for seat in range(3)] == [0, 0, 0]
    found = greedy(board, Evaluation())
    assert found.value == 79


@pytest.mark.parametrize(
    "line", [line for line in VECTORS.read_text().splitlines() if '"kind":"search"' in line]
)
def test_joust_vectors(line: str) -> None:
    vector = json.loads(line)
    squares = {"width": vector["w"], "height": vector["h"]}
    position = get_game("joust").start(
        squares | {"white": vector["white"], "black": vector["black"]}
    )
    at = {0: vector["white"], 1: vector["black"]}
    for to in vector["moves"]:
        seat = position.to_move
        position = position.play(at[seat] + to)
        at[seat] = to
    board, black = position.board(), JoustProlog()
    assert black.of(board, 1, 0) == vector["static"]
    sign = 1 if board.to_move == 1 else -1
    for depth, value in vector["minimax"].items():
        assert plain.minimax(board, int(depth), black, 1) == value
        if not board.over:
            assert alphabeta(board, int(depth), black).value == sign * value


def test_a_result_counts_over_everything_and_sooner_is_better() -> None:
    tree = RandomTree(3, 1, 5)
    tree.make(0)
    scores = [tree.result(seat) for seat in range(3)]
    for seat in range(3):
        beaten = sum((scores[seat] > other) - (scores[seat] < other) for other in scores)
        assert Decided(Against()).of(tree, seat, 4) == beaten * (WIN - 4)


MATES = [
    ("6k1/5ppp/8/8/8/8/8/4R2K w - - 0 1", 2, ["e1e8"]),
    ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 2, ["f1f8"]),
    ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 4, ["a2a7", "b1b7", "a2g2", "b1g1"]),
]


@pytest.mark.parametrize(("fen", "depth", "moves"), MATES)
def test_the_shortest_mate_is_found(fen: str, depth: int, moves: list[str]) -> None:
    position = get_game("chess").load(fen)
    found = alphabeta(position.board(), depth, ChessWorth(), seed=3)
    assert position.decode(found.move) in moves
    assert found.value == WIN - (depth - 1)


def test_chess_worth_sees_what_hangs() -> None:
    load = get_game("chess").load
    safe = load("4k3/8/8/8/3n4/8/8/4K2R b - - 0 1").board()
    hanging = load("4k3/8/8/8/3n3R/8/8/4K3 b - - 0 1").board()
    assert ChessWorth().of(hanging, 0, 0) > ChessWorth().of(safe, 0, 0) + 50


def test_mcts_finds_the_winning_move() -> None:
    position = get_game("chess").load("6k1/5ppp/8/8/8/8/8/4R2K w - - 0 1")
    found = mcts(position.board(), Decided(Against()), iterations=600, scale=300.0)
    assert position.decode(found.move) == "e1e8"
    assert found.value is not None
    assert found.value > 0.9


@given(trees, seeds)
def test_mcts_counts_what_it_is_given(tree: RandomTree, seed: int) -> None:
    found = mcts(tree, Against(), iterations=20, seed=seed)
    assert found.move in tree.legal()
    assert found.value is not None
    assert 0 <= found.value <= 1
    assert 20 <= found.nodes <= 20 * 12


def test_mcts_goes_on_until_it_is_stopped() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 30

    mcts(RandomTree(3, 6, 1), Against(), stop=stop)
    assert asked == 31


@pytest.mark.parametrize(("search", "depth"), [(alphabeta, 7), (paranoid, 7), (maxn, 4)])
def test_a_stopped_search_still_has_a_move(search: Callable[..., Found], depth: int) -> None:
    board = get_game("joust").start().board()
    whole = search(board, depth, Decided(Against()))
    stopped = search(board, depth, Decided(Against()), stop=lambda: True)
    assert stopped.move in board.legal()
    assert (stopped.depth, whole.depth) == (1, depth)
    assert 0 < stopped.nodes <= 256 < whole.nodes


def test_ties_are_drawn_by_the_seed() -> None:
    board = get_game("threechess").start().board()
    for search in (greedy, lambda *args, **kw: paranoid(args[0], 1, args[1], **kw)):
        found = {search(board, Evaluation(), seed=seed).move for seed in range(300)}
        assert found == set(board.legal())


def test_what_cannot_be_searched() -> None:
    tree = RandomTree(3, 1, 5)
    with pytest.raises(ValueError, match="for two seats, not 3"):
        alphabeta(tree, 1, Against())
    with pytest.raises(ValueError, match="at least 1"):
        paranoid(tree, 0, Against())
    tree.make(0)
    searches: list[Callable[[], Found]] = [
        lambda: paranoid(tree, 1, Against()),
        lambda: maxn(tree, 1, Against()),
        lambda: greedy(tree, Against()),
        lambda: mcts(tree, Against(), iterations=1),
    ]
    for search in searches:
        with pytest.raises(ValueError, match="the match is over"):
            search()
