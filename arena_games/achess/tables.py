"""Squares, kinds of pieces, and which way leads from one square to another.

Squares are 0 (a1) to 63 (h8), `file + 8 * rank`. Kinds are numbers, P 0 to K 5, in the order
of `KINDS`; owners are the seats, 0 white and 1 black.

A path is a step and a goal: every entry adds the step to the square, until the goal is
reached. A knight's leap and a castling rook's jump are paths of a single entry.
"""

from array import array
from collections.abc import Iterator
from typing import Final

KINDS: Final = "PNBRQK"
PLAYERS: Final = "wb"
PROMOTIONS: Final = "QRBN"
RIGHTS: Final = "KQkq"  # bit 0 to bit 3 of a set of castling rights

PAWN: Final = 0
KNIGHT: Final = 1
BISHOP: Final = 2
ROOK: Final = 3
QUEEN: Final = 4
KING: Final = 5

# Later than any time of a match.
NEVER: Final = 1 << 62

SQUARES: Final = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
SQUARE_OF: Final = {name: square for square, name in enumerate(SQUARES)}

_STRAIGHT: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_LEAPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
# The table of steps has these rows: the six kinds, and black's pawns after them.
BLACK_PAWN: Final = 6


def _walk(square: int, file_step: int, rank_step: int, reach: int) -> Iterator[int]:
    """The squares met on the way from `square`, at most `reach` of them."""
    file, rank = square & 7, square >> 3
    for _ in range(reach):
        file, rank = file + file_step, rank + rank_step
        if not (0 <= file < 8 and 0 <= rank < 8):
            return
        yield file + 8 * rank


def _ways(row: int, square: int) -> list[tuple[int, int, int]]:
    """File step, rank step and reach of each way out of a square, on an empty board."""
    if row in (PAWN, BLACK_PAWN):
        forward, second = (1, 1) if row == PAWN else (-1, 6)
        reach = 2 if square >> 3 == second else 1
        return [(0, forward, reach), (-1, forward, 1), (1, forward, 1)]
    if row == KNIGHT:
        return [(*leap, 1) for leap in _LEAPS]
    lines = {BISHOP: _DIAGONAL, ROOK: _STRAIGHT}.get(row, _STRAIGHT + _DIAGONAL)
    return [(*line, 1 if row == KING else 7) for line in lines]


def _steps() -> "array[int]":
    """By `4096 * row + 64 * from + to`: the step from one square to the next on the way,
    0 where `to` cannot be reached (section 3, test 6)."""
    steps = array("b", bytes(7 * 4096))
    for row in range(7):
        for square in range(64):
            for file_step, rank_step, reach in _ways(row, square):
                for to in _walk(square, file_step, rank_step, reach):
                    steps[4096 * row + 64 * square + to] = file_step + 8 * rank_step
    return steps


def _kept() -> "array[int]":
    """By square: the rights that remain when what stands there leaves or dies. While there
    is a right, its king and its rook stand at home, so the square tells the piece."""
    kept = array("b", [15] * 64)
    for name, lost in (("e1", 3), ("h1", 1), ("a1", 2), ("e8", 12), ("h8", 4), ("a8", 8)):
        kept[SQUARE_OF[name]] = 15 - lost
    return kept


STEPS = _steps()
KEPT = _kept()
