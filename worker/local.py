"""Plays pairings here and now, without Redis: what `arena play` does."""

import queue
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from arena.v1 import arbiter_pb2
from league.pairing import Pairing
from league.record import MatchRecord, VoidAttempt
from worker.arbiter_link import Arbiter
from worker.block import play_block
from worker.errors import PairingUnplayable
from worker.interrupt import Interrupt
from worker.lineup import Start
from worker.settings import PlaySettings


@dataclass
class MemoryStorage:
    """Keeps the matches of a pairing in memory, and hands each record to `deliver`.

    A match that cannot be played raises PairingUnplayable: there is somebody to tell.
    """

    deliver: "queue.SimpleQueue[MatchRecord | BaseException | None]"
    attempt: int = 1
    _journals: dict[str, list[arbiter_pb2.JournalEntry]] = field(default_factory=dict)
    _voids: dict[str, list[VoidAttempt]] = field(default_factory=dict)
    _settled: set[str] = field(default_factory=set)

    def settled(self, match_id: str) -> bool:
        return match_id in self._settled

    def journal(self, match_id: str) -> list[arbiter_pb2.JournalEntry]:
        return list(self._journals.get(match_id, ()))

    def append(self, match_id: str, entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
        self._journals.setdefault(match_id, []).extend(entries)

    def voids(self, match_id: str) -> list[VoidAttempt]:
        return list(self._voids.get(match_id, ()))

    def void(self, match_id: str, blame: str, reason: str) -> None:
        self._voids.setdefault(match_id, []).append(VoidAttempt(self.attempt, blame, reason))
        self.attempt += 1

    def record(self, record: MatchRecord) -> None:
        if record.match not in self._settled:
            self._settled.add(record.match)
            self._journals.pop(record.match, None)
            self.deliver.put(record)

    def unplayable(self, match_id: str, reason: str) -> None:
        self._settled.add(match_id)
        raise PairingUnplayable(reason)


def play_local(
    pairings: Sequence[Pairing],
    arbiter_address: str,
    jobs: int = 1,
    settings: PlaySettings | None = None,
    start: Start | None = None,
) -> Generator[MatchRecord, None, None]:
    """Plays all matches of the pairings, `jobs` pairings at once, yielding records as they come.

    Raises PairingUnplayable when an agent cannot be run or an arbiter keeps failing,
    ArbiterUnreachable; what else runs is broken off. Closing the iterator, or an
    exception where it is used, breaks off everything; no agent is left running.
    """
    # One try: whoever waits at the terminal sees at once that a bot does not start.
    settings = settings or PlaySettings(starts=1)
    results: queue.SimpleQueue[MatchRecord | BaseException | None] = queue.SimpleQueue()
    interrupt = Interrupt()
    arbiter = Arbiter(arbiter_address)

    def play(pairing: Pairing) -> None:
        interrupt.check()
        play_block(pairing, MemoryStorage(results), arbiter, settings, interrupt, start)

    pool = ThreadPoolExecutor(max_workers=max(1, jobs), thread_name_prefix="pairing")
    try:
        for pairing in pairings:
            pool.submit(play, pairing).add_done_callback(lambda done: results.put(_error(done)))
        left = len(pairings)
        while left:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                left -= 1
            else:
                yield result
    finally:
        interrupt.set("stopped")
        pool.shutdown(cancel_futures=True)
        arbiter.close()


def _error(done: "Future[None]") -> BaseException | None:
    return None if done.cancelled() else done.exception()
