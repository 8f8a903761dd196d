"""Moves and positions of ThreeChess as texts.

A move is its two squares, "BE2BE4". A position is one line of fields with a space between:

    <board> <turn> <ply> <captured> [<option>=<value> ...] [trail=<move>,<move>,...]

board     blue/green/red sections, each its rows 1,2,3,4 with a comma between, each row its
          columns A..H: a piece is two letters ("GP"), a digit that many empty squares
turn      B, G or R
ply       moves made since the start
captured  what blue/green/red has captured, in order, "-" for nothing
options   those that differ from their defaults
trail     with `repetition`: the moves since the last capture or pawn move, as the
          positions that they passed count

The start: BRBNBBBQBKBBBNBR,BPBPBPBPBPBPBPBP,8,8/GRGN...,8,8/RRRN...,8,8 B 0 -/-/-
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arena_games.errors import InvalidMove, InvalidOption, InvalidPosition
from arena_games.threechess.board import ThreeChessBoard
from arena_games.threechess.geometry import (
    SECTION_LETTERS,
    SQUARE_NAMES,
    SQUARE_OF_NAME,
    SQUARES,
    square_at,
)
from arena_games.threechess.pieces import PIECE_OF_NAME, piece_name
from arena_games.threechess.rules import Rules, read_rules, written_options

_MAX_PLY = 2**30
_ROW_PARTS = re.compile(r"[BGR][PNBRQK]|[1-8]")
_PIECES = re.compile(r"[BGR][PNBRQK]")
_LAYOUT = "board, turn, ply, captured lists, then name=value fields"


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says of a position, not yet checked against the rules.

    `squares` has a piece for each of the 96 squares, `captured` a list for each seat;
    `trail` are moves, the latest last.
    """

    squares: tuple[int, ...]
    to_move: int
    ply: int
    captured: tuple[tuple[int, ...], ...]
    rules: Rules
    trail: tuple[int, ...]


def move_text(move: int) -> str:
    """The text of a board's integer move."""
    return SQUARE_NAMES[move >> 7] + SQUARE_NAMES[move & 127]


def read_move(text: str) -> int:
    """The board's integer for a move text, legal or not. Raises InvalidMove."""
    source, target = SQUARE_OF_NAME.get(text[:3]), SQUARE_OF_NAME.get(text[3:])
    if source is None or target is None:
        raise InvalidMove(text, "a threechess move is two squares, like BE2BE4")
    return source << 7 | target


def write_position(board: ThreeChessBoard, rules: Rules, trail: Sequence[int]) -> str:
    """The text of the position on a board."""
    fields = [
        "/".join(_write_section(board, section) for section in range(3)),
        SECTION_LETTERS[board.to_move],
        str(board.ply),
        "/".join("".join(map(piece_name, board.captured(seat))) or "-" for seat in range(3)),
    ]
    fields += [f"{name}={value}" for name, value in written_options(rules).items()]
    if trail:
        fields.append("trail=" + ",".join(map(move_text, trail)))
    return " ".join(fields)


def _write_section(board: ThreeChessBoard, section: int) -> str:
    return ",".join(_write_row(board, section, row) for row in range(4))


def _write_row(board: ThreeChessBoard, section: int, row: int) -> str:
    written, empty = "", 0
    for column in range(8):
        piece = board.piece_at(square_at(section, column, row))
        if not piece:
            empty += 1
            continue
        written += (str(empty) if empty else "") + piece_name(piece)
        empty = 0
    return written + (str(empty) if empty else "")


def read_placement(text: str) -> Placement:
    """What a position text says. Raises InvalidPosition where it cannot be read."""
    fields = text.split(" ")
    if len(fields) < 4:
        raise InvalidPosition(f"threechess position {text[:60]!r}: it needs {_LAYOUT}")
    board, turn, ply, captured = fields[:4]
    named = _read_named(fields[4:])
    trail = named.pop("trail", "")
    return Placement(
        squares=_read_squares(board),
        to_move=_read_turn(turn),
        ply=_read_ply(ply),
        captured=_read_captured(captured),
        rules=_read_rules(named),
        trail=tuple(_read_trail(move) for move in trail.split(",")) if trail else (),
    )


def _read_squares(text: str) -> tuple[int, ...]:
    sections = text.split("/")
    if len(sections) != 3:
        raise InvalidPosition(f"threechess board of {len(sections)} sections: it takes 3")
    squares = [0] * SQUARES
    for section, written in enumerate(sections):
        rows = written.split(",")
        if len(rows) != 4:
            letter = SECTION_LETTERS[section]
            raise InvalidPosition(
                f"threechess board, section {letter} of {len(rows)} rows: it takes 4"
            )
        for row, pieces in enumerate(rows):
            for column, piece in enumerate(_read_row(pieces)):
                squares[square_at(section, column, row)] = piece
    return tuple(squares)


def _read_row(text: str) -> list[int]:
    parts = _ROW_PARTS.findall(text)
    row: list[int] = []
    for part in parts:
        row += [0] * int(part) if part.isdecimal() else [PIECE_OF_NAME[part]]
    if "".join(parts) != text or len(row) != 8:
        raise InvalidPosition(
            f"threechess board row {text[:40]!r}: it takes 8 columns of pieces like GP and "
            "digits for empty squares"
        )
    return row


def _read_turn(text: str) -> int:
    if len(text) != 1 or text not in SECTION_LETTERS:
        raise InvalidPosition(f"threechess turn {text[:20]!r}: it takes B, G or R")
    return SECTION_LETTERS.index(text)


def _read_ply(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) > _MAX_PLY:
        raise InvalidPosition(
            f"threechess ply {text[:20]!r}: it takes a whole number from 0 to {_MAX_PLY}"
        )
    return int(text)


def _read_captured(text: str) -> tuple[tuple[int, ...], ...]:
    lists = text.split("/")
    if len(lists) != 3:
        raise InvalidPosition(
            f"threechess captured lists {text[:60]!r}: it takes three, - if empty"
        )
    return tuple(_read_spoils(spoils) for spoils in lists)


def _read_spoils(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    names = _PIECES.findall(text)
    if not names or "".join(names) != text:
        raise InvalidPosition(
            f"threechess captured list {text[:40]!r}: it takes pieces like GP, or - for none"
        )
    return tuple(PIECE_OF_NAME[name] for name in names)


def _read_named(fields: Sequence[str]) -> dict[str, str]:
    named: dict[str, str] = {}
    for field in fields:
        name, equals, value = field.partition("=")
        if not equals or not value or name in named:
            raise InvalidPosition(
                f"threechess position field {field[:40]!r}: it takes name=value, each name once"
            )
        named[name] = value
    return named


def _read_rules(named: dict[str, str]) -> Rules:
    try:
        return read_rules(named)
    except InvalidOption as error:
        raise InvalidPosition(str(error)) from None


def _read_trail(text: str) -> int:
    try:
        return read_move(text)
    except InvalidMove as error:
        raise InvalidPosition(f"threechess position, trail: {error}") from None
