"""Where a piece may sensibly be sent, and who could strike whom at once."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from arena_games.achess import Simulation
from arena_games.achess.tables import (
    BLACK_PAWN,
    KING,
    KNIGHT,
    NEVER,
    PAWN,
    STEPS,
)

Rays = tuple[tuple[int, ...], ...]


def _rays(row: int, square: int) -> Rays:
    """The squares in each direction, nearest first; of pawns the forward ones."""
    ways: dict[int, list[int]] = {}
    for to in range(64):
        step = STEPS[4096 * row + 64 * square + to]
        if step and not (row in (PAWN, BLACK_PAWN) and (to ^ square) & 7):
            ways.setdefault(step, []).append(to)
    return tuple(tuple(sorted(way, key=lambda to: abs(to - square))) for way in ways.values())


def _strikes(row: int, square: int) -> tuple[int, ...]:
    """The squares that are entered first on the way to a capture."""
    reached = range(64)
    if row in (PAWN, BLACK_PAWN):
        reached = [to for to in range(64) if (to ^ square) & 7]  # type: ignore[assignment]
    near = (to for to in reached if STEPS[4096 * row + 64 * square + to])
    return tuple(to for to in near if to == square + STEPS[4096 * row + 64 * square + to])


# By row of the table of steps (six kinds, and black's pawns) and square.
RAYS: Final = tuple(tuple(_rays(row, square) for square in range(64)) for row in range(7))
STRIKES: Final = tuple(tuple(_strikes(row, square) for square in range(64)) for row in range(7))


def row_of(simulation: Simulation, piece: int) -> int:
    """The row of RAYS and STRIKES that a live piece goes by."""
    kind = simulation.kind(piece)
    return BLACK_PAWN if kind == PAWN and simulation.owner(piece) else kind


def resting(simulation: Simulation, seat: int) -> list[int]:
    """The seat's pieces that could set out now."""
    return [
        piece
        for piece in range(simulation.count)
        if simulation.alive(piece)
        and simulation.owner(piece) == seat
        and simulation.due(piece) == NEVER
        and simulation.ready(piece) <= simulation.time
    ]


def expected(simulation: Simulation, seat: int) -> set[int]:
    """The squares that the seat's pieces under way are going to enter."""
    squares: set[int] = set()
    for piece in range(simulation.count):
        if simulation.due(piece) != NEVER and simulation.owner(piece) == seat:
            step, goal = simulation.step(piece), simulation.goal(piece)
            squares.update(range(simulation.square(piece) + step, goal, step), (goal,))
    return squares


def destinations(
    simulation: Simulation, piece: int, reach: int = 7, rivals: Collection[int] = ()
) -> Iterator[tuple[int, int]]:
    """Where a resting piece could go with what stands on the board now, at most `reach`
    spaces unless it captures: pairs of a square and the rival's piece there, or -1.

    Pawns also go to capture on the squares in `rivals`, where none stands yet.
    """
    row, square = row_of(simulation, piece), simulation.square(piece)
    owner = simulation.owner(piece)
    for way in RAYS[row][square]:
        for spaces, to in enumerate(way):
            there = simulation.at(to)
            if there >= 0:
                if simulation.owner(there) != owner and row not in (PAWN, BLACK_PAWN):
                    yield to, there
                break
            if spaces < reach:
                yield to, -1
    if row in (PAWN, BLACK_PAWN):
        yield from _pawn_captures(simulation, STRIKES[row][square], owner, rivals)
    elif row == KING and simulation.rights:
        yield from _castlings(simulation, piece)


def _pawn_captures(
    simulation: Simulation, squares: Sequence[int], owner: int, rivals: Collection[int]
) -> Iterator[tuple[int, int]]:
    for to in squares:
        there = simulation.at(to)
        if there >= 0 and simulation.owner(there) != owner:
            yield to, there
        elif to in rivals:
            yield to, -1


def _castlings(simulation: Simulation, king: int) -> Iterator[tuple[int, int]]:
    square = simulation.square(king)
    for to in simulation.targets(king):
        if abs(to - square) == 2 and to >> 3 == square >> 3:
            yield to, -1


def duration(simulation: Simulation, piece: int, to: int) -> int:
    """How long a piece takes to a square, ms."""
    square, kind = simulation.square(piece), simulation.kind(piece)
    pace: int = simulation.pace(kind)
    if kind == KNIGHT:
        leap: int = simulation.config.knight_spaces
        return leap * pace
    spaces: int = max(abs((square & 7) - (to & 7)), abs((square >> 3) - (to >> 3)))
    return spaces * pace
