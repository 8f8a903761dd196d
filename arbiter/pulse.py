"""The arbiter's pulse: one timer that looks at all deadlines, and feels when it was late.

There are no timers per turn. Who answers late is judged by the stamps of the answer; the
pulse only finds who does not answer at all, so its coarse step costs nobody anything.
"""

import asyncio
from collections import deque
from typing import Protocol

from arbiter.host import HostMeter
from arbiter.looptime import LagMeter, LoopClock

STEP_US = 10_000
# A pulse this late is a stall of the process or its host, not scheduling noise.
_STALL_US = 50_000


class Watched(Protocol):
    """Something with a deadline."""

    def tick(self, now: int) -> None:
        """Called every step of the pulse."""


class Pulse:
    """Ticks all that is watched, and remembers the stalls."""

    def __init__(self, clock: LoopClock, host: HostMeter | None = None) -> None:
        self.clock = clock
        self.host = host or HostMeter()
        self.lag = LagMeter()
        self._watched: set[Watched] = set()
        self._stalls: deque[tuple[int, int]] = deque(maxlen=256)
        self._task: asyncio.Task[None] | None = None

    def watch(self, watched: Watched) -> None:
        """Ticks `watched` until `unwatch`."""
        self._watched.add(watched)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def unwatch(self, watched: Watched) -> None:
        self._watched.discard(watched)
        if not self._watched and self._task:
            self._task.cancel()
            self._task = None

    def stalled(self, begin: int, end: int) -> int:
        """For how long, between two moments, this process did not run."""
        return sum(max(0, min(end, till) - max(begin, since)) for since, till in self._stalls)

    def beat(self, due: int, now: int) -> None:
        """One step that was due at `due` and comes at `now`."""
        self.lag.note(now - due)
        if now - due >= _STALL_US:
            self._stalls.append((due, now))
        self.host.tick(now)
        for watched in tuple(self._watched):
            watched.tick(now)

    async def _run(self) -> None:
        while True:
            due = self.clock.now() + STEP_US
            await asyncio.sleep(STEP_US / 1_000_000)
            self.beat(due, self.clock.now())
