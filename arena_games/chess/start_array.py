"""The 960 start arrays of Chess960, numbered as Reinhard Scharnagl did; 518 is standard."""

from typing import Final

from arena_games.chess.setup import Setup
from arena_games.chess.tables import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

STANDARD: Final = 518
ARRAYS: Final = 960

# Which two of the five files left the knights take, by the number's last part.
_KNIGHTS: Final = tuple((i, j) for i in range(5) for j in range(i + 1, 5))


def back_rank(number: int) -> list[int]:
    """The kinds from the a- to the h-file in start array `number`, 0..959."""
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    kinds = [0] * 8
    kinds[2 * light + 1] = kinds[2 * dark] = BISHOP
    kinds[_empty(kinds)[queen]] = QUEEN
    free = _empty(kinds)
    for index in _KNIGHTS[knights]:
        kinds[free[index]] = KNIGHT
    for file, kind in zip(_empty(kinds), (ROOK, KING, ROOK), strict=True):
        kinds[file] = kind
    return kinds


def start_array(number: int) -> Setup:
    """The start position of array `number`, 0..959, with all castling rights."""
    kinds = back_rank(number)
    squares = [0] * 64
    for file, kind in enumerate(kinds):
        squares[file], squares[56 + file] = 2 * kind, 2 * kind + 1
        squares[8 + file], squares[48 + file] = 2 * PAWN, 2 * PAWN + 1
    a_side = kinds.index(ROOK)
    h_side = kinds.index(ROOK, a_side + 1)
    return Setup(tuple(squares), corners=(h_side, a_side, 56 + h_side, 56 + a_side))


def _empty(kinds: list[int]) -> list[int]:
    return [file for file, kind in enumerate(kinds) if not kind]
