"""The options of Joust: sizes and start squares."""

import pytest

from arena_games.errors import InvalidOption
from arena_games.joust import DEFAULT_LEVEL, LEVELS, JoustBoard, game
from arena_games.joust.squares import square_name
from arena_games.rng import Lot


def knights(options: dict[str, object], seed: int = 0) -> tuple[str, str]:
    at = game.start(options, seed).placement
    return square_name(at.white, at.width), square_name(at.black, at.width)


@pytest.mark.parametrize(
    ("start", "width", "height", "white", "black"),
    [
        ("prolog", 8, 8, "d1", "d8"),
        ("prolog", 5, 7, "c1", "c7"),
        ("prolog", 16, 16, "h1", "h16"),
        ("corners", 3, 4, "a1", "c4"),
        ("corners", 16, 10, "a1", "p10"),
        ("centre", 8, 8, "d4", "e5"),
        ("centre", 3, 3, "a1", "b2"),
        ("centre", 5, 6, "b3", "c4"),
        ("centre", 16, 16, "h8", "i9"),
    ],
)
def test_fixed_starts(start: str, width: int, height: int, white: str, black: str) -> None:
    assert knights({"start": start, "width": width, "height": height}) == (white, black)


def test_home_random_draws_both_columns_from_the_seed() -> None:
    drawn = {knights({"start": "home_random"}, seed) for seed in range(600)}
    assert drawn == {(f"{w}1", f"{b}8") for w in "abcdefgh" for b in "abcdefgh"}
    lot = Lot(2026)
    white, black = lot.below(12), lot.below(12)
    options: dict[str, object] = {"start": "home_random", "width": "12", "height": "5"}
    assert knights(options, seed=2026) == ("abcdefghijkl"[white] + "1", "abcdefghijkl"[black] + "5")


def test_the_seed_counts_for_home_random_only() -> None:
    for start in ("prolog", "centre", "corners"):
        assert game.start({"start": start}, seed=1) == game.start({"start": start}, seed=2)


def test_squares_by_name() -> None:
    assert knights({"white": "a2", "black": "h7"}) == ("a2", "h7")
    assert knights({"white": "p16", "black": "a1", "width": 16, "height": 16}) == ("p16", "a1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 2}, "joust option width='2': it takes a whole number from 3 to 16"),
        ({"height": "17"}, "joust option height='17': it takes a whole number from 3 to 16"),
        ({"start": "middle"}, "it takes one of prolog, home_random, centre, corners"),
        ({"white": "a1"}, "white and black go together"),
        ({"black": "a1"}, "white and black go together"),
        ({"white": "a1", "black": "b1", "start": "corners"}, "either option start or options"),
        ({"white": "a1", "black": "a1"}, "both a1"),
        ({"white": "i1", "black": "a1"}, "joust option white='i1': it takes a square, a1 to h8"),
        ({"white": "a1", "black": "A1"}, "joust option black='A1': it takes a square"),
        ({"white": "a1", "black": "c4", "width": 3, "height": 3}, "a square, a1 to c3"),
        ({"capture": "maybe"}, "joust option capture='maybe': it takes true or false"),
    ],
)
def test_options_that_it_does_not_take(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        game.start(options)
    assert message in str(caught.value)


def test_an_option_of_none_is_not_set() -> None:
    options = {"white": None, "black": None, "start": None, "width": None}
    assert game.start(options) == game.start()


def test_levels_are_depths_from_1_to_6() -> None:
    assert list(LEVELS.values()) == [1, 2, 3, 4, 5, 6]
    assert LEVELS[DEFAULT_LEVEL] == 3


def test_every_size_has_every_start() -> None:
    for width in range(3, 17):
        for height in range(3, 17):
            for start in ("prolog", "home_random", "centre", "corners"):
                position = game.start({"start": start, "width": width, "height": height}, 9)
                at = position.placement
                assert at.white != at.black
                assert len(at.burned) == width * height
                assert isinstance(position.board(), JoustBoard)
