"""Outcomes, and that terminations have one list of names."""

import pytest

from arena.v1 import agent_pb2
from arena_games.outcome import Outcome, Termination


def test_terminations_are_those_of_the_wire() -> None:
    wire = {
        name.removeprefix("TERMINATION_")
        for name in agent_pb2.Termination.DESCRIPTOR.values_by_name
    }
    assert {termination.name for termination in Termination} == wire - {"UNSPECIFIED"}


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ((1.0, 0.0), (1, 2)),
        ((0.5, 0.5), (1, 1)),
        ((0.0, 1.0, -1.0), (2, 1, 3)),
        ((-2.0, 1.0, 1.0), (3, 1, 1)),
        ((0.0, 0.0, 0.0), (1, 1, 1)),
    ],
)
def test_ranks(scores: tuple[float, ...], ranks: tuple[int, ...]) -> None:
    assert Outcome(scores, Termination.NO_MOVES).ranks() == ranks
