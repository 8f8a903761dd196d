"""Moves and texts of Joust positions, and how its matches end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_games.errors import IllegalMove, InvalidMove, InvalidPosition
from arena_games.joust import JoustPosition, game
from arena_games.outcome import Outcome, Termination
from tests.arena_games.joust.walks import walks

START = game.start()


def test_first_moves() -> None:
    assert START.text() == "3n4/8/8/8/8/8/8/3N4 w"
    assert START.legal_moves() == ["d1b2", "d1c3", "d1e3", "d1f2"]
    moved = START.play("d1c3")
    assert moved.text() == "3n4/8/8/8/8/2N5/8/3*4 b"
    assert (moved.to_move, moved.ply) == (1, 1)
    assert moved.play("d8e6").text() == "3*4/8/4n3/8/8/2N5/8/3*4 w"
    assert START.text() == "3n4/8/8/8/8/8/8/3N4 w"


@pytest.mark.parametrize(
    "move", ["", "c3", "d1", "d1c3 ", "D1C3", "d1-c3", "d0c3", "d1c17", "d1c3\n", "d1c３"]
)
def test_no_move_text(move: str) -> None:
    with pytest.raises(InvalidMove, match="from and to square: d1c3") as caught:
        START.play(move)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize("move", ["d1d2", "d8c6", "c1d3", "d1d1", "p16o14", "d1b1"])
def test_illegal_move(move: str) -> None:
    with pytest.raises(IllegalMove, match="not a legal move here"):
        START.play(move)


def test_burned_squares_are_closed_to_both() -> None:
    position = START
    for move in ("d1c3", "d8e6", "c3d5", "e6d4"):
        position = position.play(move)
    assert position.text() == "3*4/8/4*3/3N4/3n4/2*5/8/3*4 w"
    assert position.legal_moves() == ["d5b4", "d5b6", "d5c7", "d5e3", "d5e7", "d5f4", "d5f6"]
    with pytest.raises(IllegalMove):
        position.play("d5c3")


def test_the_rivals_square_is_closed() -> None:
    position = game.load("8/8/8/8/8/2n5/8/3N4 w")
    assert position.legal_moves() == ["d1b2", "d1e3", "d1f2"]
    with pytest.raises(IllegalMove):
        position.play("d1c3")


def test_who_cannot_move_has_lost() -> None:
    assert game.load("8/8/8/8/8/1*5n/2*5/N7 w").outcome() == Outcome(
        (0.0, 1.0), Termination.NO_MOVES
    )
    blocked = game.load("8/8/8/8/8/1n6/2*5/N6* w")
    assert blocked.outcome() == Outcome((0.0, 1.0), Termination.NO_MOVES)
    assert blocked.legal_moves() == []


def test_a_start_can_be_over_at_once() -> None:
    start = game.start({"width": 3, "height": 3, "white": "b2", "black": "a1"})
    assert start.outcome() == Outcome((0.0, 1.0), Termination.NO_MOVES)
    assert start.legal_moves() == []


def test_capture_wins() -> None:
    near = game.load("8/8/8/8/8/2n5/8/3N4 w capture")
    assert "d1c3" in near.legal_moves()
    over = near.play("d1c3")
    assert over.text() == "8/8/8/8/8/2N5/8/3*4 b capture"
    assert over.outcome() == Outcome((1.0, 0.0), Termination.KNIGHT_CAPTURED)
    assert over.legal_moves() == []
    assert game.load(over.text()) == over
    with pytest.raises(IllegalMove):
        over.play("c3d5")


def test_black_captures() -> None:
    over = game.load("8/8/8/8/8/2n5/8/3N3* b capture").play("c3d1")
    assert over.outcome() == Outcome((0.0, 1.0), Termination.KNIGHT_CAPTURED)
    assert over.text() == "8/8/8/8/8/2*5/8/3n3* w capture"
    assert game.load(over.text()) == over


def test_forfeits_and_draws() -> None:
    assert START.forfeit(0, Termination.CRASH) == Outcome((0.0, 1.0), Termination.CRASH)
    assert START.forfeit(1, Termination.RESIGNATION).scores == (1.0, 0.0)
    assert START.agreed_draw() is None
    assert START.claim() is None
    assert START.claim("d1c3") is None
    with pytest.raises(IllegalMove):
        START.claim("d1d2")


@given(walks())
def test_text_says_all(walk: list[JoustPosition]) -> None:
    for ply, position in enumerate(walk):
        assert game.load(position.text()) == position
        assert position.ply == ply
    assert len({position.text() for position in walk}) == len(walk)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "side to move"),
        ("3n4/8/8/8/8/8/8/3N4", "side to move"),
        ("3n4/8/8/8/8/8/8/3N4 W", "side to move"),
        ("3n4/8/8/8/8/8/8/3N4 w  capture", "side to move"),
        ("3n4/8/8/8/8/8/8/3N4 w capture=true", "side to move"),
        ("3n4/8/8/8/8/8/8/3N4 w\n", "side to move"),
        ("3n4/8/8/8/8/8/8/3N3 w", "differ in length"),
        ("nN/2 w", "3 to 16 columns"),
        ("n15N/17/17 w", "3 to 16 columns"),
        ("3/nN1 w", "3 to 16 columns"),
        ("3n4/8/8/x7/8/8/8/3N4 w", "rank 'x7'"),
        ("3n4/8/8//8/8/8/3N4 w", "rank ''"),
        ("3n4/8/8/0*7/8/8/8/3N4 w", "rank '0\\*7'"),
        ("3n4/8/8/44/8/8/8/3N4 w", "differ in length"),
        ("n2/3/999999999999N w", "differ in length"),
        ("n2/12/1N1 w", "differ in length"),
        ("n10N/93/12/12 w", "differ in length"),
        ("3n4/8/8/8/8/8/8/3N4 b", "number of burned squares is even"),
        ("3n4/8/8/8/8/8/8/8 w", "one knight"),
        ("3n4/8/8/8/8/8/8/2NN4 w", "one knight"),
        ("3n4/8/8/8/8/8/8/8 w capture", "one knight"),
        ("8/8/8/8/8/8/8/3N3* w capture", "even"),
        ("8/8/8/8/8/8/8/1*1N3* w capture", "one knight"),
        ("8/8/8/8/8/8/8/6** w capture", "one knight"),
    ],
)
def test_no_position_text(text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why) as caught:
        game.load(text)
    assert "\n" not in str(caught.value)


def test_a_text_is_written_in_one_way_only() -> None:
    with pytest.raises(InvalidPosition, match=r"write it as n12/12\*/12N b"):
        game.load("n12/111*/12N b")


@given(st.text(alphabet="Nn*/ 1238wbcapture\n", max_size=40))
def test_any_text_loads_as_written_or_is_refused(text: str) -> None:
    refused = None
    try:
        assert game.load(text).text() == text
    except InvalidPosition as error:
        refused = str(error)
    assert refused is None or "\n" not in refused
