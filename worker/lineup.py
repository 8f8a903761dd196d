"""The sandboxes of one pairing, kept from match to match."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

import structlog

from league.pairing import Entrant
from worker.absent import AbsentAgent
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.sandbox import Sandbox

log = structlog.get_logger(__name__)

_STOPS_AT_ONCE = 8

# An entrant's index, and which of its own several sandboxes.
Place = tuple[int, int]
# Starts the sandbox of an entrant; the number tells its several sandboxes apart.
Start = Callable[[Entrant, int], Sandbox]


class Lineup:
    """One running sandbox an entrant, and one more for each further seat it takes.

    They are started when first needed, all at once, and stopped on leaving the `with`
    block. One that has ended is started again before the next match. Starts that fail are
    not tried for ever: after `starts` failures in a row an agent is absent from there on;
    if that is not its own doing, the whole lineup is given up.
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
        self._failures: Counter[Place] = Counter()
        self._absent: dict[Place, SandboxError] = {}
        self._given_up: SandboxError | None = None
        self._stops = ThreadPoolExecutor(_STOPS_AT_ONCE, thread_name_prefix="stop")
        self._leaving: list[Future[None]] = []

    def seat(self, seats: Sequence[int]) -> list[Sandbox]:
        """The sandbox of each seat, ready; `seats` are indexes of entrants.

        An agent that could not be started, by its own doing, is an AbsentAgent. Raises
        SandboxError where it was not its own doing (and again on any later call: every
        match of a pairing needs every entrant), or nobody is there; Interrupted.
        """
        wanted = places(seats)
        for place in wanted:
            self._drop_if_ended(place)
        while self._given_up is None and not self._ready.issuperset(wanted):
            self._interrupt.check()
            self._make_ready(wanted)
        self._see_off()
        if self._given_up is not None:
            raise self._given_up
        if self._absent.keys() >= set(wanted):
            raise self._absent[wanted[0]]
        return [self._running[place] for place in wanted]

    def retire(self, seats: Sequence[int], seat: int) -> None:
        """Stops the sandbox of that seat: the next match gets a new one.

        For one whose stream broke: it has ended, or is about to be seen to have.
        """
        place = places(seats)[seat]
        if place in self._running and place not in self._absent:
            log.info("agent failed, starting it again", agent=self._name(place))
            self._dismiss(place)

    def _make_ready(self, wanted: Sequence[Place]) -> None:
        """Starts those that do not run, all at once, and waits for each."""
        for step in (self._begin, self._await):
            for place in wanted:
                if self._given_up is None and place not in self._ready:
                    try:
                        step(place)
                    except SandboxError as error:
                        self._fail(place, error)

    def _begin(self, place: Place) -> None:
        self._running[place] = self._start(self._entrants[place[0]], place[1])

    def _await(self, place: Place) -> None:
        if place in self._running:
            self._running[place].wait_ready(self._limit, self._interrupt)
            self._ready.add(place)
            self._failures[place] = 0

    def _fail(self, place: Place, error: SandboxError) -> None:
        if place in self._running:
            self._dismiss(place)
        self._failures[place] += 1
        if not error.permanent and self._failures[place] < self._starts:
            log.warning("agent not ready, starting it again", reason=str(error))
        elif error.ending is None:
            self._given_up = error
        else:
            log.warning("agent is absent", agent=self._name(place), reason=str(error))
            self._absent[place] = error
            self._running[place] = AbsentAgent(error.ending)
            self._ready.add(place)

    def _drop_if_ended(self, place: Place) -> None:
        sandbox = self._running.get(place)
        if sandbox is not None and (ending := sandbox.exited()) is not None:
            name, reason = self._name(place), ending.reason
            log.info("agent ended, starting it again", agent=name, reason=reason)
            self._dismiss(place)

    def _dismiss(self, place: Place) -> None:
        """Stops a sandbox, while the next one starts."""
        self._ready.discard(place)
        self._leaving.append(self._stops.submit(self._running.pop(place).stop))

    def _see_off(self) -> None:
        """Waits until those that were stopped are gone: a match must not suffer from that."""
        while self._leaving:
            self._leaving.pop().result()

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
        with self._stops:
            for place in list(self._running):
                self._dismiss(place)
            self._see_off()


def places(seats: Sequence[int]) -> list[Place]:
    """Each seat's entrant, and which of that entrant's several sandboxes sits there."""
    taken: Counter[int] = Counter()
    told = []
    for entrant in seats:
        told.append((entrant, taken[entrant]))
        taken[entrant] += 1
    return told
