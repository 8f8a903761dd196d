"""The public vectors: events, state and hash of each, and its orders' texts."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena_games.achess import AchessConfig, Order, Simulation, event_from_json
from tests.arena_games.achess.reference import Reference

DATA = Path(__file__).parents[2] / "data" / "achess_vectors.jsonl"
VECTORS = [json.loads(line) for line in DATA.read_text().splitlines()]

Vector = dict[str, Any]
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])


def test_all_vectors_are_there() -> None:
    assert len({vector["name"] for vector in VECTORS}) == 45


@each_vector
def test_vector(vector: Vector) -> None:
    config = AchessConfig.from_mapping(vector["config"])
    simulation = Simulation(config, int(vector["seed"]), vector["fen"])
    for order in vector["orders"]:
        simulation.submit(Order.from_json(order))
    events = simulation.advance(vector["until"])
    assert [event.to_json() for event in events] == vector["expect_events"]
    assert simulation.text() == vector["expect_state"]
    assert simulation.hash() == vector["expect_state_sha256"]


@each_vector
def test_events_and_orders_are_written_and_read(vector: Vector) -> None:
    for told in vector["expect_events"]:
        assert event_from_json(told).to_json() == told
    for given in vector["orders"]:
        order = Order.from_json(given)
        assert Order.parse(str(order)) == Order.from_json(order.to_json()) == order


@each_vector
def test_the_reference_agrees(vector: Vector) -> None:
    match = Reference(vector["config"], int(vector["seed"]), vector["fen"])
    match.play(vector["orders"], vector["until"])
    assert match.log == vector["expect_events"]
    assert match.text() == vector["expect_state"]
