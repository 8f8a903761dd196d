"""The perft runner over boards with and without a perft of their own."""

import pytest

from arena_games import get_game
from arena_games.perft import count, divide, perft

START = get_game("joust").start({"width": 5, "height": 5})


def test_a_board_counts_itself_or_is_counted_alike() -> None:
    for depth in range(8):
        assert perft(START, depth) == perft(START.board(), depth) == count(START.board(), depth)


def test_a_board_is_left_as_it_was() -> None:
    board = START.board()
    before = board.key()
    perft(board, 4)
    count(board, 4)
    assert board.key() == before


def test_divide_adds_up() -> None:
    divided = divide(START, 4)
    assert list(divided) == START.legal_moves()
    assert sum(divided.values()) == perft(START, 4)
    assert divided["c1a2"] == perft(START.play("c1a2"), 3)


def test_the_end_has_no_children() -> None:
    over = get_game("joust").start({"width": 3, "height": 3, "white": "b2", "black": "a1"})
    assert [perft(over, depth) for depth in (0, 1, 2, 3)] == [1, 0, 0, 0]
    assert [count(over.board(), depth) for depth in (0, 1, 2, 3)] == [1, 0, 0, 0]
    assert divide(over, 3) == {}


@pytest.mark.parametrize("depth", [-1, -5])
def test_depths_below_0(depth: int) -> None:
    with pytest.raises(ValueError, match=f"perft depth {depth}: it takes 0 or more"):
        perft(START, depth)
    with pytest.raises(ValueError, match="it takes 1 or more"):
        divide(START, depth + 1)
