"""The text of a Joust position, close to the FEN of Fairy-Stockfish's variant `joust`.

    3n4/8/1*6/8/8/8/8/3N4 b [capture]

Ranks from the top, parted by `/`: `N` White's knight, `n` Black's, `*` a burned square, a
number so many free squares. Then the side to move, and `capture` where that option is
on. After a capture the side to move has no knight on the board. Size, ply (the burned
squares) and everything else that the match goes on from are seen from these.
"""

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from arena_games.errors import InvalidPosition
from arena_games.joust.squares import LARGEST, SMALLEST

_RANK: Final = re.compile(r"(?:[1-9][0-9]?|[*Nn])+")
_PART: Final = re.compile(r"[1-9][0-9]?|[*Nn]")
_FREE, _BURNED, _WHITE, _BLACK = ".*Nn"


@dataclass(frozen=True)
class Placement:
    """All that a match goes on from. Squares are indices, `burned` one byte for each.

    `white` and `black` are equal after a capture; the side to move has lost its knight.
    """

    width: int
    height: int
    white: int
    black: int
    burned: bytes
    capture: bool = False

    @property
    def ply(self) -> int:
        """Moves made: every one has burned a square."""
        return self.burned.count(1)

    @property
    def to_move(self) -> int:
        """0 for White, 1 for Black."""
        return self.ply % 2


def write_placement(placement: Placement) -> str:
    """The text of a placement; equal placements have equal texts."""
    side = "wb"[placement.to_move]
    diagram = _write_cells(_cells(placement), placement.width)
    return f"{diagram} {side} capture" if placement.capture else f"{diagram} {side}"


def read_placement(text: str) -> Placement:
    """The placement of a text. Raises InvalidPosition."""
    fields = text.split(" ")
    if (
        len(fields) not in (2, 3)
        or fields[1] not in ("w", "b")
        or fields[2:] not in ([], ["capture"])
    ):
        raise _invalid(text, "it takes ranks, side to move (w or b) and perhaps `capture`")
    cells, width = _read_cells(text, fields[0])
    placement = _placement(text, cells, width, "wb".index(fields[1]), len(fields) == 3)
    if write_placement(placement) != text:
        raise _invalid(text, f"write it as {write_placement(placement)}")
    return placement


def _cells(placement: Placement) -> list[str]:
    cells = [_BURNED if burned else _FREE for burned in placement.burned]
    if placement.white != placement.black or placement.to_move == 1:
        cells[placement.white] = _WHITE
    if placement.white != placement.black or placement.to_move == 0:
        cells[placement.black] = _BLACK
    return cells


def _write_cells(cells: list[str], width: int) -> str:
    ranks = [cells[first : first + width] for first in range(0, len(cells), width)]
    return "/".join(_write_rank(rank) for rank in reversed(ranks))


def _write_rank(rank: list[str]) -> str:
    runs = ((mark, len(list(run))) for mark, run in groupby(rank))
    return "".join(str(length) if mark == _FREE else mark * length for mark, length in runs)


def _read_cells(text: str, diagram: str) -> tuple[list[str], int]:
    """The cells from a1 on, and the width."""
    ranks = [_read_rank(text, rank) for rank in reversed(diagram.split("/"))]
    width = len(ranks[0])
    if any(len(rank) != width for rank in ranks):
        raise _invalid(text, "its ranks differ in length")
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= len(ranks) <= LARGEST):
        raise _invalid(text, f"a board has {SMALLEST} to {LARGEST} columns and ranks")
    return [cell for rank in ranks for cell in rank], width


def _read_rank(text: str, rank: str) -> list[str]:
    if not _RANK.fullmatch(rank):
        raise _invalid(text, f"rank {rank[:40]!r} takes N, n, * and numbers of free squares")
    parts = _PART.findall(rank)
    return [cell for part in parts for cell in (_FREE * int(part) if part.isdigit() else part)]


def _placement(text: str, cells: list[str], width: int, to_move: int, capture: bool) -> Placement:
    burned = bytes(cell == _BURNED for cell in cells)
    if burned.count(1) % 2 != to_move:
        raise _invalid(text, "White is to move when the number of burned squares is even")
    knights = {mark: [i for i, cell in enumerate(cells) if cell == mark] for mark in "Nn"}
    if capture and any(burned) and not knights["Nn"[to_move]]:
        knights["Nn"[to_move]] = knights["nN"[to_move]]
    if [len(squares) for squares in knights.values()] != [1, 1]:
        raise _invalid(text, "each side has one knight, N for White and n for Black")
    return Placement(width, len(cells) // width, knights["N"][0], knights["n"][0], burned, capture)


def _invalid(text: str, reason: str) -> InvalidPosition:
    return InvalidPosition(f"joust position {text[:80]!r}: {reason}")
