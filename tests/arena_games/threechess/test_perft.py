"""Perft of the start position and of 30 others, with the classes of the last moves."""

from collections import Counter
from typing import Any

import pytest

from arena_games.threechess import ThreeChessBoard, game
from arena_games.threechess.geometry import section_of
from arena_games.threechess.pieces import KING, PAWN, kind_of
from tests.arena_games.threechess.vectors import json_of, lines_of, played, snapshot

REFERENCE = json_of("perft_divide")
CLASSES = ("captures", "king_captures", "castles", "promotions", "double_steps")


def classes_of(board: ThreeChessBoard, move: int) -> list[str]:
    source, target = move >> 7, move & 127
    kind, taken = kind_of(board.piece_at(source)), board.piece_at(target)
    crosses = section_of(source) != section_of(target)
    found = ["captures"] if taken else []
    if kind_of(taken) == KING:
        found.append("king_captures")
    if kind == KING and not crosses and abs(source - target) == 8:
        found.append("castles")
    if kind == PAWN and target % 4 == 0:
        found.append("promotions")
    if kind == PAWN and not crosses and abs(source - target) == 2:
        found.append("double_steps")
    if crosses:
        found.append("section_crossings")
    return found


def count(board: ThreeChessBoard, depth: int, counts: Counter[str]) -> None:
    """Perft by the public face of the board: `legal`, `make`, `unmake`."""
    if board.over:
        return
    counts["movegens"] += 1
    moves = board.legal()
    if depth == 1:
        counts["nodes"] += len(moves)
        for move in moves:
            counts.update(classes_of(board, move))
        return
    for move in moves:
        board.make(move)
        count(board, depth - 1, counts)
        board.unmake()


def check_classes(board: ThreeChessBoard, expected: dict[str, Any]) -> None:
    counts: Counter[str] = Counter()
    count(board, expected["depth"], counts)
    assert {name: counts[name] for name in expected if name != "depth"} == {
        name: number for name, number in expected.items() if name != "depth"
    }


@pytest.mark.parametrize("expected", REFERENCE["perft"], ids=lambda line: str(line["depth"]))
def test_classes_from_the_start(expected: dict[str, Any]) -> None:
    assert {*CLASSES, "section_crossings", "movegens", "nodes"} < set(expected)
    check_classes(game.start().board(), expected)


@pytest.mark.parametrize("expected", REFERENCE["perft"], ids=lambda line: str(line["depth"]))
def test_bulk_count_from_the_start(expected: dict[str, Any]) -> None:
    assert game.start().board().perft(expected["depth"]) == expected["nodes"]


def test_divide() -> None:
    start = game.start()
    divided = REFERENCE["divide_depths_1_3_after_move"]
    assert sorted(divided) == start.legal_moves()
    for move, nodes in divided.items():
        board = start.play(move).board()
        assert [board.perft(depth) for depth in (1, 2, 3)] == nodes


@pytest.mark.parametrize("record", lines_of("perft_positions"), ids=lambda line: str(line["pos"]))
def test_positions(record: dict[str, Any]) -> None:
    position = played(record["moves"], {"max_plies": 0})
    shown = snapshot(position)
    assert {name: shown[name] for name in record["position"]} == record["position"]
    board = position.board()
    for expected in record["perft"]:
        check_classes(board, expected)
        assert board.perft(expected["depth"]) == expected["nodes"]


def test_perft_of_no_plies_is_one_and_after_the_end_none() -> None:
    board = game.start({"max_plies": 1}).board()
    assert [board.perft(depth) for depth in range(3)] == [1, 20, 0]
    board.make(board.legal()[0])
    assert board.over
    assert [board.perft(depth) for depth in range(3)] == [1, 0, 0]
