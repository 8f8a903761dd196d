"""The board for search: what is made can be unmade, and everything incremental stays true."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.chess import ChessBoard, tables
from arena_games.chess.fen import read_board, write_fen
from tests.arena_games.chess import oracle

SEEDS = st.integers(0, 2**64 - 1)
FENS = [(fen, False) for fen in oracle.STANDARD] + [(fen, True) for fen in oracle.CHESS960]
KNIGHTS_OUT_AND_BACK = ["b1c3", "b8c6", "c3b1", "c6b8"]


def state(board: ChessBoard) -> tuple[object, ...]:
    men = tuple(board.piece_at(square) for square in range(64))
    bits = tuple(board.pieces(kind, colour) for kind in range(2, 8) for colour in (0, 1))
    return (write_fen(board), board.key(), board.legal(), board.over, board.ending, men, bits)


@settings(deadline=None, max_examples=40)
@given(begin=st.sampled_from(FENS), seed=SEEDS)
def test_unmake_restores_everything(begin: tuple[str, bool], seed: int) -> None:
    start = oracle.begin(*begin)
    board = start.board()
    before = []
    for position, _ in oracle.walk(start, seed, 100):
        if position.line is None and position.ply:
            before.append(state(board))
            assert board.repetitions() == 1 or board.halfmove
    assert state(board) == state(start.board())


@settings(deadline=None, max_examples=40)
@given(begin=st.sampled_from(FENS), seed=SEEDS)
def test_the_key_is_that_of_the_fen(begin: tuple[str, bool], seed: int) -> None:
    for position, _ in oracle.walk(oracle.begin(*begin), seed, 60):
        assert position.board().key() == read_board(position.fen(), begin[1]).key()
