"""The deepening search for two seats: no table, window or order changes a value."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games import get_game
from arena_games.search import (
    WIN,
    Against,
    Decided,
    Evaluation,
    JoustProlog,
    Transpositions,
    alphabeta,
    negascout,
)
from arena_games.search.chess_worth import ChessWorth
from tests.arena_games.search import plain
from tests.arena_games.search.random_tree import RandomTree
from tests.arena_games.search.walks import walk

VECTORS = Path(__file__).parents[2] / "data" / "joust_vectors.jsonl"
LINES = [line for line in VECTORS.read_text().splitlines() if '"kind":"search"' in line]


class SettledTree(RandomTree):
    """Its key is all of its path."""

    def settled(self, plies: int) -> bool:
        return True

    def copy(self) -> "SettledTree":
        other = SettledTree(*self._size)
        other._path = list(self._path)
        other._look()
        return other


@settings(deadline=None)
@given(st.integers(1, 6), st.integers(0, 2**64 - 1), st.integers(1, 5), st.integers(0, 99))
def test_negascout_is_minimax(plies: int, size: int, depth: int, seed: int) -> None:
    evaluation = Decided(Against())
    for tree in (RandomTree(2, plies, size), SettledTree(2, plies, size)):
        found = negascout(tree, evaluation, depth=depth, seed=seed, table=Transpositions(3))
        assert found.value == plain.minimax(tree, found.depth, evaluation, 0)
        below = plain.after(tree, found.move)
        assert found.value == plain.minimax(below, found.depth - 1, evaluation, 0, 1)
        decided = WIN - abs(found.value) <= found.depth
        assert found.depth == depth or decided or len(tree.legal()) == 1


@pytest.mark.parametrize("seed", range(12))
def test_one_table_for_many_turns_changes_no_value_in_joust(seed: int) -> None:
    position = walk("joust", seed, 6, width=5, height=5)
    table = Transpositions(10)
    evaluation = JoustProlog()
    while position.outcome() is None:
        board = position.board()
        found = negascout(board, evaluation, depth=4, seed=seed, table=table)
        if len(board.legal()) > 1:
            assert found.value == alphabeta(board, 4, evaluation).value
        position = position.play(position.decode(found.move))


# A position that comes back: who looks it up must not miss that it ends the match.
AGAIN = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]


@pytest.mark.parametrize("evaluation", [ChessWorth(), Decided(Against())])
@pytest.mark.parametrize("plies", range(len(AGAIN) + 1))
def test_repetitions_count_in_chess(evaluation: Evaluation, plies: int) -> None:
    position = get_game("chess").load("1k4n1/8/8/8/8/8/8/1K4N1 w - - 0 1")
    for move in AGAIN[:plies]:
        position = position.play(move)
    board = position.board()
    found = negascout(board, evaluation, depth=3, table=Transpositions(12))
    assert found.value == plain.minimax(board, 3, evaluation, board.to_move)


@pytest.mark.parametrize("seed", range(6))
def test_negascout_is_minimax_in_chess(seed: int) -> None:
    board = walk("chess", seed, 30).board()
    for evaluation in (ChessWorth(), Decided(Against())):
        found = negascout(board, evaluation, depth=2, seed=seed)
        assert found.value == plain.minimax(board, 2, evaluation, board.to_move)


@pytest.mark.parametrize("line", LINES)
def test_joust_vectors(line: str) -> None:
    vector = json.loads(line)
    start = {"width": vector["w"], "height": vector["h"]}
    position = get_game("joust").start(start | {"white": vector["white"], "black": vector["black"]})
    at = [vector["white"], vector["black"]]
    for to in vector["moves"]:
        seat = position.to_move
        position = position.play(at[seat] + to)
        at[seat] = to
    board = position.board()
    if board.over:
        return
    for depth, value in vector["minimax"].items():
        found = negascout(board, JoustProlog(), depth=int(depth))
        if len(board.legal()) > 1:
            assert found.value == (value if board.to_move == 1 else -value)


def test_it_ends_when_the_match_is_decided_when_told_and_with_one_move() -> None:
    start = get_game("joust").start
    decided = negascout(start({"width": 4, "height": 4}).board(), Decided(Against()))
    assert decided.value is not None
    assert decided.value < -WIN // 2
    assert decided.depth <= 14
    board = start().board()
    assert negascout(board, Decided(Against()), enough=lambda: True).depth == 1
    lonely = RandomTree(2, 30, 5)
    while len(lonely.legal()) != 1:
        lonely.make(lonely.legal()[0])
    assert negascout(lonely, Against()).depth == 1


def test_a_stopped_search_has_what_it_found_before() -> None:
    board = get_game("joust").start().board()
    answers = iter([False] * 20)
    found = negascout(board, Decided(Against()), stop=lambda: next(answers, True))
    assert found.move in board.legal()
    assert found.line[0] == found.move
    assert 1 <= found.depth < 60
    at_once = negascout(board, Decided(Against()), stop=lambda: True)
    assert at_once.move in board.legal()


def test_the_line_can_be_played() -> None:
    board = get_game("joust").start().board()
    found = negascout(board, Decided(Against()), depth=5)
    assert len(found.line) == 4, "all but the last ply, which is not looked up"
    for move in found.line:
        assert move in board.legal()
        board.make(move)


def test_the_seed_decides_ties() -> None:
    board = get_game("joust").start().board()
    found = {negascout(board, Evaluation(), depth=1, seed=seed).move for seed in range(40)}
    assert len(found) > 1


def test_what_cannot_be_searched() -> None:
    with pytest.raises(ValueError, match="for two seats, not 3"):
        negascout(RandomTree(3, 1, 5), Against())
    tree = RandomTree(2, 1, 5)
    with pytest.raises(ValueError, match="at least 1"):
        negascout(tree, Against(), depth=0)
    tree.make(0)
    with pytest.raises(ValueError, match="the match is over"):
        negascout(tree, Against())
