"""The geometry laid out flat for the board, computed once at import.

Everything that is not a pawn walks one kind of table. A piece's landing squares on an
empty board form a tree: a ray is a chain, the forked diagonals share their beginning.
The tree is written in preorder, with the index at which the walk goes on when a square
is occupied: just after that square's subtree. So one loop serves rays, forks and
single steps, and no destination comes up twice:

    i = WALK_BEGIN[kind * 97 + square]
    while i < WALK_BEGIN[kind * 97 + square + 1]:
        look at WALK[i]; then i = i + 1 if it is empty, else WALK_BLOCKED[i]
"""

from array import array
from collections.abc import Callable, Iterable, Iterator

from arena_games.rng import splitmix64
from arena_games.threechess import geometry
from arena_games.threechess.geometry import SQUARES, Square
from arena_games.threechess.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK

NO_SQUARE = 255
CAPTURE_ROOM = 3  # a pawn captures on at most three squares (from the hub)

Path = tuple[Square, ...]


def _singles(steps: geometry.Steps) -> Callable[[Square], list[Path]]:
    return lambda square: [(target,) for target in geometry.targets(square, steps)]


def _sliding(steps: geometry.Steps) -> Callable[[Square], list[Path]]:
    return lambda square: geometry.rays(square, steps)


PATHS: dict[int, Callable[[Square], list[Path]]] = {
    KNIGHT: _singles(geometry.KNIGHT_STEPS),
    BISHOP: _sliding(geometry.BISHOP_STEPS),
    ROOK: _sliding(geometry.ROOK_STEPS),
    QUEEN: _sliding(geometry.KING_STEPS),
    KING: _singles(geometry.KING_STEPS),
}


def _preorder(paths: Iterable[Path], first: int) -> Iterator[tuple[Square, int]]:
    """Squares of the tree of `paths` and where to go on if blocked, from index `first`."""
    branches: dict[Square, list[Path]] = {}
    for path in paths:
        if path:
            branches.setdefault(path[0], []).append(path[1:])
    for square, tails in branches.items():
        below = list(_preorder(tails, first + 1))
        first += 1 + len(below)
        yield square, first
        yield from below


def _walks() -> "tuple[bytes, array[int], array[int]]":
    squares = bytearray()
    blocked = array("i")
    begin = array("i")
    for kind in range(KING + 1):
        for square in range(SQUARES):
            begin.append(len(squares))
            paths = PATHS[kind](square) if kind in PATHS else []
            for landing, after in _preorder(paths, len(squares)):
                squares.append(landing)
                blocked.append(after)
        begin.append(len(squares))
    return bytes(squares), blocked, begin


WALK, WALK_BLOCKED, WALK_BEGIN = _walks()


def _or_none(square: Square | None) -> int:
    return NO_SQUARE if square is None else square


def _captures(colour: int, square: Square) -> bytes:
    return bytes(geometry.pawn_captures(colour, square)).ljust(CAPTURE_ROOM, b"\xff")


_PAWNS = [(colour, square) for colour in range(3) for square in range(SQUARES)]

# By colour * 96 + square; captures have CAPTURE_ROOM entries each, the unused at the end.
PAWN_PUSH = bytes(_or_none(geometry.pawn_push(*pawn)) for pawn in _PAWNS)
PAWN_DOUBLE = bytes(_or_none(geometry.pawn_double(*pawn)) for pawn in _PAWNS)
PAWN_CAPTURES = b"".join(_captures(*pawn) for pawn in _PAWNS)


def _random_words(count: int, seed: int) -> "array[int]":
    return array("Q", (splitmix64(seed, n) for n in range(1, count + 1)))


# Spoils (the value of a captured list) up to 32 pieces of which two are kings.
SPOILS_ROOM = 512

PIECE_KEYS = _random_words(24 * SQUARES, seed=1)  # by piece * 96 + square
TURN_KEYS = _random_words(3, seed=2)
SPOILS_KEYS = _random_words(3 * SPOILS_ROOM, seed=3)  # by seat * SPOILS_ROOM + value
