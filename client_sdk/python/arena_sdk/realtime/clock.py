"""What time it is in a match."""

import time
from collections.abc import Callable


class WallClock:
    """Real time: the match goes on by itself, and messages tell how far it is.

    Each message was sent at its time or later, so that the one that was quickest on its way
    tells best. Until the first one comes it is taken to be `start`, ms, now.
    """

    def __init__(self, start: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ahead = start - 1000 * monotonic()
        self._told = False

    def hear(self, ms: int) -> None:
        """A message was just read that was sent at `ms` of the match."""
        ahead = ms - 1000 * self._monotonic()
        self._ahead = max(self._ahead, ahead) if self._told else ahead
        self._told = True

    def now(self) -> int:
        """Milliseconds of the match, as far as we can know."""
        return max(0, int(self._ahead + 1000 * self._monotonic()))


class TickClock:
    """Lock-step: time stands still between the arbiter's ticks."""

    def __init__(self, start: int) -> None:
        self._now = start

    def hear(self, ms: int) -> None:
        """The match has come to `ms`."""
        self._now = max(self._now, ms)

    def now(self) -> int:
        """Milliseconds of the match."""
        return self._now


Clock = WallClock | TickClock
