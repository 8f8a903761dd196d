"""What lock-step charges its players for, against a clock that stands still."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from arbiter.link import Arrival
from arbiter.realtime.lockstep import LockStep
from arena.v1 import agent_pb2

S = 1_000_000


class Charged:
    """A player with a minute of grace."""

    def __init__(self) -> None:
        self.grace = 60 * S
        self.departed = None
        self.thinking_ms = 0
        self.outbox = SimpleNamespace(put=lambda message: None)

    def spend_grace(self, us: int) -> None:
        self.grace -= us


@pytest.mark.parametrize(("left_at", "before"), [(12, 0), (7, 3)])
def test_time_away_is_charged_once(left_at: int, before: int) -> None:
    """It is asked at 10 s, gone until 15 s, and answers at 16 s: 5 s later than it may."""

    async def scenario() -> tuple[int, int]:
        now = 10 * S
        simulation = SimpleNamespace(config=SimpleNamespace(tick_ms=50))
        gateway = SimpleNamespace(charge_thinking=False)
        room: Any = SimpleNamespace(
            referee=SimpleNamespace(simulation=simulation, time=0, gateway=gateway),
            players=[Charged()],
            clock=SimpleNamespace(now=lambda: now),
            ended=False,
        )
        driver = LockStep(room)
        asked = asyncio.create_task(driver._ask(happened=True))
        await asyncio.sleep(0)
        away = driver.away(0, left_at * S, 15 * S)
        assert driver.done(0, agent_pb2.TickDone(), Arrival(b"", 16 * S, 16 * S))
        await asked
        assert driver.away(0, 20 * S, 22 * S) == 2 * S, "nobody is asked: all of it"
        return away, 60 * S - room.players[0].grace

    assert asyncio.run(scenario()) == (before * S, 5 * S)
