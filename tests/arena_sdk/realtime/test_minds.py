"""Whether the agents of AChess are any good, on the simulation itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena_games.achess import AchessConfig, Order, Simulation
from arena_games.achess.tables import SQUARE_OF, SQUARES
from arena_games.rng import Lot
from arena_sdk.agents.achess import MINDS, Wish
from arena_sdk.agents.achess.skirmish import strikes
from arena_sdk.agents.achess.worth import worth
from arena_sdk.realtime.allowance import Allowance

EVERY = {"random": 500, "rusher": 100, "guard": 100, "tactician": 50}


class Seat:
    """A mind at a board, under the arbiter's rate of orders."""

    def __init__(self, name: str, number: int, seed: int) -> None:
        self.mind, self.every, self.number = MINDS[name], EVERY[name], number
        self.lot, self.allowance, self.next = Lot(2 * seed + number), Allowance(16, 20), 0

    def order(self, simulation: Simulation) -> None:
        """What it orders at this tick takes effect on the next."""
        now = simulation.time
        if now < self.next:
            return
        self.next = now + self.every
        wishes = self.mind(simulation.copy(self.lot.draw()), self.number, self.lot)
        for wish in wishes[: self.allowance.left(now)]:
            self.allowance.spend(now)
            simulation.submit(Order(now + 1, "wb"[self.number], wish.piece, SQUARES[wish.to]))


def contest(names: Sequence[str], seed: int, max_ms: int = 30_000) -> Simulation:
    """A match at its end."""
    simulation = Simulation(AchessConfig(max_ms=max_ms), seed)
    seats = [Seat(name, number, seed) for number, name in enumerate(names)]
    while not simulation.over:
        for seat in seats:
            seat.order(simulation)
        simulation.advance(simulation.time + simulation.config.tick_ms)
    return simulation


@pytest.mark.parametrize("seed", [1, 2])
def test_tactician_beats_random(seed: int) -> None:
    assert contest(["tactician", "random"], seed).result == "white"
    assert contest(["random", "tactician"], seed).result == "black"


def test_rusher_beats_random() -> None:
    assert contest(["rusher", "random"], 1).result == "white"


def test_guard_stands_against_rusher() -> None:
    simulation = contest(["guard", "rusher"], 4)
    assert simulation.result != "black"
    assert all(int(piece.square[1]) <= 5 for piece in simulation.pieces() if piece.owner == "w")


def at(position: str, *orders: str, ms: int = 0) -> Simulation:
    """A position in which orders were given at the start, some time later."""
    simulation = Simulation(AchessConfig(), 1, position)
    for text in orders:
        simulation.submit(Order.parse(text))
    simulation.advance(ms)
    return simulation


def wanted(name: str, simulation: Simulation, seat: int = 0) -> list[tuple[str, str]]:
    before = simulation.text()
    wishes = MINDS[name](simulation, seat, Lot(1))
    assert simulation.text() == before, "the simulation is left as it is"
    return [(SQUARES[simulation.square(wish.piece)], SQUARES[wish.to]) for wish in wishes]


@pytest.mark.parametrize("name", ["rusher", "guard", "tactician"])
def test_a_queen_for_nothing_is_taken(name: str) -> None:
    simulation = at("7k/8/8/8/8/q7/1P6/4K3 -")
    assert ("b2", "a3") in wanted(name, simulation)


@pytest.mark.parametrize("name", ["guard", "tactician"])
def test_who_is_about_to_be_captured_leaves(name: str) -> None:
    simulation = at("7k/8/8/8/r7/8/8/Q3K3 -", "1 b 2 a1", ms=100)
    assert any(origin == "a1" for origin, _ in wanted(name, simulation))


def test_the_tactician_does_not_give_a_queen_for_a_defended_pawn() -> None:
    simulation = at("7k/8/2p5/3p4/8/8/8/3QK3 -")
    assert ("d1", "d5") not in wanted("tactician", simulation)


def test_the_tactician_takes_a_king() -> None:
    simulation = at("8/8/8/8/8/7k/6p1/4K2R -")
    assert ("h1", "h3") in wanted("tactician", simulation)


def test_an_order_is_not_wanted_of_who_cannot_set_out() -> None:
    simulation = at("7k/8/8/8/8/q7/1P6/4K3 -", "1 w 1 b3", ms=100)
    assert all(origin != "b2" for name in MINDS for origin, _ in wanted(name, simulation))


def test_who_waits_strikes_first() -> None:
    # The pawn will stand on c3 when the one from b2 gets there.
    simulation = at("7k/8/8/2p5/8/8/1P6/4K3 -", "1 b 2 c4", ms=600)
    simulation.submit(Order(601, "b", 2, "c3"))
    simulation.advance(650)
    assert strikes(simulation) == [Wish(1, SQUARE_OF["c3"])]


def test_worth_is_the_same_from_both_sides_at_the_start() -> None:
    simulation = Simulation(AchessConfig(), 1)
    assert worth(simulation, 0) == pytest.approx(worth(simulation, 1))
    lost = at("7k/8/8/8/8/8/8/r3K3 -", "1 b 0 e1", ms=5000)
    assert lost.over
    assert worth(lost, 1) > 100 > -100 > worth(lost, 0)
