"""Positions as values: moves in and out, texts, draws and forfeits."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.chess import ChessPosition, game
from arena_games.errors import IllegalMove, InvalidMove, InvalidPosition
from arena_games.outcome import Outcome, Termination
from tests.arena_games.chess import oracle

SEEDS = st.integers(0, 2**64 - 1)
FENS = [(fen, False) for fen in oracle.STANDARD] + [(fen, True) for fen in oracle.CHESS960]
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def after(position: ChessPosition, moves: list[str]) -> ChessPosition:
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    "move",
    ["", "0000", "e2", "e2e9", "i2i4", "e2-e4", "E2E4", "e7e8k", "e7e8p", "e7e8Q", "e2e4 ", "Nf3"],
)
def test_unreadable_moves(move: str) -> None:
    with pytest.raises(InvalidMove, match="not a chess move") as caught:
        game.start().play(move)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize("move", ["e2e5", "e1e1", "e7e5", "e2e4q", "a1a3", "e1g1", "d4d5"])
def test_illegal_moves(move: str) -> None:
    with pytest.raises(IllegalMove, match=move):
        game.start().play(move)


def test_a_promotion_must_say_to_what() -> None:
    position = oracle.begin("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    promotions = [move for move in position.legal_moves() if move.startswith("a7")]
    assert promotions == ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]
    assert position.play("a7a8n").fen() == "N6k/8/8/8/8/8/8/K7 b - - 0 1"
    with pytest.raises(IllegalMove):
        position.play("a7a8")


def test_castling_is_written_as_the_kings_step_in_standard_chess() -> None:
    position = oracle.begin(CASTLE)
    assert {"e1g1", "e1c1"} <= set(position.legal_moves())
    assert position.play("e1g1").fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    with pytest.raises(IllegalMove):
        position.play("e1h1")


def test_castling_is_written_as_king_takes_rook_in_chess960() -> None:
    position = oracle.begin(CASTLE, chess960=True)
    assert {"e1h1", "e1a1"} <= set(position.legal_moves())
    assert position.play("e1a1").fen() == "r3k2r/8/8/8/8/8/8/2KR3R b ha - 1 1"
    with pytest.raises(IllegalMove):
        position.play("e1g1")


def test_text_is_a_fen_where_no_past_matters() -> None:
    assert game.start().text() == chess.STARTING_FEN
    assert game.start().play("e2e4").text() == (
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    )


def test_text_tells_the_moves_that_a_repetition_may_refer_to() -> None:
    position = after(game.start(), ["e2e4", "e7e5", *SHUFFLE])
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert position.text() == f"{fen} moves {' '.join(SHUFFLE)}"
    loaded = game.load(position.text())
    assert loaded.ply == 6
    ended = after(loaded, SHUFFLE).outcome()
    assert ended == Outcome((0.5, 0.5), Termination.THREEFOLD_REPETITION)


def test_text_tells_options_and_an_unusual_ply() -> None:
    position = oracle.begin("7k/8/8/8/8/8/8/KR6 b - - 5 40", auto_claim=False)
    assert position.ply == 0
    assert position.text() == "7k/8/8/8/8/8/8/KR6 b - - 5 40 | auto_claim=false ply=0"
    assert game.start({"chess960": True}, seed=3).text().endswith(" w HDhd - 0 1 | chess960=true")


@settings(deadline=None, max_examples=30)
@given(begin=st.sampled_from(FENS), auto_claim=st.booleans(), seed=SEEDS)
def test_a_loaded_text_continues_alike(
    begin: tuple[str, bool], auto_claim: bool, seed: int
) -> None:
    for position, _ in oracle.walk(oracle.begin(*begin, auto_claim), seed, 40):
        loaded = game.load(position.text())
        assert loaded == position
        assert hash(loaded) == hash(position)
        assert (loaded.ply, loaded.text()) == (position.ply, position.text())
        assert loaded.board().repetitions() == position.board().repetitions()
        assert loaded.outcome() == position.outcome()


def test_a_plain_fen_tells_its_ply_by_its_move_number() -> None:
    position = game.load("7k/8/8/8/8/8/8/KR6 b - - 5 40")
    assert position.ply == 79
    assert position != game.load("7k/8/8/8/8/8/8/KR6 b - - 5 41")
    assert position != "7k/8/8/8/8/8/8/KR6 b - - 5 40"
    assert repr(position) == "ChessPosition('7k/8/8/8/8/8/8/KR6 b - - 5 40')"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has 0 fields"),
        (f"{chess.STARTING_FEN} moves e2e5", "move 'e2e5': not a legal move here"),
        (f"{chess.STARTING_FEN} moves e4", "move 'e4': not a chess move"),
        (f"{chess.STARTING_FEN} moves", "has 7 fields"),
        (f"{chess.STARTING_FEN} | chess960", "'chess960' is not one name=value"),
        (f"{chess.STARTING_FEN} | ply=1 ply=2", "'ply=2' is not one name=value"),
        (f"{chess.STARTING_FEN} | width=6", "has no option 'width'"),
        (f"{chess.STARTING_FEN} | auto_claim=x", "auto_claim='x': it takes true or false"),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1 moves a1a2", "move 'a1a2': not a legal move here"),
    ],
)
def test_texts_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        game.load(text)
    assert words in str(caught.value)


def test_a_claim_counts_the_intended_move() -> None:
    position = after(game.start({"auto_claim": False}), [*SHUFFLE, *SHUFFLE[:3]])
    draw = Outcome((0.5, 0.5), Termination.THREEFOLD_REPETITION)
    assert position.claim() is None
    assert position.claim("f6g8") == draw
    assert position.claim("a7a6") is None
    assert position.outcome() is None
    assert position.play("f6g8").claim() == draw


def test_a_claim_by_50_moves_yields_to_mate() -> None:
    position = oracle.begin("6k1/5ppp/8/8/8/8/8/KR6 w - - 99 80", auto_claim=False)
    draw = Outcome((0.5, 0.5), Termination.FIFTY_MOVES)
    assert position.claim() is None
    assert position.claim("b1b7") == draw
    assert position.claim("b1b8") is None
    assert position.play("b1b7").claim() == draw


def test_a_claim_must_come_with_a_legal_move() -> None:
    with pytest.raises(IllegalMove):
        game.start().claim("e2e5")
    with pytest.raises(InvalidMove):
        game.start().claim("draw")


def test_no_claim_after_the_end() -> None:
    assert oracle.begin("7k/8/8/8/8/8/8/KR6 w - - 100 99").claim() is None


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "termination", [Termination.RESIGNATION, Termination.CRASH, Termination.TIME_FORFEIT]
)
def test_who_breaks_off_loses(seat: int, termination: Termination) -> None:
    scores = (0.0, 1.0) if seat == 0 else (1.0, 0.0)
    assert game.start().forfeit(seat, termination) == Outcome(scores, termination)


def test_out_of_time_against_men_that_cannot_mate() -> None:
    position = oracle.begin("7k/8/8/8/8/8/8/KQ5b w - - 0 1")
    late = Termination.TIME_FORFEIT
    assert position.forfeit(0, late) == Outcome((0.5, 0.5), late)
    assert position.forfeit(1, late) == Outcome((1.0, 0.0), late)
    assert position.forfeit(0, Termination.CRASH).scores == (0.0, 1.0)


def test_a_draw_can_be_agreed() -> None:
    assert game.start().agreed_draw() == Outcome((0.5, 0.5), Termination.DRAW_AGREED)
