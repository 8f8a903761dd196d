"""FEN: what is read, what is written, and what is refused with which words."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.chess.fen import read_board, write_fen
from arena_games.errors import InvalidPosition
from tests.arena_games.chess import oracle

START = chess.STARTING_FEN


@pytest.mark.parametrize("fen", oracle.STANDARD)
def test_round_trip(fen: str) -> None:
    assert write_fen(read_board(fen)) == fen


@pytest.mark.parametrize("fen", oracle.CHESS960)
def test_round_trip_chess960(fen: str) -> None:
    assert write_fen(read_board(fen, chess960=True)) == fen


@pytest.mark.parametrize(
    ("castling", "written"),
    [("KQkq", "GAga"), ("GAga", "GAga"), ("FBfc", "FBfc"), ("qK", "Ga"), ("Fq", "Fa"), ("-", "-")],
)
def test_castling_rights_of_chess960(castling: str, written: str) -> None:
    """K, Q: the outermost rook; a file's letter: that rook."""
    fen = f"rrrk1rr1/pppppppp/8/8/8/8/PPPPPPPP/RRRK1RR1 w {castling} - 0 1"
    assert write_fen(read_board(fen, chess960=True)) == fen.replace(castling, written)


def test_shredder_rights_of_standard_chess() -> None:
    assert write_fen(read_board(START.replace("KQkq", "HAha"))) == START


def test_en_passant_is_kept_only_where_it_can_be_captured() -> None:
    kept = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    assert write_fen(read_board(kept)) == kept
    useless = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert write_fen(read_board(useless)) == useless.replace("e3", "-")
    pinned = "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert write_fen(read_board(pinned)) == pinned.replace("d6", "-")


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("", "has 0 fields, not 6"),
        ("8/8/8/8/8/8/8/8 w - -", "has 4 fields, not 6"),
        ("8/8/8/8/8/8/8 w - - 0 1", "fill 7 ranks, not 8"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "rank 1 'K8' has 9 squares, not 8"),
        ("k7/8/8/8/8/8/8/K6 w - - 0 1", "rank 1 'K6' has 7 squares, not 8"),
        ("k7/8/8/8/8/8/8/K6x w - - 0 1", "'x' in rank 1 is no piece letter"),
        ("k7/8/8/8/8/8/8/K60P w - - 0 1", "'0' in rank 1 is no piece letter"),
        ("k7/8/8/8/8/8/8/K33p w - - 0 1", "rank 1 'K33p' has two numbers side by side"),
        (START.replace(" w ", " W "), "side to move 'W' is neither 'w' nor 'b'"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "black has 0 kings, not one"),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "white has 2 kings, not one"),
        ("k7/8/8/8/8/8/PPPPPPPP/K6P w - - 0 1", "white has 9 pawns, more than 8"),
        ("k7/8/8/8/8/8/NNNNNNNN/KNNNNNNNN w - - 0 1", "rank 1 'KNNNNNNNN' has 9 squares"),
        ("k7/8/8/8/8/N7/NNNNNNNN/KNNNNNNN w - - 0 1", "white has 17 men, more than 16"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on h8"),
        ("k7/8/8/8/8/8/8/K6p w - - 0 1", "a pawn stands on h1"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "black is to move and white in check"),
        ("8/8/8/8/8/8/kK6/8 b - - 0 1", "black is to move and white in check"),
        ("k3r3/8/8/8/7b/3n4/8/4K3 w - - 0 1", "more than two men check white"),
        (START.replace("KQkq", "KQkqx"), "castling 'x' is none of KQkq, A-H, a-h"),
        (START.replace("KQkq", "KK"), "names one right twice"),
        (START.replace("KQkq", "KH"), "names one right twice"),
        (START.replace("KQkq", "C"), "castling 'C': there is no such rook"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling 'K': there is no such rook"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling 'K': there is no such rook"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "castling 'K' with f1 and h1 is chess960: set"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "castling 'K' with e1 and g1 is chess960: set"),
        (START.replace(" - ", " e4 "), "en passant 'e4' is neither '-' nor like 'e3', 'e6'"),
        (START.replace(" - ", " e6 "), "en passant on e6: no pawn has just passed over it"),
        (START.replace(" - ", " e3 "), "en passant on e3: no pawn has just passed over it"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant on d6: no pawn has just passed"),
        (START.replace(" 0 1", " -1 1"), "halfmove clock '-1' is no whole number 0..9999"),
        (START.replace(" 0 1", " x 1"), "halfmove clock 'x' is no whole number"),
        (START.replace(" 0 1", " 0 0"), "move number '0' is no whole number 1..99999"),
        (START.replace(" 0 1", " 0 ١"), "move number '١' is no whole number"),
    ],
)
def test_refused(fen: str, words: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        read_board(fen)
    assert words in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@settings(deadline=None, max_examples=300)
@given(data=st.data(), fen=st.sampled_from(oracle.STANDARD))
def test_changed_fens_are_refused_or_valid(data: st.DataObject, fen: str) -> None:
    """What is read stays the same when written and read again, and the oracle takes it."""
    at = data.draw(st.integers(0, len(fen) - 1))
    changed = fen[:at] + data.draw(st.sampled_from("KQkqRrPpNbw- 18/e36h")) + fen[at + 1 :]
    try:
        board = read_board(changed)
    except InvalidPosition:
        return
    written = write_fen(board)
    assert write_fen(read_board(written)) == written
    theirs = chess.Board(changed)
    assert theirs.status() & ~(chess.STATUS_IMPOSSIBLE_CHECK) == chess.STATUS_VALID
    assert theirs.fen() == written
