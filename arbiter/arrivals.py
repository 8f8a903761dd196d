"""Before a match begins: its guests are called, and introduce themselves."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import structlog

from arbiter.errors import Void
from arbiter.guest import Guest
from arbiter.link import Lost
from arbiter.match import Departure
from arbiter.verdict import Blame
from arena_games import Termination


class Arrivals:
    """Gets every guest of a match ready. `missing` has those who are not, by seat."""

    def __init__(self, guests: Sequence[Guest], log: structlog.typing.FilteringBoundLogger) -> None:
        self.missing: dict[int, Departure] = {}
        self._guests = guests
        self._log = log
        self._tasks: list[asyncio.Task[None]] = []

    async def wait(
        self, start: Callable[[int], bytes], limit_us: int, end: "asyncio.Future[Any]"
    ) -> None:
        """Calls all guests with the `start` of their seat. Returns when all are there or
        missing, or at the `end` of the match: a Void ends it if none came, or by our fault."""
        limit = limit_us / 1_000_000
        self._tasks = [
            asyncio.create_task(self._welcome(seat, start(seat)))
            for seat in range(len(self._guests))
        ]
        everyone = asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            first: set[asyncio.Future[Any]] = {everyone, end}
            await asyncio.wait(first, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            late = [seat for seat, task in enumerate(self._tasks) if not task.done()]
            for seat in late:
                reason = f"no Ready within {limit:g} s"
                self.missing[seat] = Departure(seat, Termination.NOT_READY, reason)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if not end.done() and (void := self._void()) is not None:
            end.set_exception(void)

    def depart(self, departure: Departure) -> None:
        """A guest left before the match began."""
        self.missing[departure.seat] = departure
        self._tasks[departure.seat].cancel()

    async def _welcome(self, seat: int, start: bytes) -> None:
        try:
            await self._guests[seat].come_in(start)
        except Lost as lost:
            self.missing[seat] = Departure(seat, lost.termination, lost.detail)

    def _void(self) -> Void | None:
        for task in self._tasks:
            error = None if task.cancelled() else task.exception()
            if error is not None:  # a fault of ours must not look like the agent's
                self._log.error("seating failed", exc_info=error)
                return Void(Blame.ARBITER, "internal error while seating an agent")
        if self.missing and len(self.missing) == len(self._guests):
            reasons = "; ".join(f"{gone.seat}: {gone.detail}" for gone in self.missing.values())
            return Void(Blame.SANDBOX, f"no seat got ready ({reasons})")
        return None

    @property
    def first_missing(self) -> Departure | None:
        """Who is to blame if somebody is missing: the lowest seat."""
        return self.missing[min(self.missing)] if self.missing else None
