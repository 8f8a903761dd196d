"""Perft: the published values of the rules page, and positions full of rare moves."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from arena_games.chess import board as board_module
from tests.arena_games.chess import oracle

CASES = json.loads((Path(__file__).parents[2] / "data" / "chess_perft.json").read_text())
COMPILED = not str(board_module.__file__).endswith(".py")
# What a second or two count: compiled code is some 150 times as fast.
MOST_LEAVES = 200_000_000 if COMPILED else 450_000


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_published_counts(case: dict[str, Any]) -> None:
    board = oracle.begin(case["fen"], case["chess960"]).board()
    key = board.key()
    for depth, leaves in enumerate(case["leaves"], 1):
        if leaves <= MOST_LEAVES:
            assert board.perft(depth) == leaves
    assert board.key() == key


# En passant that uncovers a king along a rank, a diagonal or a file, or is the only answer
# to a check; castling as the only move; rooks that leave a line by castling.
RARE = [
    ("8/8/8/KPp4r/8/8/8/7k w - c6 0 2", False),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", False),
    ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", False),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", False),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", False),
    ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", False),
    ("4k3/8/8/8/2PpP3/8/8/3RK3 b - c3 0 1", False),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", False),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", False),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", False),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", False),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", False),
    ("r1k4r/8/8/8/8/8/8/1RK4R w Hh - 0 1", True),
    ("8/8/8/8/8/3k4/8/qRK5 w B - 0 1", True),
    ("1k6/8/8/8/8/8/PPP1PPPP/r1RK4 w C - 0 1", True),
    ("4k3/8/8/8/8/8/3PPPPP/qR1K1RR1 w GB - 0 1", True),
    ("3k4/8/8/8/8/8/5PPP/rn3RKR w HF - 0 1", True),
    ("4k3/8/b7/8/4n3/7p/7P/6KR w H - 0 1", True),
    ("2r1kr2/8/8/8/8/8/8/1R1K2R1 b GBfc - 0 1", True),
]


@pytest.mark.parametrize(("fen", "chess960"), RARE)
def test_rare_moves(fen: str, chess960: bool) -> None:
    position = oracle.begin(fen, chess960)
    theirs = chess.Board(fen, chess960=chess960)
    assert theirs.is_valid()
    for depth in (1, 2, 3):
        assert position.board().perft(depth) == count(theirs, depth)


def count(theirs: chess.Board, depth: int) -> int:
    """The oracle's perft."""
    if depth == 1:
        return theirs.legal_moves.count()
    leaves = 0
    for move in list(theirs.legal_moves):
        theirs.push(move)
        leaves += count(theirs, depth - 1)
        theirs.pop()
    return leaves
