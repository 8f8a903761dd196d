"""Joust boards played to their end, against a solver as plain as can be."""

from functools import cache

import pytest

from arena_games import get_game
from arena_games.joust import JoustBoard
from arena_games.search import WIN, Transpositions
from arena_games.search.joust_solve import solve
from tests.arena_games.search.walks import walk

# The first mover's result on these boards by the rules page, from `prolog`.
PUBLISHED = {(3, 3): 0, (3, 4): 0, (4, 3): 1, (4, 4): 0, (4, 5): 1, (5, 4): 0}
SIZES = [(3, 3), (3, 4), (4, 3), (4, 4), (5, 4), (4, 5)]


@cache
def _wins(width: int, height: int, mover: int, rival: int, burned: frozenset[int]) -> bool:
    """Whether who stands on `mover` and has to move wins. Nothing is pruned but by what is
    known already."""
    row, column = divmod(mover, width)
    for up, right in ((1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)):
        if not (0 <= row + up < height and 0 <= column + right < width):
            continue
        to = (row + up) * width + column + right
        free = to not in burned and to != rival
        if free and not _wins(width, height, rival, to, burned | {mover}):
            return True
    return False


def wins(board: JoustBoard) -> bool:
    mover, rival = (board.white, board.black) if board.to_move == 0 else (board.black, board.white)
    burned = frozenset(square for square, gone in enumerate(board.burned) if gone)
    return _wins(board.width, board.height, mover, rival, burned)


@pytest.mark.parametrize("size", PUBLISHED)
def test_published_results(size: tuple[int, int]) -> None:
    width, height = size
    found = solve(get_game("joust").start({"width": width, "height": height}).board())
    assert found is not None
    assert found.value == (WIN if PUBLISHED[size] else -WIN)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", SIZES)
def test_every_position_on_the_way_is_played_perfectly(size: tuple[int, int], seed: int) -> None:
    width, height = size
    table = Transpositions(12)
    position = walk("joust", seed, 2 + seed % 3, width=width, height=height, start="home_random")
    while position.outcome() is None:
        board = position.board()
        assert isinstance(board, JoustBoard)
        found = solve(board, seed=seed, table=table)
        assert found is not None
        assert found.value == (WIN if wins(board) else -WIN)
        position = position.play(position.decode(found.move))
        after = position.board()
        assert isinstance(after, JoustBoard)
        assert wins(after) == (found.value < 0)


def test_a_table_too_small_changes_nothing() -> None:
    board = get_game("joust").start({"width": 5, "height": 6}).board()
    small, large = solve(board, table=Transpositions(1)), solve(board)
    assert small is not None
    assert large is not None
    assert (small.move, small.value) == (large.move, large.value)
    assert small.nodes > large.nodes


def test_capturing_wins_where_the_option_allows_it() -> None:
    start = get_game("joust").start
    squares = {"width": 4, "height": 4, "white": "a1", "black": "b3"}
    winning = set()
    for seed in range(9):
        position = start(squares | {"capture": True})
        found = solve(position.board(), seed=seed)
        assert found is not None
        assert found.value == WIN
        winning.add(position.decode(found.move))
    assert "a1b3" in winning


def test_stopped_it_knows_nothing() -> None:
    assert solve(get_game("joust").start().board(), stop=lambda: True) is None


def test_over_is_over() -> None:
    position = get_game("joust").start({"width": 3, "height": 3, "white": "b2", "black": "a1"})
    with pytest.raises(ValueError, match="the match is over"):
        solve(position.board())
    with pytest.raises(ValueError, match="for joust"):
        solve(get_game("chess").start().board())
