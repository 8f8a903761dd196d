"""The board of ThreeChess: its 96 squares and who reaches what on an empty board.

A square is a number, `section * 32 + column * 4 + row`, named like "BE2" (section
letter, column letter, row digit), so that the order of the numbers is that of the
names. All of it follows from the rules page: section 2 (neighbours) and section 3
(walking a step).
"""

from collections.abc import Iterator

Square = int
Step = str  # a sequence of directions, like "FFL"
Steps = tuple[Step, ...]

SECTION_LETTERS = "BGR"
COLUMN_LETTERS = "ABCDEFGH"
SQUARES = 96
LAST_ROW = 3  # the row that touches the centre line
LAST_COLUMN = 7

ROOK_STEPS: Steps = ("F", "B", "L", "R")
BISHOP_STEPS: Steps = ("FL", "FR", "LF", "RF", "BL", "BR", "LB", "RB")
KING_STEPS = ROOK_STEPS + BISHOP_STEPS
# fmt: off
KNIGHT_STEPS: Steps = (
    "FFL", "FFR", "FLL", "FRR", "BBL", "BBR", "BLL", "BRR",
    "LLF", "LLB", "LFF", "LBB", "RRF", "RRB", "RFF", "RBB",
)
# fmt: on
PAWN_PUSH = "F"
PAWN_DOUBLE = "FF"
PAWN_CAPTURES: Steps = ("FL", "LF", "FR", "RF")

_OPPOSITE = {"F": "B", "B": "F", "L": "R", "R": "L"}


def square_at(section: int, column: int, row: int) -> Square:
    """The square of a section (0 blue, 1 green, 2 red), a column 0..7 and a row 0..3."""
    return section * 32 + column * 4 + row


def section_of(square: Square) -> int:
    """The section a square lies in: 0 blue, 1 green, 2 red."""
    return square // 32


def column_of(square: Square) -> int:
    """0..7 for columns A..H."""
    return square // 4 % 8


def row_of(square: Square) -> int:
    """0..3: the section's back rank is 0."""
    return square % 4


def square_name(square: Square) -> str:
    """The name of a square, like "BE2"."""
    section, column = SECTION_LETTERS[section_of(square)], COLUMN_LETTERS[column_of(square)]
    return f"{section}{column}{row_of(square) + 1}"


SQUARE_NAMES = tuple(map(square_name, range(SQUARES)))
SQUARE_OF_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}


def neighbour(square: Square, direction: str) -> Square | None:
    """The square one direction ("F", "B", "L", "R") away, None off the board.

    Only F from the last row changes the section: columns A-D face the next section,
    E-H the one before.
    """
    section, column, row = section_of(square), column_of(square), row_of(square)
    if direction == "F":
        if row < LAST_ROW:
            return square + 1
        facing = section + 1 if column <= 3 else section + 2
        return square_at(facing % 3, LAST_COLUMN - column, LAST_ROW)
    if direction == "B":
        return square - 1 if row > 0 else None
    if direction == "L":
        return square - 4 if column > 0 else None
    return square + 4 if column < LAST_COLUMN else None


def walk(square: Square, step: Step, flip: bool = False) -> Square | None:
    """Where a step ends, None if it leaves the board on its way.

    `flip` says that directions are the opposite of those listed; changing the section
    sets it for the rest of the step.
    """
    for listed in step:
        after = neighbour(square, _OPPOSITE[listed] if flip else listed)
        if after is None:
            return None
        flip = flip or section_of(after) != section_of(square)
        square = after
    return square


def ray(square: Square, step: Step) -> tuple[Square, ...]:
    """The squares a slider lands on in turn. Its frame is the section it starts in."""
    return tuple(_slide(square, step))


def _slide(start: Square, step: Step) -> Iterator[Square]:
    after = walk(start, step)
    while after is not None:
        yield after
        after = walk(after, step, flip=section_of(after) != section_of(start))


def rays(square: Square, steps: Steps) -> list[tuple[Square, ...]]:
    """The different rays of a slider, empty ones left out.

    Two of them may begin alike: diagonals fork at the hub, the six D4 and E4.
    """
    found = {ray(square, step) for step in steps}
    return sorted(path for path in found if path)


def targets(square: Square, steps: Steps) -> tuple[Square, ...]:
    """The squares that a piece of single steps (king, knight) reaches, ascending."""
    return _landings(square, steps, flip=False)


def pawn_push(colour: int, square: Square) -> Square | None:
    """Where a pawn of that colour moves, None off the board."""
    return walk(square, PAWN_PUSH, _pawn_flip(colour, square))


def pawn_double(colour: int, square: Square) -> Square | None:
    """Where a pawn moves by its double step, None but from row 1 of its own section."""
    if section_of(square) != colour or row_of(square) != 1:
        return None
    return walk(square, PAWN_DOUBLE)


def pawn_captures(colour: int, square: Square) -> tuple[Square, ...]:
    """The squares on which a pawn of that colour captures, ascending."""
    return _landings(square, PAWN_CAPTURES, _pawn_flip(colour, square))


def _pawn_flip(colour: int, square: Square) -> bool:
    # Up the rows at home, down the rows abroad. The rules look at the pawn's section
    # anew for every direction; `walk` sets its flip at the same crossings.
    return section_of(square) != colour


def _landings(square: Square, steps: Steps, flip: bool) -> tuple[Square, ...]:
    found = {walk(square, step, flip) for step in steps}
    return tuple(sorted(landing for landing in found if landing is not None))
