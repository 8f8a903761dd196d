"""Keeps the matches of a leased pairing in the league's Redis."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from redis import Redis

from arena.v1 import arbiter_pb2
from league import attempts, journal, results
from league.pairing import Pairing
from league.pool import pool_of
from league.record import MatchRecord, VoidAttempt
from worker.interrupt import Interrupt
from worker.journal_buffer import JournalBuffer
from worker.lease import HeldLease
from worker.patience import patiently

Answer = TypeVar("Answer")


class LeagueStorage:
    """A Storage (see storage.py) over `league`, for the holder of a lease.

    A Redis that is away is borne for `patience` seconds, then RedisAway is raised. What
    was not written by then is lost with this object, and played again by the next holder.
    """

    def __init__(
        self,
        redis: Redis,
        pairing: Pairing,
        lease: HeldLease,
        interrupt: Interrupt,
        patience: float,
    ) -> None:
        self._redis = redis
        self._pairing = pairing
        self._lease = lease
        self._interrupt = interrupt
        self._patience = patience
        self._buffers: dict[str, JournalBuffer] = {}

    @property
    def attempt(self) -> int:
        return self._lease.attempt

    def settled(self, match_id: str) -> bool:
        return self._patiently(lambda: results.is_over(self._redis, match_id))

    def journal(self, match_id: str) -> list[arbiter_pb2.JournalEntry]:
        stored = self._patiently(lambda: journal.read(self._redis, match_id))
        return [arbiter_pb2.JournalEntry.FromString(entry) for entry in stored]

    def append(self, match_id: str, entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
        self._buffer(match_id).append(entries)

    def voids(self, match_id: str) -> list[VoidAttempt]:
        return self._patiently(lambda: attempts.voids(self._redis, match_id))

    def void(self, match_id: str, blame: str, reason: str) -> None:
        self._flush(match_id)
        attempt = self._lease.attempt
        self._patiently(lambda: attempts.log_void(self._redis, match_id, attempt, blame, reason))
        self._patiently(self._lease.next_attempt)

    def record(self, record: MatchRecord) -> None:
        """Hands in a result; the record holds the whole journal, which is then dropped."""
        self._buffers.pop(record.match, None)
        pool = pool_of(self._pairing)
        self._patiently(
            lambda: results.record(
                self._redis, pool, record, self._pairing.pairing_id, self._lease.attempt
            )
        )

    def unplayable(self, match_id: str, reason: str) -> None:
        self._buffers.pop(match_id, None)
        self._patiently(
            lambda: results.unplayable(
                self._redis, self._pairing.pairing_id, match_id, reason, self._lease.attempt
            )
        )

    def save(self) -> None:
        """Writes what still waits, in one try: for one who is about to give the pairing up."""
        for buffer in self._buffers.values():
            buffer.flush()

    def _flush(self, match_id: str) -> None:
        self._patiently(self._buffer(match_id).flush)

    def _buffer(self, match_id: str) -> JournalBuffer:
        if match_id not in self._buffers:
            self._buffers[match_id] = JournalBuffer(self._writer(match_id), self._patience)
        return self._buffers[match_id]

    def _writer(self, match_id: str) -> Callable[[Sequence[arbiter_pb2.JournalEntry]], None]:
        def write(entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
            data = [entry.SerializeToString() for entry in entries]
            pairing_id = self._pairing.pairing_id
            journal.append(self._redis, match_id, pairing_id, self._lease.attempt, data)

        return write

    def _patiently(self, call: Callable[[], Answer]) -> Answer:
        return patiently(call, self._patience, self._interrupt)
