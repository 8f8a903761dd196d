"""When the event loop looked, so that nobody pays for the time in which it did not.

A reply from an agent waits unseen until the loop polls. The only honest statement about
its arrival is an interval: after the poll that did not show it, before the moment it was
read. `LoopClock` stamps every poll and gives the earlier bound.
"""

import asyncio
import selectors
import time
from collections import deque
from collections.abc import Callable

# A poll that waited at least this long found nothing at first: what it then returned
# arrived at its end. Shorter ones may just have been slow to return what lay there.
_WAITED_US = 30


def monotonic_us() -> int:
    """The monotonic clock that every stamp uses, in microseconds."""
    return time.monotonic_ns() // 1000


def process_us() -> int:
    """CPU time that all threads of this process have used, in microseconds."""
    return time.process_time_ns() // 1000


class LoopClock:
    """Stamps of one event loop's polls, in microseconds of `now`.

    A reply becomes visible in one poll, and the coroutine that reads it runs one loop
    iteration later: after the next poll. So, seen from that coroutine, the reply was not
    there before the poll before last had returned, unless that poll waited: then it was
    there when its wait ended.
    """

    def __init__(self, now: Callable[[], int] = monotonic_us) -> None:
        self.now = now
        start = now()
        # When each of the last polls can first have shown what it showed.
        self._shown_from = [start, start]
        self._returned = start
        self.polls = 0

    def polled(self, entered: int, returned: int) -> None:
        """Takes note of one poll of the loop."""
        waited = returned - entered >= _WAITED_US
        self._shown_from[0] = self._shown_from[1]
        self._shown_from[1] = returned if waited else self._returned
        self._returned = returned
        self.polls += 1

    def arrived_after(self) -> int:
        """The earliest moment at which a reply that is read now can have arrived."""
        return self._shown_from[0]


class StampedSelector(selectors.DefaultSelector):
    """The platform's selector, telling a LoopClock of every poll."""

    def __init__(self, clock: LoopClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        entered = self._clock.now()
        ready = super().select(timeout)
        self._clock.polled(entered, self._clock.now())
        return ready


def stamped_loop() -> tuple[asyncio.AbstractEventLoop, LoopClock]:
    """A new event loop, and the clock that stamps its polls."""
    clock = LoopClock()
    return asyncio.SelectorEventLoop(StampedSelector(clock)), clock


class LagMeter:
    """How late something came, in microseconds: the last `keep` times, or (None) always."""

    def __init__(self, keep: int | None = 512) -> None:
        self._lags: deque[int] = deque(maxlen=keep)

    def note(self, lag_us: int) -> None:
        self._lags.append(max(0, lag_us))

    def quantile(self, q: float) -> int:
        """The q-quantile of the lags, 0 before any was measured."""
        ordered = sorted(self._lags)
        return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else 0
