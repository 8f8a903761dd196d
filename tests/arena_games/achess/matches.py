"""Random matches: a config, a position, and orders that lead to much traffic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arena_games.achess import START, AchessConfig, Event, Order, Simulation
from arena_games.achess.tables import SQUARES
from arena_games.rng import Lot

CROWD = "PPPPPNNBBRRQ"
# Squares that many are sent to; castling is wanted too, and goes two squares sideways.
BUSY = (26, 27, 28, 35, 36, 37)
GARBAGE: tuple[dict[str, object], ...] = (
    {"piece": None, "to": "e4"},
    {"piece": "1", "to": "e4"},
    {"piece": 99, "to": "e4"},
    {"piece": 1, "to": "j9"},
    {"piece": 1, "to": "e4", "promo": "K"},
    {"piece": True, "to": "e4"},
)


@dataclass(frozen=True)
class Match:
    """What decides a match, and how long it is looked at."""

    config: AchessConfig
    seed: int
    position: str
    orders: tuple[Order, ...]
    until: int

    def start(self) -> Simulation:
        return Simulation(self.config, self.seed, self.position)

    def run(self, orders: tuple[Order, ...] | None = None) -> tuple[list[Event], Simulation]:
        """Everything submitted first, and run in one go."""
        simulation = self.start()
        for order in self.orders if orders is None else orders:
            simulation.submit(order)
        return simulation.advance(self.until), simulation

    def tick_by_tick(self) -> Iterator[tuple[list[Event], Simulation]]:
        """Every tick's events, orders submitted only when their stamp has come."""
        simulation, left = self.start(), list(self.orders)
        for now in range(0, self.until + 1, self.config.tick_ms):
            while left and left[0].t <= now:
                simulation.submit(left.pop(0))
            yield simulation.advance(now), simulation


def random_config(lot: Lot) -> AchessConfig:
    pace = 100 * (1 + lot.below(3))
    paces: Any = pace
    if lot.below(3) == 0:
        paces = {kind: 100 * (1 + lot.below(4)) for kind in "PNBRQK"}
    return AchessConfig(
        tick_ms=lot.choice((50, 100)),
        ms_per_space=paces,
        knight_spaces=1 + lot.below(3),
        cooldown_ms=lot.choice((0, 0, 100, 500)),
        delay_ms=lot.choice((0, 0, 70, 100)),
        max_ms=lot.choice((6_000, 60_000)),
        quiet_ms=lot.choice((1_500, 20_000)),
        castling=lot.below(4) > 0,
    )


def random_position(lot: Lot) -> str:
    """The usual start, or a crowd, sometimes with kings and rooks at home."""
    if lot.below(3) == 0:
        return START
    board = dict.fromkeys(range(64), "")
    rights = lot.choice(("-", "KQkq"))
    if rights == "KQkq":
        board |= {0: "R", 4: "K", 7: "R", 56: "r", 60: "k", 63: "r"}
    else:
        free = list(range(64))
        lot.shuffle(free)
        board |= {free[0]: "K", free[1]: "k"}
    for _ in range(4 + lot.below(28)):
        square = lot.below(64)
        letter = lot.choice(CROWD)
        board[square] = board[square] or lot.choice((letter, letter.lower()))
    ranks = ("".join(board[8 * r + f] or "1" for f in range(8)) for r in range(7, -1, -1))
    placement = "/".join(ranks)
    for ones in range(8, 1, -1):
        placement = placement.replace("1" * ones, str(ones))
    return f"{placement} {rights}"


def random_match(number: int, wanted: int = 300) -> Match:
    """Up to `wanted` orders, most of them possible when they are given."""
    lot = Lot(number)
    config, position, seed = random_config(lot), random_position(lot), lot.draw()
    simulation = Simulation(config, seed, position)
    orders: list[Order] = []
    t = 0
    while len(orders) < wanted and not simulation.over:
        for _ in range(lot.below(8)):
            order = random_order(lot, simulation, t)
            orders.append(order)
            simulation.submit(order)
        t += lot.below(3 * config.tick_ms)
        # Orders of the time that is decided then would come too late.
        simulation.run(max(simulation.time, t - 1 - t % config.tick_ms))
        t = max(t, simulation.time + 1)
    return Match(config, seed, position, tuple(orders), t + 3_000)


def random_order(lot: Lot, simulation: Simulation, t: int) -> Order:
    player = lot.choice("wb")
    if lot.below(1500) == 0:
        return Order(t, player, resign=True)
    chance = lot.below(100)
    if chance < 2:
        return Order(t, player, **lot.choice(GARBAGE))  # type: ignore[arg-type]
    number, to = lot.below(simulation.count), lot.choice(SQUARES)
    if chance < 95 and simulation.alive(number):
        player = "wb"[simulation.owner(number)]
        targets, at = simulation.targets(number), simulation.square(number)
        wanted = [square for square in targets if square in BUSY or abs(square - at) == 2]
        if targets:
            to = SQUARES[lot.choice(wanted if wanted and lot.below(3) else targets)]
    return Order(t, player, number, to, lot.choice("QQRBN"))
