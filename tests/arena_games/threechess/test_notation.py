"""Position texts and options: what is written, and what is refused."""

import pytest

from arena_games.errors import InvalidOption, InvalidPosition
from arena_games.outcome import Termination
from arena_games.registry import get_game
from arena_games.threechess import game
from arena_games.threechess.rules import Rules
from tests.arena_games.threechess.vectors import json_of, position_text, snapshot

START = (
    "BRBNBBBQBKBBBNBR,BPBPBPBPBPBPBPBP,8,8/GRGNGBGQGKGBGNGR,GPGPGPGPGPGPGPGP,8,8/"
    "RRRNRBRQRKRBRNRR,RPRPRPRPRPRPRPRP,8,8 B 0 -/-/-"
)
EMPTY = "8,8,8,8"
KINGS = "4BK3,8,8,8/4GK3,8,8,8/4RK3,8,8,8"


def test_start() -> None:
    start = game.start()
    assert start.text() == START
    assert snapshot(start)["board"] == json_of("geometry")["start"]
    assert (start.to_move, start.ply) == (0, 0)
    assert get_game("threechess") is game


def test_captured_lists_keep_their_order() -> None:
    text = f"{KINGS} G 40 GPRNGP/-/BQBB"
    board = game.load(text).board()
    assert game.load(text).text() == text
    assert snapshot(game.load(text))["captured"] == {
        "BLUE": ["GP", "RN", "GP"],
        "GREEN": [],
        "RED": ["BQ", "BB"],
    }
    assert [board.spoils(seat) for seat in range(3)] == [5, 0, 12]


@pytest.mark.parametrize(
    ("options", "written"),
    [
        ({"strict": "true"}, " strict=true"),
        ({"strict": False}, ""),
        ({"max_plies": 600}, ""),
        ({"max_plies": "0"}, " max_plies=0"),
        ({"max_plies": 50, "repetition": 3}, " max_plies=50 repetition=3"),
        ({"strict": True, "max_plies": None, "repetition": None}, " strict=true"),
    ],
)
def test_options_in_the_text(options: dict[str, object], written: str) -> None:
    assert game.start(options).text() == START + written
    assert game.load(START + written).text() == START + written


def test_late_and_illegal_is_illegal_only_if_strict() -> None:
    assert game.start({"strict": True}).late_and_illegal_is_illegal
    assert not game.start().late_and_illegal_is_illegal


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strict": True, "max_plies": 100}, "max_plies=100: strict knows no draws"),
        ({"strict": True, "max_plies": 0}, "max_plies=0: strict knows no draws"),
        ({"strict": "yes", "repetition": "3"}, "repetition=3: strict knows no draws"),
        ({"repetition": 1}, "a whole number from 2"),
        ({"max_plies": -1}, "a whole number from 0"),
        ({"strict": "perhaps"}, "true or false"),
        ({"width": 6}, "no option 'width'"),
    ],
)
def test_refused_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        game.start(options)


def test_trail_is_written_only_with_repetition() -> None:
    moves = ("BB1BA3", "GB1GA3")
    at, watched = game.start(), game.start({"repetition": 3})
    for move in moves:
        at, watched = at.play(move), watched.play(move)
    assert "trail" not in at.text()
    assert watched.text().endswith(" R 2 -/-/- repetition=3 trail=BB1BA3,GB1GA3")
    assert watched.play("RE2RE4").text().endswith(" repetition=3")


@pytest.mark.parametrize(
    "blue",
    [
        ("BE1BG1", "BG1BG2", "BF1BH1", "BG2BF1", "BF1BE1"),
        ("BE1BC1", "BC1BC2", "BD1BA1", "BC2BD1", "BD1BE1"),
    ],
)
def test_castling_in_a_trail(blue: tuple[str, ...]) -> None:
    at = game.load(position_text("BK:BE1 BR:BA1 BR:BH1 GK:GE1 RK:RE1", rules=Rules(repetition=2)))
    loop = ("E1E2", "E2D1", "D1E1", "E1E2", "E2E1")  # back in as many moves as blue
    for move, kings in zip(blue, loop, strict=True):
        for text in (move, *(f"{c}{kings[:2]}{c}{kings[2:]}" for c in "GR")):
            assert at.outcome() is None
            at = game.load(at.play(text).text())
    outcome = at.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.REPETITION


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it needs board, turn"),
        ("startpos", "it needs board, turn"),
        (f"{EMPTY}/{EMPTY} B 0 -/-/-", "2 sections"),
        (f"{EMPTY}/8,8,8/{EMPTY} B 0 -/-/-", "section G of 3 rows"),
        (KINGS.replace("4BK3", "4BK4") + " B 0 -/-/-", "row '4BK4'"),
        (KINGS.replace("4BK3", "4BX3") + " B 0 -/-/-", "row '4BX3'"),
        (KINGS.replace("4BK3", "4bk3") + " B 0 -/-/-", "row '4bk3'"),
        (f"{KINGS} X 0 -/-/-", "turn 'X'"),
        (f"{KINGS}  0 -/-/-", "turn ''"),
        (f"{KINGS} B -1 -/-/-", "ply '-1'"),
        (f"{KINGS} B ٣ -/-/-", "ply '٣'"),
        (f"{KINGS} B 9999999999 -/-/-", "ply '9999999999'"),
        (f"{KINGS} B 0 -/-", "captured lists '-/-'"),
        (f"{KINGS} B 0 GPx/-/-", "captured list 'GPx'"),
        (f"{KINGS} B 0 /-/-", "captured list ''"),
        (f"{KINGS} B 0 BP/-/-", "B has captured a piece of its own"),
        (f"{KINGS} B 0 {'GP' * 16}/-/-", "17 pieces of G"),
        (f"{KINGS} B 0 -/-/- strict", "field 'strict'"),
        (f"{KINGS} B 0 -/-/- strict=true strict=true", "each name once"),
        (f"{KINGS} B 0 -/-/- colour=red", "no option 'colour'"),
        (f"{KINGS} B 0 -/-/- max_plies=many", "max_plies=.many"),
        (f"{KINGS} B 0 -/-/- trail=BE2BE1", "only with repetition"),
        (f"{KINGS} B 0 -/-/- repetition=3 trail=RE2RE1", "a trail of 1 moves at ply 0"),
        (f"{KINGS} B 9 -/-/- repetition=3 trail=RE1", "trail: 'RE1'"),
        (f"{KINGS} B 9 -/-/- repetition=3 trail=RA2RE1", "RA2RE1 cannot have been played"),
        (f"{KINGS} B 9 -/-/- repetition=3 trail=GE2GE1", "GE2GE1 cannot have been played"),
        (f"{KINGS} B 9 -/-/- repetition=3 trail=RE1RE1", "RE1RE1 cannot have been played"),
        ("4BK3,8,BP7,8/4GK3,8,8,8/4RK3,8,8,8 G 9 -/-/- repetition=3 trail=BA2BA3", "BA2BA3"),
        ("BP3BK3,8,8,8/4GK3,8,8,8/4RK3,8,8,8 B 0 -/-/-", "a pawn on BA1"),
        ("4BK3,8,8,8/4GK3,8,8,8/8,8,8,8 B 0 -/-/-", "takes a king"),
        ("4BK3,8,8,8/4GK3,8,8,8/8,8,8,8 B 9 -/RKGP/-", "takes a king|of its own"),
        ("4BK3,8,8,8/4GK3,8,8,8/8,8,8,8 B 9 -/RKBP/-", "takes a king"),
        ("4BK3,8,8,8/4GK3,8,8,8/8,8,8,8 G 9 -/RK/-", "takes a king"),
        ("8,8,8,8/4GK3,8,8,8/8,8,8,8 B 9 -/BKRK/-", "takes a king"),
        ("3BKBK3,8,8,8/4GK3,8,8,8/4RK3,8,8,8 B 9 -/-/-", "two kings"),
        (f"{KINGS} B 9 -/-/BK", "takes a king"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message) as caught:
        game.load(text)
    assert "\n" not in str(caught.value)


def test_a_captured_king_is_read_back() -> None:
    at = game.load("4BK3,8,8,8/4GK3,8,8,8/8,8,8,8 R 9 -/BPRK/-")
    outcome = at.outcome()
    assert outcome is not None
    assert outcome.scores == (0.0, 1.0, -1.0)
