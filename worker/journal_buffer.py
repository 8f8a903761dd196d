"""Journal entries on their way to the store: kept, in order, while it is away."""

from collections.abc import Callable, Sequence
from time import monotonic

import structlog

from arena.v1 import arbiter_pb2
from worker.patience import AWAY, RedisAway

log = structlog.get_logger(__name__)

Entries = Sequence[arbiter_pb2.JournalEntry]

# While the store is away, how often at most a new batch makes us look for it, in seconds.
_RETRY_AFTER = 1.0


class JournalBuffer:
    """The entries of one match that the store may not have yet.

    `write` appends entries to the store. It may be given again what it has already
    stored (an answer may be lost), and must bear that.
    """

    def __init__(
        self,
        write: Callable[[Entries], object],
        patience: float,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._write = write
        self._patience = patience
        self._clock = clock
        self._waiting: list[arbiter_pb2.JournalEntry] = []
        self._away_since: float | None = None
        self._tried_at = 0.0

    def append(self, entries: Entries) -> None:
        """Takes a batch, and writes if the store is there.

        Raises RedisAway once the store has been away for `patience` seconds.
        """
        self._waiting.extend(entries)
        now = self._clock()
        if self._away_since is not None and now - self._tried_at < _RETRY_AFTER:
            return
        try:
            self.flush()
        except AWAY as error:
            self._note_away(now, error)

    def flush(self) -> None:
        """Writes what waits. Raises what `write` raises; nothing is lost by that."""
        if self._waiting:
            self._write(tuple(self._waiting))
        self._waiting.clear()
        self._away_since = None

    def _note_away(self, now: float, error: Exception) -> None:
        if self._away_since is None:
            self._away_since = now
        self._tried_at = now
        if now - self._away_since >= self._patience:
            raise RedisAway(f"no journal could be written for {self._patience:g} s: {error}")
        log.warning("journal kept back", entries=len(self._waiting), reason=str(error))
