"""What waits to be sent to one agent, so that no agent's slowness holds up anybody else."""

import asyncio
from collections import deque

from arbiter.link import Link, Lost
from arbiter.looptime import LagMeter, LoopClock

_MOST = 20_000


class Outbox:
    """Messages of one seat, in order; each is sent once it is due.

    `lates` takes note of how much later that was; `full` says that the agent has not read
    for too long.
    """

    def __init__(self, link: Link, clock: LoopClock, lates: LagMeter) -> None:
        self._link = link
        self._clock = clock
        self._lates = lates
        self._waiting: deque[tuple[bytes, int, bool]] = deque()
        self._more = asyncio.Event()
        self._ending = self._closed = False
        self._task: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        return len(self._waiting) >= _MOST

    def put(self, message: bytes, due: int | None = None) -> None:
        """Has a message sent at `due` (None: as soon as it can be, and no matter how late)."""
        if self._closed:
            return
        self._waiting.append((message, due or self._clock.now(), due is not None))
        self._more.set()

    def reset(self) -> None:
        """Forgets what waited, and collects until it is opened again."""
        self.close()
        self._closed = False

    def open(self) -> None:
        """Sends from now on."""
        self._task = asyncio.create_task(self._send())

    def close(self) -> None:
        """Sends no more, and takes nothing."""
        self._closed = True
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def say_goodbye(self, message: bytes) -> None:
        """Sends what waits, then this, and closes our side. Raises Lost."""
        if self._task is not None:
            self._ending = True
            self._more.set()
            await asyncio.wait({self._task})
            await self._link.say_goodbye(message)

    async def _send(self) -> None:
        while True:
            while not self._waiting:
                if self._ending:
                    return
                self._more.clear()
                await self._more.wait()
            message, due, timed = self._waiting[0]
            if (early := due - self._clock.now()) > 0:
                await asyncio.sleep(early / 1_000_000)
            try:
                await self._link.send(message)
            except Lost:
                return  # who reads from it hears of it too, and judges
            if timed:
                self._lates.note(self._clock.now() - due)
            self._waiting.popleft()
