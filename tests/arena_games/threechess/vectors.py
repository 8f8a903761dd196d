"""The reference's records (tests/data/threechess_*), and positions made for one rule."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from arena_games.threechess import ThreeChessBoard, ThreeChessPosition, game
from arena_games.threechess.geometry import SQUARE_NAMES, SQUARE_OF_NAME
from arena_games.threechess.notation import Placement, write_position
from arena_games.threechess.pieces import PIECE_OF_NAME, piece_name
from arena_games.threechess.placing import place
from arena_games.threechess.rules import Rules

DATA = Path(__file__).parents[2] / "data"
COLOURS = ("BLUE", "GREEN", "RED")


def json_of(name: str) -> Any:
    return json.loads((DATA / f"threechess_{name}.json").read_text())


@cache
def lines_of(name: str) -> list[dict[str, Any]]:
    packed = DATA / f"threechess_{name}.jsonl.gz"
    if packed.exists():
        return [json.loads(line) for line in gzip.decompress(packed.read_bytes()).splitlines()]
    text = (DATA / f"threechess_{name}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def played(moves: list[list[str]], options: dict[str, object]) -> ThreeChessPosition:
    """The position after a record's moves, from the start."""
    position = game.start(options)
    for source, target, *_ in moves:
        position = position.play(source + target)
    return position


def snapshot(position: ThreeChessPosition) -> dict[str, Any]:
    """A position in the form of the records."""
    board = position.board()
    pieces = ((name, board.piece_at(square)) for square, name in enumerate(SQUARE_NAMES))
    shown: dict[str, Any] = {
        "ply": position.ply,
        "turn": COLOURS[position.to_move],
        "over": board.over,
        "board": {name: piece_name(piece) for name, piece in pieces if piece},
        "captured": {
            colour: [piece_name(piece) for piece in board.captured(seat)]
            for seat, colour in enumerate(COLOURS)
        },
        "score": [position.score(seat) for seat in range(3)],
    }
    if not board.over:
        shown["legal"] = position.legal_moves()
    return shown


def position_text(
    pieces: str,
    turn: str = "B",
    ply: int = 30,
    captured: tuple[tuple[str, ...], ...] = ((), (), ()),
    rules: Rules = Rules(),  # noqa: B008 - frozen
) -> str:
    """The text of a position with pieces like "BK:BE1 GP:BA3"."""
    squares = [0] * 96
    for item in pieces.split():
        name, _, square = item.partition(":")
        squares[SQUARE_OF_NAME[square]] = PIECE_OF_NAME[name]
    lists = tuple(tuple(PIECE_OF_NAME[name] for name in spoils) for spoils in captured)
    placement = Placement(tuple(squares), "BGR".index(turn), ply, lists, rules, ())
    return write_position(place(placement), rules, ())


def fingerprint(board: ThreeChessBoard) -> tuple[object, ...]:
    """All that can be seen of a board."""
    return (
        tuple(board.piece_at(square) for square in range(96)),
        tuple((board.value(seat), board.spoils(seat)) for seat in range(3)),
        tuple(tuple(board.captured(seat)) for seat in range(3)),
        (board.to_move, board.ply, board.over, board.ending, board.reversible),
        tuple(board.result(seat) for seat in range(3)),
        tuple(board.legal()),
        board.key(),
    )
