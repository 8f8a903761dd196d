"""Positions drawn with letters, from their texts. White's and the first section's side is
below; a dot is an empty square, a star one that is burned."""

import re
from collections.abc import Callable, Iterator

from cli.happenings import draw_state

_RUN = re.compile(r"\d+|\D")
_CELLS = re.compile(r"\d+|[A-Z]{2}")
_FILES = "abcdefghijklmnop"
_GAP = " | "


def draw(game: str, text: str) -> str:
    """The position as several lines; for a game without a drawing, its text."""
    drawing = _DRAWINGS.get(game)
    return text if drawing is None else drawing(text)


def _square_board(text: str) -> str:
    """Rows from the top, as in FEN; a digit stands for so many empty squares."""
    rows = [list(_expand(row)) for row in text.split()[0].split("/")]
    lines = [f"{len(rows) - index:>2} {' '.join(row)}" for index, row in enumerate(rows)]
    return "\n".join([*lines, "   " + " ".join(_FILES[: len(rows[0])])])


def _expand(row: str) -> Iterator[str]:
    for run in _RUN.findall(row):
        if run.isdigit():
            yield from "." * int(run)
        else:
            yield run


def _three_sections(text: str) -> str:
    """The sections side by side, each with its back rank below and its middle line on top."""
    sections = [section.split(",") for section in text.split()[0].split("/")]
    columns = "  ".join("ABCDEFGH")
    lines = ["   " + _GAP.join([columns] * 3)]
    for row in reversed(range(4)):
        cells = [" ".join(_pieces(section[row])) for section in sections]
        lines.append(f"{row + 1} " + _GAP.join(cells))
    lines.append("  " + _GAP.join(name.center(23) for name in ("blue", "green", "red")))
    return "\n".join(line.rstrip() for line in lines)


def _pieces(row: str) -> Iterator[str]:
    for cell in _CELLS.findall(row):
        if cell.isdigit():
            yield from [" ."] * int(cell)
        else:
            yield cell


_DRAWINGS: dict[str, Callable[[str], str]] = {
    "achess": draw_state,
    "chess": _square_board,
    "joust": _square_board,
    "threechess": _three_sections,
}
