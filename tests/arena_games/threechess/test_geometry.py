"""The 96 squares against the reference's geometry, and what section 3 says of them."""

from itertools import pairwise
from typing import Any

import pytest

from arena_games.threechess import geometry, pieces, tables
from arena_games.threechess.geometry import (
    BISHOP_STEPS,
    KING_STEPS,
    KNIGHT_STEPS,
    ROOK_STEPS,
    SQUARE_NAMES,
    SQUARE_OF_NAME,
)
from tests.arena_games.threechess.vectors import COLOURS, json_of

REFERENCE = json_of("geometry")
DIRECTIONS = {"FORWARD": "F", "BACKWARD": "B", "LEFT": "L", "RIGHT": "R"}
EVERYWHERE = range(96)


def named(square: int | None) -> str | None:
    return None if square is None else SQUARE_NAMES[square]


def names(squares: tuple[int, ...]) -> list[str]:
    return [SQUARE_NAMES[square] for square in squares]


def rays(name: str, steps: geometry.Steps) -> list[list[str]]:
    return [names(path) for path in geometry.rays(SQUARE_OF_NAME[name], steps)]


def test_squares_are_those_of_the_reference() -> None:
    for record in REFERENCE["squares"]:
        square = record["id"]
        assert geometry.square_name(square) == record["name"]
        assert COLOURS[geometry.section_of(square)] == record["section"]
        assert geometry.row_of(square) == record["row"]
        assert geometry.column_of(square) == record["col"]
        assert (geometry.row_of(square) + geometry.column_of(square)) % 2 == (not record["even"])
    assert len(REFERENCE["squares"]) == len(SQUARE_NAMES) == 96
    assert sorted(SQUARE_NAMES) == list(SQUARE_NAMES)


def test_neighbours() -> None:
    for square in EVERYWHERE:
        found = {
            long: named(geometry.neighbour(square, short)) for long, short in DIRECTIONS.items()
        }
        assert found == REFERENCE["neighbours"][SQUARE_NAMES[square]]


def test_step_sequences() -> None:
    expected = {kind: sorted(steps) for kind, steps in REFERENCE["step_sequences"].items()}
    assert expected == {
        "P": sorted(
            (geometry.PAWN_PUSH, geometry.PAWN_DOUBLE, *geometry.PAWN_CAPTURES),
        ),
        "N": sorted(KNIGHT_STEPS),
        "B": sorted(BISHOP_STEPS),
        "R": sorted(ROOK_STEPS),
        "Q": sorted(KING_STEPS),
        "K": sorted(KING_STEPS),
    }


@pytest.mark.parametrize(("kind", "steps"), [("knight", KNIGHT_STEPS), ("king", KING_STEPS)])
def test_targets_of_knight_and_king(kind: str, steps: geometry.Steps) -> None:
    found = {SQUARE_NAMES[s]: sorted(names(geometry.targets(s, steps))) for s in EVERYWHERE}
    reference = REFERENCE[f"{kind}_targets"]
    assert found == {square: sorted(targets) for square, targets in reference.items()}


@pytest.mark.parametrize(("kind", "steps"), [("rook", ROOK_STEPS), ("bishop", BISHOP_STEPS)])
def test_rays_of_rook_and_bishop(kind: str, steps: geometry.Steps) -> None:
    found = {name: sorted(rays(name, steps)) for name in SQUARE_NAMES}
    assert found == {name: sorted(paths) for name, paths in REFERENCE[f"{kind}_rays"].items()}


def test_pawns_of_each_colour() -> None:
    for colour, name in enumerate(COLOURS):
        reference = REFERENCE["pawn"][name]
        assert set(reference) <= set(SQUARE_NAMES)
        for square in EVERYWHERE:
            found: dict[str, Any] = {
                "push": named(geometry.pawn_push(colour, square)),
                "double": named(geometry.pawn_double(colour, square)),
                "captures": names(geometry.pawn_captures(colour, square)),
            }
            expected = reference[SQUARE_NAMES[square]]
            assert found == {**expected, "captures": sorted(expected["captures"])}


def test_flat_tables_hold_every_landing_square_once() -> None:
    for kind, steps in (
        (pieces.ROOK, ROOK_STEPS),
        (pieces.BISHOP, BISHOP_STEPS),
        (pieces.QUEEN, KING_STEPS),
    ):
        for square in EVERYWHERE:
            begin = kind * 97 + square
            walk = tables.WALK[tables.WALK_BEGIN[begin] : tables.WALK_BEGIN[begin + 1]]
            reached = {landing for path in geometry.rays(square, steps) for landing in path}
            assert sorted(walk) == sorted(reached)


# ---- section 3, consequences ----


def test_a_bishop_on_the_hub_has_five_rays() -> None:
    beginnings = sorted(path[0] for path in rays("BE4", BISHOP_STEPS))
    assert beginnings == ["BD3", "BF3", "GE4", "RC4", "RE4"]


def test_the_long_diagonal_forks_at_the_hub() -> None:
    assert rays("BA1", BISHOP_STEPS) == [
        ["BB2", "BC3", "BD4", "GD4", "GC3", "GB2", "GA1"],
        ["BB2", "BC3", "BD4", "RD4", "RC3", "RB2", "RA1"],
    ]


def test_which_squares_have_rays_with_a_common_beginning() -> None:
    forked = set()
    for name in SQUARE_NAMES:
        first = [path[0] for path in rays(name, BISHOP_STEPS)]
        if len(set(first)) < len(first):
            forked.add(name)
    assert forked == {
        section + square for section in "BGR" for square in ("A1", "B2", "C3", "F3", "G2", "H1")
    }


@pytest.mark.parametrize("name", ["BD4", "BE4", "GD4", "GE4", "RD4", "RE4"])
def test_reach_from_the_hub(name: str) -> None:
    square = SQUARE_OF_NAME[name]
    assert len(geometry.targets(square, KING_STEPS)) == 9
    assert len(geometry.targets(square, KNIGHT_STEPS)) == 10
    assert len(geometry.pawn_captures("BGR".index(name[0]), square)) == 3


def test_a_pawn_on_the_hub_captures_in_three_sections() -> None:
    captures = geometry.pawn_captures(0, SQUARE_OF_NAME["BE4"])
    assert names(captures) == ["GE4", "RC4", "RE4"]


def test_a_rook_file_ends_on_the_facing_back_rank() -> None:
    assert ["BA2", "BA3", "BA4", "GH4", "GH3", "GH2", "GH1"] in rays("BA1", ROOK_STEPS)


def test_sliders_cross_the_centre_once_at_most_and_go_seven_squares_at_most() -> None:
    for square in EVERYWHERE:
        for path in geometry.rays(square, KING_STEPS):
            sections = [geometry.section_of(landing) for landing in (square, *path)]
            crossings = sum(a != b for a, b in pairwise(sections))
            assert crossings <= 1
            assert len(path) <= 7


def test_bishops_keep_their_colour() -> None:
    def even(square: int) -> bool:
        return (geometry.row_of(square) + geometry.column_of(square)) % 2 == 0

    for square in EVERYWHERE:
        for path in geometry.rays(square, BISHOP_STEPS):
            assert {even(landing) for landing in path} == {even(square)}


@pytest.mark.parametrize("kind", sorted(tables.PATHS))
def test_all_but_pawns_reach_each_other(kind: int) -> None:
    reach = {
        square: {landing for path in tables.PATHS[kind](square) for landing in path}
        for square in EVERYWHERE
    }
    assert all(square in reach[landing] for square in reach for landing in reach[square])
