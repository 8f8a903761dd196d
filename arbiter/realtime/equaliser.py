"""Equal delay (section 10 of the AChess rules): who is nearer waits for who is farther.

A player's way is half the median of his last round trips. His orders wait before they are
stamped, and what he is told waits before it is sent, for what the longest way of all has
more than his own, within a cap.
"""

from collections import deque
from collections.abc import Sequence
from statistics import median

from arbiter.ledger import NOT_MEASURED

_KEPT = 15


class Wire:
    """The round trips to one player, in microseconds; `longest` bounds what is believed."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._trips: deque[int] = deque(maxlen=_KEPT)

    def note(self, trip: int) -> None:
        """Takes note of one round trip."""
        self._trips.append(min(max(0, trip), self._longest))

    @property
    def round_trip(self) -> int:
        """The median of the last ones, or NOT_MEASURED."""
        return int(median(self._trips)) if self._trips else NOT_MEASURED

    @property
    def half(self) -> int:
        """The way of one message; nothing where it was not measured."""
        return max(0, self.round_trip) // 2


def holds(wires: Sequence[Wire], cap: int) -> list[int]:
    """For how long the messages of each player wait, microseconds; `cap` 0: not at all."""
    longest = max(wire.half for wire in wires)
    return [min(cap, longest - wire.half) for wire in wires]
