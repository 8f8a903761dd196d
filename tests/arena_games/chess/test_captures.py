"""What only searches use of the chess board: captures alone, and passing."""

import pytest

from arena_games import get_game
from arena_games.chess import ChessBoard
from tests.arena_games.search.walks import walk


def noisy(board: ChessBoard, move: int) -> bool:
    """Whether it captures or promotes."""
    flag = move >> 15
    taken = board.piece_at(move >> 6 & 63) != 0 and flag != 2
    return taken or flag == 1 or move >> 12 & 7 != 0


@pytest.mark.parametrize("seed", range(20))
def test_captures_are_the_legal_moves_that_capture_or_promote(seed: int) -> None:
    board = walk("chess", seed, 80).board()
    assert isinstance(board, ChessBoard)
    for move in board.legal():
        board.make(move)
        if not board.over:
            assert board.captures(0) == sum(noisy(board, other) for other in board.legal())
            assert board.generate(0) == len(board.legal())
        board.unmake()


def test_passing_hands_over_the_move_and_can_be_taken_back() -> None:
    load = get_game("chess").load
    fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    board = load(fen).board()
    assert isinstance(board, ChessBoard)
    before = (board.key(), board.plies, board.halfmove, board.legal())
    board.skip()
    passed = load(fen.replace("w KQkq f6", "b KQkq -")).board()
    assert (board.to_move, board.key(), board.legal()) == (1, passed.key(), passed.legal())
    board.unskip()
    assert (board.key(), board.plies, board.halfmove, board.legal()) == before
    assert board.to_move == 0


def test_nothing_before_a_pass_counts_as_repeated() -> None:
    position = get_game("chess").start()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position = position.play(move)
    board = position.board()
    assert isinstance(board, ChessBoard)
    assert board.repetitions() == 2
    board.skip()
    board.skip()
    assert board.repetitions() == 1
    board.unskip()
    board.unskip()
    assert board.repetitions() == 2
