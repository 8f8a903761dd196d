"""The chess evaluation: the same for both sides, and what it likes."""

import pytest

from arena_games import Board, get_game
from arena_games.chess import ChessBoard
from arena_games.chess.fen import write_fen
from arena_games.search import WIN
from arena_games.search.chess_evaluation import ChessTapered
from tests.arena_games.search.walks import walk


def board(fen: str) -> Board:
    return get_game("chess").load(fen).board()


def mirrored(fen: str) -> str:
    """The same position with colours swapped."""
    men, side, castling, passed, *counters = fen.split()
    ranks = "/".join(reversed(men.swapcase().split("/")))
    rights = "".join(sorted(castling.swapcase()))
    square = passed if passed == "-" else passed[0] + str(9 - int(passed[1]))
    return " ".join([ranks, "b" if side == "w" else "w", rights, square, *counters])


@pytest.mark.parametrize("seed", range(20))
def test_colours_do_not_matter(seed: int) -> None:
    position = walk("chess", seed, 10 + 3 * seed)
    evaluation, here = ChessTapered(), position.board()
    assert isinstance(here, ChessBoard)
    white = evaluation.of(here, 0, 0)
    assert evaluation.of(here, 1, 0) == -white
    assert evaluation.of(board(mirrored(write_fen(here))), 1, 0) == white


def worth(fen: str) -> int:
    return int(ChessTapered().of(board(fen), 0, 0))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # a passed pawn that has come further
        ("4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
        # one without a rival on the next file
        ("4k3/7p/8/8/3P4/8/8/4K3 w - - 0 1", "4k3/4p3/8/8/3P4/8/8/4K3 w - - 0 1"),
        # pawns side by side
        ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1"),
        # two bishops
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1"),
        # a rook on an open file
        ("4k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"),
        # a sheltered king, while there are queens
        ("q2rk3/8/8/8/8/8/5PPP/Q2R2K1 w - - 0 1", "q2rk3/8/8/8/8/8/PPP5/Q2R2K1 w - - 0 1"),
        # a king in the middle at the end
        ("7k/p7/8/8/4K3/8/P7/8 w - - 0 1", "7k/p7/8/8/8/8/P7/7K w - - 0 1"),
    ],
)
def test_what_it_likes(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


def test_the_side_to_move_has_a_little_more() -> None:
    start = get_game("chess").start().board()
    assert 0 < ChessTapered().of(start, 0, 0) < 50


def test_results_count_over_everything() -> None:
    mated = board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert ChessTapered().of(mated, 1, 3) == 3 - WIN
    assert ChessTapered().of(board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0, 3) == 0
