"""The geometry of the chess board as bitboards, computed once at import.

Squares are 0 (a1) to 63 (h8): `file + 8 * rank`. A bitboard is a 64-bit unsigned number
with bit `square` set. A piece is `2 * kind + colour`, 0 for an empty square; a colour is
the seat: 0 white, 1 black. Tables over two indices are flat: `64 * first + second`.
"""

from array import array
from collections.abc import Iterable
from typing import Final

from arena_games.rng import splitmix64

PAWN: Final = 2
KNIGHT: Final = 3
BISHOP: Final = 4
ROOK: Final = 5
QUEEN: Final = 6
KING: Final = 7

# What a move does beyond going from one square to another (bits 15 and up of a move).
EN_PASSANT: Final = 1
CASTLING: Final = 2

# Why a board is over, `ChessBoard.ending`.
CHECKMATE: Final = 1
STALEMATE: Final = 2
DEAD_POSITION: Final = 3
SEVENTYFIVE_MOVES: Final = 4
FIVEFOLD_REPETITION: Final = 5
FIFTY_MOVES: Final = 6
THREEFOLD_REPETITION: Final = 7

FULL: Final = (1 << 64) - 1
TOP: Final = 1 << 63
DARK: Final = 0xAA55AA55AA55AA55  # a1 and the squares of its colour

# Centipawns by kind.
WORTH = array("i", [0, 0, 100, 320, 330, 500, 900, 0])

# Steps (file, rank). The first four go up in square numbers, the others mirror them, so
# that the nearest blocker is the lowest bit of a ray there and the highest bit here.
_DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1))
_STRAIGHT: Final = (0, 1, 4, 5)
_DIAGONAL: Final = (2, 3, 6, 7)
_KNIGHT: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def square_name(square: int) -> str:
    """`e4` for 28."""
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]


def lowest(bits: int) -> int:
    """The square of the lowest bit. There must be one."""
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The square of the highest bit. There must be one."""
    return bits.bit_length() - 1


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def _walk(square: int, step: tuple[int, int], reach: int = 7) -> list[int]:
    """The squares met on the way from `square`, at most `reach` steps."""
    met = []
    file, rank = square & 7, square >> 3
    for _ in range(reach):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        met.append(file + 8 * rank)
    return met


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _leaps(steps: Iterable[tuple[int, int]]) -> "array[int]":
    """For each square, where one of the steps leads."""
    steps = list(steps)
    return array(
        "Q", [_bits(to for step in steps for to in _walk(square, step, 1)) for square in range(64)]
    )


def _lines(directions: Iterable[int]) -> "array[int]":
    """For each square, what a slider attacks on an empty board."""
    ways = list(directions)
    return array("Q", [sum(RAYS[64 * way + square] for way in ways) for square in range(64)])


def _between_and_through() -> "tuple[array[int], array[int]]":
    """For two squares on one line: what lies strictly between, and the whole line."""
    between, through = array("Q", bytes(8 * 4096)), array("Q", bytes(8 * 4096))
    for square in range(64):
        for way, step in enumerate(_DIRECTIONS):
            back = RAYS[64 * ((way + 4) % 8) + square]
            passed = 0
            for other in _walk(square, step):
                between[64 * square + other] = passed
                through[64 * square + other] = RAYS[64 * way + square] | back | 1 << square
                passed |= 1 << other
    return between, through


BIT = array("Q", [1 << square for square in range(64)])
# RAYS[64 * direction + square], directions N, E, NE, NW, S, W, SW, SE.
RAYS = array("Q", [_bits(_walk(square, step)) for step in _DIRECTIONS for square in range(64)])
STRAIGHT_LINES = _lines(_STRAIGHT)
DIAGONAL_LINES = _lines(_DIAGONAL)
KNIGHT_LEAPS = _leaps(_KNIGHT)
KING_STEPS = _leaps(_DIRECTIONS)
# Pawns, by 64 * colour + square: captures, one step, and the second step of a double one.
PAWN_CAPTURES = _leaps([(-1, 1), (1, 1)]) + _leaps([(-1, -1), (1, -1)])
PAWN_STEPS = _leaps([(0, 1)]) + _leaps([(0, -1)])
PAWN_SECOND_STEPS = array("Q", bytes(8 * 128))
for _file in range(8):
    PAWN_SECOND_STEPS[8 + _file] = 1 << 24 + _file
    PAWN_SECOND_STEPS[64 + 48 + _file] = 1 << 32 + _file
# By colour: the rank from which a pawn's next step promotes.
PROMOTING = array("Q", [0xFF << 48, 0xFF << 8])
BETWEEN, THROUGH = _between_and_through()

# Zobrist numbers: 64 * piece + square for 16 piece codes; then 16 sets of castling rights,
# 8 en passant files, and the side to move.
CASTLING_KEYS: Final = 1024
EN_PASSANT_KEYS: Final = 1040
SIDE_KEY: Final = 1048
ZOBRIST = array("Q", [splitmix64(0x6368657373, n) for n in range(1, 1050)])
