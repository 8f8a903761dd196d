"""The game's facts, its options, and the start arrays of Chess960."""

import chess
import pytest

from arena_games import get_game
from arena_games.chess import game
from arena_games.chess.board import ChessBoard
from arena_games.chess.fen import write_fen
from arena_games.chess.start_array import ARRAYS, STANDARD, start_array
from arena_games.errors import InvalidOption

FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def test_the_registry_hands_it_out() -> None:
    assert get_game("chess") is game
    assert (game.seats, game.seat_names, game.rules_version) == (2, ("white", "black"), 1)


def test_all_start_arrays() -> None:
    for number in range(ARRAYS):
        theirs = chess.Board.from_chess960_pos(number)
        assert write_fen(ChessBoard(start_array(number), True)) == theirs.fen(shredder=True)
    assert write_fen(ChessBoard(start_array(STANDARD))) == chess.STARTING_FEN


def test_the_seed_draws_the_array() -> None:
    def begin(seed: int) -> str:
        return game.start({"chess960": True}, seed).text()

    assert begin(5) == begin(5)
    # A fair draw leaves about 17 of 960 arrays out of so many: 960 * e ** -4.
    assert len({begin(seed) for seed in range(4 * ARRAYS)}) > 0.95 * ARRAYS


def test_without_chess960_the_seed_draws_nothing() -> None:
    assert game.start(seed=1) == game.start(seed=2) == game.load(chess.STARTING_FEN)


def test_a_given_position_is_not_drawn() -> None:
    options = {"chess960": "true", "position": FEN, "auto_claim": "false"}
    position = game.start(options, seed=9)
    assert position.text() == f"{FEN.replace('K -', 'H -')} | chess960=true auto_claim=false"
    assert "e1h1" in position.legal_moves()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"colour": "white"},
            "chess has no option 'colour'; it has position, chess960, auto_claim",
        ),
        ({"chess960": "maybe"}, "chess option chess960='maybe': it takes true or false"),
        ({"position": "startpos"}, "chess option position: FEN 'startpos' has 1 fields, not 6"),
        ({"position": "8/8/8/8/8/8/8/8 w - - 0 1"}, "white has 0 kings, not one"),
    ],
)
def test_bad_options(options: dict[str, str], words: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        game.start(options)
    assert words in str(caught.value)
