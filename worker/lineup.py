"""The sandboxes of one pairing, kept from match to match."""

from collections import Counter
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import structlog

from league.pairing import Entrant
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.sandbox import Sandbox

log = structlog.get_logger(__name__)

# An entrant's index, and which of its own several sandboxes.
Place = tuple[int, int]
# Starts the sandbox of an entrant; the number tells its several sandboxes apart.
Start = Callable[[Entrant, int], Sandbox]


class Lineup:
    """One running sandbox an entrant, and one more for each further seat it takes.

    They are started when first needed and stopped on leaving the `with` block. One that
    has ended is started again before the next match. Starts that fail are not tried for
    ever: after `starts` failures in a row the whole lineup is given up.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        start: Start,
        limit: float,
        starts: int,
        interrupt: Interrupt,
    ) -> None:
        self._entrants = entrants
        self._start = start
        self._limit = limit
        self._starts = starts
        self._interrupt = interrupt
        self._running: dict[Place, Sandbox] = {}
        self._ready: set[Place] = set()
        self._failed: SandboxError | None = None

    def seat(self, seats: Sequence[int]) -> list[Sandbox]:
        """The sandbox of each seat, ready; `seats` are indexes of entrants.

        Raises SandboxError for an agent that cannot be run (and again on any later call:
        every match of a pairing needs every entrant), Interrupted.
        """
        wanted = places(seats)
        failures = 0
        while self._failed is None:
            self._interrupt.check()
            try:
                self._make_ready(wanted)
            except SandboxError as error:
                failures += 1
                if error.permanent or failures == self._starts:
                    self._failed = error
                else:
                    log.warning("agent not ready, starting it again", reason=str(error))
            else:
                return [self._running[place] for place in wanted]
        raise self._failed

    def retire(self, seats: Sequence[int], seat: int) -> None:
        """Stops the sandbox of that seat: the next match gets a new one.

        For one whose stream broke: it has ended, or is about to be seen to have.
        """
        place = places(seats)[seat]
        if place in self._running:
            log.info("agent failed, starting it again", agent=self._name(place))
            self._running.pop(place).stop()
            self._ready.discard(place)

    def _make_ready(self, wanted: Sequence[Place]) -> None:
        """Starts those that do not run, all at once, and waits for each."""
        for place in wanted:
            self._drop_if_ended(place)
            if place not in self._running:
                self._running[place] = self._start(self._entrants[place[0]], place[1])
        for place in wanted:
            if place not in self._ready:
                self._await(place)

    def _await(self, place: Place) -> None:
        try:
            self._running[place].wait_ready(self._limit, self._interrupt)
        except SandboxError:
            self._running.pop(place).stop()
            raise
        self._ready.add(place)

    def _drop_if_ended(self, place: Place) -> None:
        sandbox = self._running.get(place)
        if sandbox is None or (ending := sandbox.exited()) is None:
            return
        log.info("agent ended, starting it again", agent=self._name(place), reason=ending.reason)
        self._running.pop(place).stop()
        self._ready.discard(place)

    def _name(self, place: Place) -> str:
        return self._entrants[place[0]].name

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ready.clear()
        while self._running:
            self._running.popitem()[1].stop()


def places(seats: Sequence[int]) -> list[Place]:
    """Each seat's entrant, and which of that entrant's several sandboxes sits there."""
    taken: Counter[int] = Counter()
    told = []
    for entrant in seats:
        told.append((entrant, taken[entrant]))
        taken[entrant] += 1
    return told
