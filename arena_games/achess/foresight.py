"""What can be foreseen without looking ahead: where pieces may go, and when they arrive.

All by geometry on an empty board: who meets something on the way stops or kills earlier.
"""

from __future__ import annotations

from collections.abc import Iterable

from arena_games.achess.simulation import Simulation
from arena_games.achess.tables import (
    BLACK_PAWN,
    KING,
    KNIGHT,
    NEVER,
    PAWN,
    SQUARE_OF,
    SQUARES,
    STEPS,
)

Entry = tuple[int, str]  # when, and which square


def reachable(simulation: Simulation, piece: int) -> dict[str, tuple[str, ...]]:
    """The squares to which the piece could be ordered now, each with the path to it; none
    for a piece that is dead, under way or resting. Raises IndexError for an unknown id."""
    return {SQUARES[to]: _names(_path(simulation, piece, to)) for to in simulation.targets(piece)}


def arrivals(simulation: Simulation, piece: int) -> list[Entry]:
    """The entries still to come of a piece under way; none for one at rest."""
    if not simulation.alive(piece) or simulation.due(piece) == NEVER:
        return []
    step, square, when = simulation.step(piece), simulation.square(piece), simulation.due(piece)
    squares = range(square + step, simulation.goal(piece) + (1 if step > 0 else -1), step)
    pace = simulation.pace(simulation.kind(piece))
    return [(when + i * pace, SQUARES[at]) for i, at in enumerate(squares)]


def arrivals_if(simulation: Simulation, piece: int, to: str, start: int) -> list[Entry]:
    """The entries of a piece that rests now, if an order took effect at `start`.

    The rook's jump of castling is not among them. None where the geometry forbids it.
    """
    if SQUARE_OF[to] not in simulation.targets(piece):
        return []
    kind = simulation.kind(piece)
    pace = simulation.pace(kind)
    first = simulation.config.knight_spaces * pace if kind == KNIGHT else pace
    path = _names(_path(simulation, piece, SQUARE_OF[to]))
    return [(start + first + i * pace, square) for i, square in enumerate(path)]


def visitors(simulation: Simulation, square: str) -> list[tuple[int, int]]:
    """Who is on the way into or across a square: pairs of time and piece, by time."""
    return sorted(
        (when, piece)
        for piece in range(simulation.count)
        for when, entered in arrivals(simulation, piece)
        if entered == square
    )


def _path(simulation: Simulation, piece: int, to: int) -> Iterable[int]:
    square, row = simulation.square(piece), simulation.kind(piece)
    if row == PAWN and simulation.owner(piece):
        row = BLACK_PAWN
    step = STEPS[4096 * row + 64 * square + to]
    if step == 0 and row == KING:  # castling
        step = 1 if to > square else -1
    return range(square + step, to + (1 if step > 0 else -1), step)


def _names(path: Iterable[int]) -> tuple[str, ...]:
    return tuple(SQUARES[square] for square in path)
