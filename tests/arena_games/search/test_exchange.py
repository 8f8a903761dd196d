"""Whether a capture holds, against the exchange played out on a board."""

import pytest

from arena_games import get_game
from arena_games.chess import ChessBoard
from arena_games.chess.tables import WORTH
from arena_games.search.exchange import holds
from tests.arena_games.search.walks import walk


def after(board: ChessBoard, move: int) -> ChessBoard:
    other = board.copy()
    other.make(move)
    return other


@pytest.mark.parametrize(
    ("fen", "move", "good"),
    [
        ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", False),  # rook for a guarded pawn
        ("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", True),  # not guarded
        ("4k3/8/3p4/4r3/8/8/4R3/4K3 w - - 0 1", "e2e5", True),  # rook for rook
        ("4k3/8/3p4/4n3/8/8/4R3/4QK2 w - - 0 1", "e2e5", False),  # backed, still too dear
        ("4k3/4r3/8/4p3/8/8/4R3/4QK2 w - - 0 1", "e2e5", True),  # the queen behind it helps
        ("4k3/4q3/4r3/4p3/8/8/4R3/4QK2 w - - 0 1", "e2e5", False),  # so do they
        ("8/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", True),  # a king may not take back
        ("8/8/4k3/4p3/8/8/4R3/6K1 w - - 0 1", "e2e5", False),  # here it may
        ("4k3/3p4/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", True),  # nobody takes
        ("4k3/2p5/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", False),  # a quiet move into a capture
    ],
)
def test_exchanges(fen: str, move: str, good: bool) -> None:
    position = get_game("chess").load(fen)
    board = position.board()
    assert isinstance(board, ChessBoard)
    assert holds(board, position.encode(move)) == good


def gained(board: ChessBoard, square: int) -> int:
    """What the side to move gains on a square by taking with its least man, or not at all."""
    takers = [move for move in board.legal() if move >> 6 & 63 == square and move >> 15 == 0]
    if not takers:
        return 0
    least = min(takers, key=lambda move: _order(board, move))
    worth = int(WORTH[board.piece_at(square) >> 1])
    return max(0, worth - gained(after(board, least), square))


def _order(board: ChessBoard, move: int) -> tuple[int, int]:
    return board.piece_at(move & 63) >> 1, move & 63


@pytest.mark.parametrize("seed", range(8))
def test_captures_that_are_played_out(seed: int) -> None:
    """Wherever no man is pinned and none stands before its promotion."""
    board = walk("chess", seed, 24).board()
    assert isinstance(board, ChessBoard)
    for move in board.legal():
        square = move >> 6 & 63
        taken = board.piece_at(square)
        if not taken or move >> 12 or square >> 3 in (0, 7):
            continue
        lines = [board.copy()]
        lines[0].make(move)
        if _pins(lines[0]):
            continue
        worth = WORTH[taken >> 1] - gained(lines[0], square)
        assert holds(board, move) == (worth >= 0)


def _pins(board: ChessBoard) -> bool:
    """Whether legality would change the exchange: a check, or a man who may not take."""
    if board.in_check():
        return True
    square_moves = {move & 63 for move in board.legal()}
    men = board.pieces(2, board.to_move) | board.pieces(3, board.to_move)
    men |= board.pieces(4, board.to_move) | board.pieces(5, board.to_move)
    return any(men >> square & 1 and square not in square_moves for square in range(64))
