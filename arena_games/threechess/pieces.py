"""Pieces of ThreeChess as numbers: `colour * 8 + kind`, 0 for none.

Colours are seats: 0 blue, 1 green, 2 red. Kinds are 1..6. The written form is the one
of the reference's records: colour letter, then kind letter, like "GP".
"""

from arena_games.threechess.geometry import SECTION_LETTERS

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)

# By kind, rules section 10.
VALUES = (0, 1, 3, 3, 5, 9, 40)

_KIND_LETTERS = "?PNBRQK"

BACK_RANK = (ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK)  # columns A..H

PIECES = tuple(colour * 8 + kind for colour in range(3) for kind in range(PAWN, KING + 1))


def piece(colour: int, kind: int) -> int:
    """The number of a colour's piece."""
    return colour * 8 + kind


def colour_of(number: int) -> int:
    """The seat that owns a piece."""
    return number >> 3


def kind_of(number: int) -> int:
    """PAWN .. KING; 0 for no piece."""
    return number & 7


def piece_name(number: int) -> str:
    """The written form of a piece, like "GP"."""
    return SECTION_LETTERS[colour_of(number)] + _KIND_LETTERS[kind_of(number)]


PIECE_OF_NAME = {piece_name(number): number for number in PIECES}
