"""The board for search: what is made can be unmade, and everything incremental stays true."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.chess import ChessBoard, tables
from arena_games.chess.fen import read_board, write_fen
from arena_games.rng import Lot
from tests.arena_games.chess import oracle

SEEDS = st.integers(0, 2**64 - 1)
FENS = [(fen, False) for fen in oracle.STANDARD] + [(fen, True) for fen in oracle.CHESS960]
begins = st.sampled_from(FENS)
PXD = Path(__file__).parents[3] / "arena_games" / "chess" / "placement.pxd"


def state(board: ChessBoard) -> tuple[object, ...]:
    men = tuple(board.piece_at(square) for square in range(64))
    bits = tuple(board.pieces(kind, colour) for kind in range(2, 8) for colour in (0, 1))
    legal = board.legal()
    return write_fen(board), board.key(), legal, board.over, board.ending, men, bits


@settings(deadline=None, max_examples=40)
@given(begin=begins, seed=SEEDS)
def test_unmake_restores_everything(begin: tuple[str, bool], seed: int) -> None:
    board = oracle.begin(*begin).board()
    lot = Lot(seed)
    before: list[tuple[object, ...]] = []
    while not board.over and len(before) < 150:
        before.append(state(board))
        board.make(lot.choice(board.legal()))
    for expected in reversed(before):
        board.unmake()
        assert state(board) == expected


@settings(deadline=None, max_examples=40)
@given(begin=begins, seed=SEEDS)
def test_the_key_is_that_of_the_fen(begin: tuple[str, bool], seed: int) -> None:
    for position, _ in oracle.walk(oracle.begin(*begin), seed, 60):
        assert position.board().key() == read_board(position.fen(), begin[1]).key()


def test_keys_differ_by_every_part_of_the_state() -> None:
    fens = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/1R2K2R w Kkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
    ]
    assert len({read_board(fen).key() for fen in fens}) == len(fens)


def test_a_board_remembers_no_moves_from_before_it_was_copied() -> None:
    board = oracle.begin(oracle.STANDARD[0]).play("g1f3").board()
    with pytest.raises(IndexError, match="no move to take back"):
        board.unmake()
    board.make(board.legal()[0])
    board.unmake()
    with pytest.raises(IndexError, match="no move to take back"):
        board.unmake()


def test_a_copy_knows_what_could_be_repeated() -> None:
    position = oracle.begin(oracle.STANDARD[0])
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position = position.play(move)
    board = position.board().copy()
    assert board.repetitions() == 2
    for text in ("g1f3", "g8f6", "f3g1", "f6g8"):
        assert not board.over
        board.make(next(move for move in board.legal() if position.decode(move) == text))
    assert (board.over, board.ending) == (True, tables.THREEFOLD_REPETITION)


def test_results() -> None:
    mated = oracle.begin("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").board()
    assert [mated.result(seat) for seat in (0, 1)] == [1.0, 0.0]
    drawn = oracle.begin("7k/8/8/8/8/8/8/KN6 b - - 0 1").board()
    assert [drawn.result(seat) for seat in (0, 1)] == [0.5, 0.5]


def test_value_is_own_material() -> None:
    board = read_board("4k3/pp6/8/8/8/8/8/QRBNK3 w - - 0 1")
    assert [board.value(seat) for seat in (0, 1)] == [900 + 500 + 330 + 320, 200]


def test_perft_where_the_match_is_over() -> None:
    over = oracle.begin("7k/8/8/8/8/8/8/KN6 b - - 0 1").board()
    assert [over.perft(depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_the_most_moves_of_any_game() -> None:
    board = read_board("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
    assert len(board.legal()) == board.count() == 218


def test_constants_are_the_same_for_the_compiler() -> None:
    found = dict(re.findall(r"^    ([A-Z_0-9]+) = (\d+)$", PXD.read_text(), re.MULTILINE))
    assert len(found) >= 18
    assert {name: int(value) for name, value in found.items()} == {
        name: getattr(tables, name) for name in found
    }
