"""Squares of a Joust board: their names, where a knight can jump, where matches begin.

A square is its index, row by row from rank 1: a1 is 0, b1 is 1. There are at most 256.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from arena_games.rng import Lot

SMALLEST: Final = 3
LARGEST: Final = 16
COLUMNS: Final = "abcdefghijklmnop"

_LEAPS = ((-2, -1), (-1, -2), (1, -2), (2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1))


def square_name(square: int, width: int) -> str:
    """The name of a square, `d1`."""
    return f"{COLUMNS[square % width]}{square // width + 1}"


@cache
def square_names(width: int, height: int) -> Mapping[str, int]:
    """Every square of that board by its name."""
    return {square_name(square, width): square for square in range(width * height)}


@cache
def knight_jumps(width: int, height: int) -> tuple[bytes, bytes]:
    """For search: how many squares a knight reaches from each square of an empty board,
    and which; those of square s stand from index 8 * s, in ascending order."""
    counts = bytearray(width * height)
    targets = bytearray(8 * width * height)
    for square in range(width * height):
        reached = _jumps_from(square, width, height)
        counts[square] = len(reached)
        targets[8 * square : 8 * square + len(reached)] = bytes(reached)
    return bytes(counts), bytes(targets)


def _jumps_from(square: int, width: int, height: int) -> list[int]:
    row, column = divmod(square, width)
    return sorted(
        (row + up) * width + column + right
        for right, up in _LEAPS
        if 0 <= row + up < height and 0 <= column + right < width
    )


def _prolog(width: int, height: int, lot: Lot) -> tuple[int, int]:
    column = (1 + width) // 2 - 1
    return column, (height - 1) * width + column


def _home_random(width: int, height: int, lot: Lot) -> tuple[int, int]:
    white = lot.below(width)
    return white, (height - 1) * width + lot.below(width)


def _centre(width: int, height: int, lot: Lot) -> tuple[int, int]:
    white = (height // 2 - 1) * width + width // 2 - 1
    return white, white + width + 1


def _corners(width: int, height: int, lot: Lot) -> tuple[int, int]:
    return 0, width * height - 1


# White's and Black's start squares. What the sources fix on 8x8 only is carried over to
# other sizes by its main property: `centre` is two diagonal neighbours (so of one colour,
# and never a jump apart), White's the last square of the lower left quarter of the board.
# `home_random` draws White's column first, then Black's, each as `Lot.below(width)`.
STARTS: Final[Mapping[str, Callable[[int, int, Lot], tuple[int, int]]]] = {
    "prolog": _prolog,
    "home_random": _home_random,
    "centre": _centre,
    "corners": _corners,
}
