"""Moves, FENs, endings and claims beside PyPI's `chess`, on random games."""

from itertools import combinations_with_replacement, permutations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.chess import ChessBoard, ChessPosition
from arena_games.chess.setup import Setup
from arena_games.chess.start_array import start_array
from arena_games.chess.tables import DEAD_POSITION, KING, PAWN
from arena_games.outcome import Termination
from tests.arena_games.chess import oracle

SEEDS = st.integers(0, 2**64 - 1)
standard = st.builds(oracle.begin, st.sampled_from(oracle.STANDARD), auto_claim=st.booleans())
shuffled = st.builds(oracle.begin, st.sampled_from(oracle.CHESS960), st.just(True), st.booleans())
arrays = st.integers(0, 959).map(
    lambda number: ChessPosition.at(ChessBoard(start_array(number), True))
)
beginnings = st.one_of(standard, shuffled, arrays)


@settings(deadline=None, max_examples=120)
@given(start=beginnings, seed=SEEDS)
def test_moves_fens_and_outcomes(start: ChessPosition, seed: int) -> None:
    auto_claim = start.board().auto_claim
    for position, theirs in oracle.walk(start, seed, 50):
        expected = oracle.outcome(theirs, auto_claim)
        assert position.outcome() == expected
        assert position.fen() == oracle.fen(theirs)
        assert position.legal_moves() == ([] if expected else oracle.moves(theirs))
        assert position.board().in_check() == theirs.is_check()


@settings(deadline=None, max_examples=25)
@given(start=beginnings, seed=SEEDS)
def test_counting_agrees_with_generating(start: ChessPosition, seed: int) -> None:
    for position, theirs in oracle.walk(start, seed, 40):
        board = position.board()
        assert board.count() == board.generate(0) == len(oracle.moves(theirs))


@settings(deadline=None, max_examples=25)
@given(fen=st.sampled_from(oracle.STANDARD), seed=SEEDS)
def test_claims(fen: str, seed: int) -> None:
    for position, theirs in oracle.walk(oracle.begin(fen, auto_claim=False), seed, 30):
        over = position.outcome() is not None
        assert position.claim() == (None if over else oracle.claimable(theirs))
        for move in position.legal_moves()[::5]:
            theirs.push_uci(move)
            ended = theirs.is_stalemate() or theirs.is_insufficient_material()
            assert position.claim(move) == (None if ended else oracle.claimable(theirs))
            theirs.pop()


@settings(deadline=None, max_examples=30)
@given(start=beginnings, seed=SEEDS)
def test_what_an_evaluation_asks(start: ChessPosition, seed: int) -> None:
    position, theirs = list(oracle.walk(start, seed, 30))[-1]
    board = position.board()
    for square in chess.SQUARES:
        assert board.piece_at(square) == codes(theirs)[square]
        assert board.attacks(square) == theirs.attacks_mask(square)
        for colour in (0, 1):
            assert board.attackers(square, colour) == theirs.attackers_mask(colour == 0, square)
    for colour in (0, 1):
        for kind in range(PAWN, KING + 1):
            assert board.pieces(kind, colour) == theirs.pieces_mask(kind - 1, colour == 0)


@pytest.mark.parametrize("squares", [(0, 63, 18, 45, 21), (0, 63, 18, 19, 45), (0, 63, 19, 20, 27)])
def test_who_can_mate(squares: tuple[int, ...]) -> None:
    """Every choice of up to three men beside the kings, on squares of either colour."""
    letters = "PNBRQpnbrq"
    for men in (m for n in range(4) for m in combinations_with_replacement(letters, n)):
        for turned in permutations(men):
            theirs = chess.Board(None)
            for square, letter in zip(squares, ["K", "k", *turned], strict=False):
                theirs.set_piece_at(square, chess.Piece.from_symbol(letter))
            board = ChessBoard(Setup(codes(theirs)))
            for colour in (0, 1):
                assert board.can_mate(colour) != theirs.has_insufficient_material(colour == 0)
            assert (board.ending == DEAD_POSITION) == theirs.is_insufficient_material()


def codes(theirs: chess.Board) -> tuple[int, ...]:
    """Our piece codes by square."""
    pieces = (theirs.piece_at(square) for square in chess.SQUARES)
    return tuple("    PpNnBbRrQqKk".index(piece.symbol()) if piece else 0 for piece in pieces)


@pytest.mark.parametrize(
    ("fen", "termination", "scores"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Termination.CHECKMATE, (1.0, 0.0)),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 150 99", Termination.CHECKMATE, (1.0, 0.0)),
        ("8/8/8/8/8/5kp1/6p1/6K1 w - - 0 1", Termination.STALEMATE, (0.5, 0.5)),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", Termination.DEAD_POSITION, (0.5, 0.5)),
        ("7k/8/8/8/8/b1b5/8/K1B5 w - - 0 1", Termination.DEAD_POSITION, (0.5, 0.5)),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 99", Termination.FIFTY_MOVES, (0.5, 0.5)),
        ("7k/8/8/8/8/8/8/KR6 w - - 150 99", Termination.SEVENTYFIVE_MOVES, (0.5, 0.5)),
    ],
)
def test_endings(fen: str, termination: Termination, scores: tuple[float, float]) -> None:
    outcome = oracle.begin(fen).outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.scores) == (termination, scores)


@pytest.mark.parametrize(("auto_claim", "plies"), [(True, 100), (False, 150)])
def test_moves_without_progress_end_the_match(auto_claim: bool, plies: int) -> None:
    position = oracle.begin(f"7k/8/8/8/8/8/8/KR6 w - - {plies - 1} 90", auto_claim=auto_claim)
    assert position.outcome() is None
    outcome = position.play("b1b2").outcome()
    assert outcome is not None
    assert outcome.termination is (
        Termination.FIFTY_MOVES if auto_claim else Termination.SEVENTYFIVE_MOVES
    )


def test_castling_can_be_the_only_move() -> None:
    position = oracle.begin("4k3/8/b7/8/4n3/7p/7P/6KR w H - 0 1", chess960=True)
    assert (position.legal_moves(), position.outcome()) == (["g1h1"], None)


@pytest.mark.parametrize(("auto_claim", "times", "plies"), [(True, 3, 8), (False, 5, 16)])
def test_repetition_ends_the_match(auto_claim: bool, times: int, plies: int) -> None:
    position = oracle.begin(chess.STARTING_FEN, auto_claim=auto_claim)
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for ply in range(plies):
        assert position.outcome() is None
        position = position.play(shuffle[ply % 4])
    outcome = position.outcome()
    assert position.board().repetitions() == times
    assert outcome is not None
    assert outcome.termination is (
        Termination.THREEFOLD_REPETITION if auto_claim else Termination.FIVEFOLD_REPETITION
    )


def test_rights_make_positions_differ() -> None:
    """The rooks come back, but the first position allowed castling and later ones do not."""
    position = oracle.begin("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for _ in range(2):
        for move in ("h1h2", "h8h7", "h2h1", "h7h8"):
            position = position.play(move)
    assert position.board().repetitions() == 2
    assert position.outcome() is None


def test_only_a_legal_en_passant_makes_positions_differ() -> None:
    """After e4 black's d-pawn stands ready, but pinned: nothing is lost when time passes."""
    position = oracle.begin("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1")
    position = position.play("e2e4")
    assert position.fen().split()[3] == "-"
    for move in ("d8d7", "e1e2", "d7d8", "e2e1"):
        position = position.play(move)
    assert position.board().repetitions() == 2
