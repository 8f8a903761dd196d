"""The transposition table."""

import pytest

from arena_games.search import WIN, Transpositions
from arena_games.search.transposition import Transpositions as Table

UPPER, LOWER, EXACT = 1, 2, 3


def test_what_was_put_is_found() -> None:
    table = Table(4)
    assert table.find(0) == table.find(77) == -1
    table.put(77, 5, -30, 6, EXACT, 2)
    entry = table.find(77)
    assert (table.move(entry), table.value(entry, 9), table.depth(entry)) == (5, -30, 6)
    assert table.decides(entry, 0, -100, 100)
    assert table.find(77 + 16) == -1


@pytest.mark.parametrize("value", [WIN - 9, 9 - WIN])
def test_won_and_lost_count_from_the_position(value: int) -> None:
    table = Table(4)
    table.put(1, 5, value, 6, EXACT, 4)
    sign = 1 if value > 0 else -1
    assert table.value(table.find(1), 4) == value
    assert table.value(table.find(1), 6) == value - 2 * sign


@pytest.mark.parametrize(
    ("bound", "value", "decides"),
    [(LOWER, 50, True), (LOWER, 49, False), (UPPER, 10, True), (UPPER, 11, False)],
)
def test_a_bound_decides_what_is_beyond_it(bound: int, value: int, decides: bool) -> None:
    table = Table(4)
    table.put(1, 5, value, 6, bound, 0)
    assert table.decides(table.find(1), 0, 10, 50) == decides


def test_a_bound_without_a_move_keeps_the_one_known() -> None:
    table = Table(4)
    table.put(1, 5, 0, 6, LOWER, 0)
    table.put(1, -1, 0, 7, UPPER, 0)
    assert (table.move(table.find(1)), table.depth(table.find(1))) == (5, 7)


def test_the_shallower_gives_way_and_before_it_the_older() -> None:
    table = Table(4)
    for key, depth in ((16, 9), (32, 3), (48, 4)):
        table.put(key, 0, 0, depth, EXACT, 0)
    assert [table.find(key) >= 0 for key in (16, 32, 48)] == [True, False, True]
    table.renew()
    table.put(48, 0, 0, 4, EXACT, 0)
    table.put(64, 0, 0, 1, EXACT, 0)
    assert [table.find(key) >= 0 for key in (16, 48, 64)] == [False, True, True]


def test_a_table_has_a_size() -> None:
    with pytest.raises(ValueError, match="1 to 28 bits"):
        Transpositions(0)
