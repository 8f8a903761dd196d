"""An event loop in which time is the match's: lock-step.

`asyncio.sleep(0.5)` sleeps until the match is half a second further, however long or short
that takes. Whenever nothing is left to do before the match goes on, `idle` is told until
when, in ms (None: nothing at all is waited for).
"""

import asyncio
import math
import selectors
from collections.abc import Callable

from arena_sdk.realtime.clock import TickClock

# More than asyncio ever waits in one go, so that "later" and "never" are told apart.
_FOREVER_S = 24 * 3600
# What floats may differ by: such a timer is due.
_DUE_S = 1e-7


class _Selector(selectors.DefaultSelector):
    """Asyncio waits in `select`: with a timeout of 0 as long as anything is to be done."""

    def __init__(self) -> None:
        super().__init__()
        self.wait: Callable[[float | None], None] = lambda _: None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Waits for a message, never for time to pass by itself."""
        waits = timeout is None or timeout > _DUE_S
        if waits:
            self.wait(timeout)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(None if waits else 0)
        return ready


class TickLoop(asyncio.SelectorEventLoop):
    """The event loop of one match in lock-step."""

    def __init__(self, clock: TickClock, idle: Callable[[int | None], None]) -> None:
        selector = _Selector()
        super().__init__(selector)
        self._clock = clock
        self._idle = idle
        selector.wait = self._wait

    def time(self) -> float:
        """Seconds of the match."""
        return self._clock.now() / 1000

    def _wait(self, timeout: float | None) -> None:
        if timeout is None or timeout >= _FOREVER_S:
            self._idle(None)
        else:
            self._idle(self._clock.now() + _whole_ms(timeout))


def _whole_ms(seconds: float) -> int:
    # Rounded first: 0.3 s are 300 ms, though the float may be a hair more.
    return math.ceil(round(1000 * seconds, 3))
