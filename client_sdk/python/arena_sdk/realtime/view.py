"""A match as far as it was told, kept up to date for whoever asks."""

from collections.abc import Sequence

from arena_games.achess import START, AchessConfig, Event, Mirror
from arena_sdk.realtime.told import Happened, Snapshot


class View:
    """The state of a match: a state text, and the events after it.

    Nothing is worked out before somebody asks, so that a bot that only reads snapshots pays
    for nothing else. `sequence` is the number of the last event told, `time` the instant up
    to which all was told, `count` how many pieces there were at the start.
    """

    def __init__(self, config: AchessConfig, snapshot: Snapshot, position: str = START) -> None:
        self.config = config
        self.count = sum(letter.isalpha() for letter in position.partition(" ")[0])
        self._begin(snapshot)

    def _begin(self, snapshot: Snapshot) -> None:
        self.sequence = snapshot.sequence
        self.time = snapshot.time
        self._state = snapshot.state
        self._later: list[Event] = []
        self._mirror: Mirror | None = None

    def happen(self, told: Happened) -> Sequence[Event]:
        """Takes note of events; those of them that are new and known to us."""
        known = max(0, self.sequence + 1 - told.sequence)
        self.sequence = max(self.sequence, told.sequence + len(told.events) - 1)
        events = [event for event in told.events[known:] if event is not None]
        self._later += events
        self.elapse(told.time)
        return events

    def see(self, snapshot: Snapshot) -> None:
        """Takes note of a whole state; an old one changes nothing."""
        if snapshot.sequence >= self.sequence and snapshot.time >= self.time:
            self._begin(snapshot)

    def elapse(self, time: int) -> None:
        """All is told up to `time`."""
        self.time = max(self.time, time)

    def mirror(self) -> Mirror:
        """The match at `time`. Raises InvalidPosition for a state that our rules cannot read."""
        if self._mirror is None:
            self._mirror = Mirror.load(self.config, self._state, self.count)
        self._mirror.follow(self._later)
        self._later = []
        self._mirror.elapse(self.time)
        return self._mirror
