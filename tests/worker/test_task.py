"""The task against a real Redis and a scripted arbiter, without Celery."""

import queue
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from arena.v1 import arbiter_pb2
from league import attempts, journal, leases, results, tournaments
from league.errors import StaleAttempt
from league.home import open_redis
from league.pairing import Entrant
from league.settings import Settings
from league.store import connect
from league.tournament import Tournament
from tests.worker import fakes
from tests.worker.conftest import FOREVER, LISTEN, MakeBot
from tests.worker.fakes import FakeArbiter, Script
from worker.app import make_app
from worker.arbiter_link import Arbiter
from worker.interrupt import Interrupt
from worker.league_storage import LeagueStorage
from worker.lease import HeldLease, kept
from worker.settings import PlaySettings
from worker.task import Host, play_leased, register_task

pytestmark = pytest.mark.redis

PAIRING, FIRST, SECOND = "cup-00001", "cup-00001.0", "cup-00001.1"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_redis(Settings(home=tmp_path_factory.mktemp("arena"))) as address:
        yield address


@pytest.fixture
def redis(url: str) -> Iterator[Redis]:
    client = connect(url)
    yield client
    client.flushall()
    client.close()


class Worker:
    """Does a worker's tasks in the test's own thread."""

    def __init__(self, redis: Redis, settings: PlaySettings, agent: str) -> None:
        self.redis = redis
        self.settings = settings
        self.stop = Interrupt()
        self.arbiter: FakeArbiter | None = None
        self.ttl, self.beat = 30.0, 0.02
        entrants = (Entrant("a", agent), Entrant("b", agent))
        self.pairing = replace(fakes.pairing(), entrants=entrants)
        field = Tournament("cup", "joust", self.pairing.time, entrants)
        tournaments.register(redis, field, [self.pairing])
        self._undo: list[Callable[[], object]] = []

    def host(self, *scripts: Script) -> Host:
        self.arbiter = FakeArbiter(*scripts)
        link = Arbiter(self.arbiter.address)
        self._undo += [self.arbiter.stop, link.close]
        return Host(self.redis, link, self.settings, self.stop, self.ttl, self.beat)

    def __call__(self, *scripts: Script) -> None:
        play_leased(PAIRING, self.host(*scripts))

    @property
    def specs(self) -> list[arbiter_pb2.MatchSpec]:
        assert self.arbiter is not None
        return self.arbiter.specs

    def close(self) -> None:
        for undo in reversed(self._undo):
            undo()


@pytest.fixture
def worker(redis: Redis, settings: PlaySettings, bot: MakeBot) -> Iterator[Worker]:
    made = Worker(redis, settings, bot(LISTEN + FOREVER))
    yield made
    made.close()


def plies(redis: Redis, match_id: str) -> list[int]:
    return [
        arbiter_pb2.JournalEntry.FromString(entry).ply for entry in journal.read(redis, match_id)
    ]


def test_a_pairing_is_played_and_finished(worker: Worker, redis: Redis) -> None:
    worker(fakes.finish(0, 1))
    progress = tournaments.progress(redis, "cup")
    assert progress.done
    assert progress.finished == 2
    record = results.read(redis, FIRST)
    assert record.moves == ("m0", "m1")
    assert record.attempt == 1
    assert journal.read(redis, FIRST) == []


def test_a_finished_pairing_is_dropped(worker: Worker) -> None:
    worker(fakes.finish())
    worker(fakes.finish())
    assert worker.specs == []


def test_a_pairing_that_another_plays_is_dropped(worker: Worker, redis: Redis) -> None:
    assert leases.take(redis, PAIRING, "another", 60) == 1
    worker(fakes.finish())
    assert worker.specs == []
    assert leases.holder(redis, PAIRING).owner == "another"


def test_an_unknown_pairing_is_dropped(worker: Worker) -> None:
    play_leased("no-such-pairing", worker.host(fakes.finish()))
    assert worker.specs == []


def test_a_half_played_match_is_resumed(worker: Worker, redis: Redis) -> None:
    entries = [fakes.entry(ply).SerializeToString() for ply in (0, 1)]
    attempt = leases.take(redis, PAIRING, "one that died", 0.0)
    assert attempt == 1
    journal.append(redis, FIRST, PAIRING, attempt, entries)
    worker(fakes.finish(2), fakes.finish())
    assert [spec.attempt for spec in worker.specs] == [2, 2]
    assert results.read(redis, FIRST).moves == ("m0", "m1", "m2")


def test_void_attempts_are_logged_and_counted(worker: Worker, redis: Redis) -> None:
    worker(fakes.spoil(0), *[fakes.spoil()] * 4, fakes.finish())
    assert [void.attempt for void in attempts.voids(redis, FIRST)] == [1, 2, 3, 4, 5]
    assert results.over(redis, PAIRING) == {FIRST: "5 void attempts, the last: stalled", SECOND: ""}
    assert tournaments.progress(redis, "cup").unplayable == 1


def test_a_stop_keeps_the_journal_and_gives_the_lease_back(worker: Worker, redis: Redis) -> None:
    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.batch(0, 1)
        while plies(redis, FIRST) != [0, 1]:
            next(requests)
        worker.stop.set("the worker stops")
        yield from fakes.hang()(spec, requests, context)

    worker(script)
    assert plies(redis, FIRST) == [0, 1]
    lease = leases.holder(redis, PAIRING)
    assert not lease.held(leases.server_time(redis))
    assert not lease.finished


def test_a_stopped_worker_takes_nothing(worker: Worker, redis: Redis) -> None:
    host = worker.host(fakes.finish())
    worker.stop.set("the worker stops")
    play_leased(PAIRING, host)
    assert worker.specs == []
    assert leases.holder(redis, PAIRING).attempt == 0


def test_a_lost_lease_ends_the_play(worker: Worker, redis: Redis) -> None:
    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        leases.release(redis, PAIRING, spec.attempt)
        assert leases.take(redis, PAIRING, "another", 60) == 2
        yield from fakes.hang()(spec, requests, context)

    worker(script)
    assert len(worker.specs) == 1
    assert leases.holder(redis, PAIRING).owner == "another"
    assert results.over(redis, PAIRING) == {}


def test_a_late_result_of_a_lost_lease_is_refused(worker: Worker, redis: Redis) -> None:
    worker.beat = 60.0  # nothing but the fence finds out

    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        leases.release(redis, PAIRING, spec.attempt)
        assert leases.take(redis, PAIRING, "another", 60) == 2
        yield fakes.finished(spec)

    worker(script)
    assert len(worker.specs) == 1
    assert results.over(redis, PAIRING) == {}


def test_the_lease_tells_where_to_watch(worker: Worker, redis: Redis) -> None:
    watched: queue.SimpleQueue[str] = queue.SimpleQueue()

    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        while not (address := leases.holder(redis, PAIRING).arbiter):
            next(requests)
        watched.put(address)
        yield fakes.finished(spec)

    worker(script)
    assert worker.arbiter is not None
    assert watched.get(timeout=10) == worker.arbiter.address


def test_the_lease_is_kept_through_void_attempts(redis: Redis, worker: Worker) -> None:
    attempt = leases.take(redis, PAIRING, "me", 0.5)
    assert attempt == 1
    lease, interrupt = HeldLease(redis, PAIRING, "me", attempt), Interrupt()
    with kept(lease, interrupt, "here:1", 30.0, 0.005, 5.0):
        for _ in range(20):
            lease.next_attempt()
            lease.beat(30.0, "")
        assert leases.holder(redis, PAIRING).held(leases.server_time(redis))
    assert not interrupt.is_set()
    assert lease.attempt == 21


def test_a_new_attempt_whose_answer_was_lost_neither_loses_the_lease_nor_is_stale(
    redis: Redis, worker: Worker
) -> None:
    lease = HeldLease(redis, PAIRING, "me", leases.take(redis, PAIRING, "me", 60) or 0)
    leases.next_attempt(redis, PAIRING, "me", 1)  # nobody heard the answer
    assert lease.beat(60, "")
    assert lease.next_attempt() == 2


def test_storage_refuses_a_stale_attempt(worker: Worker, redis: Redis) -> None:
    lease = HeldLease(redis, PAIRING, "me", leases.take(redis, PAIRING, "me", 60) or 0)
    storage = LeagueStorage(redis, worker.pairing, lease, Interrupt(), 5.0)
    leases.release(redis, PAIRING, 1)
    assert leases.take(redis, PAIRING, "another", 60) == 2
    with pytest.raises(StaleAttempt):
        storage.append(FIRST, [fakes.entry(0)])
    with pytest.raises(StaleAttempt):
        storage.void(FIRST, "host", "stalled")


def test_the_task_swallows_nothing_silently_and_never_raises(
    worker: Worker, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def explode(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.Response(finished=arbiter_pb2.Finished())  # no seats: nobody sends this

    task = register_task(make_app(url), worker.host(explode))
    task(PAIRING)
    told = capsys.readouterr().out
    assert "pairing failed" in told
    assert "Traceback" in told


def test_what_fails_by_a_fault_of_ours_is_void_and_not_tried_for_ever(
    worker: Worker, redis: Redis, url: str
) -> None:
    def explode(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.Response(finished=arbiter_pb2.Finished())

    worker.settings = replace(worker.settings, attempts=2)
    task = register_task(make_app(url), worker.host(explode))
    for _ in range(5):  # two attempts at each match, and word that there are no more
        task(PAIRING)
    assert tournaments.progress(redis, "cup").unplayable == 2
    assert {void.blame for void in attempts.voids(redis, FIRST)} == {"host"}
    assert "internal error" in results.over(redis, PAIRING)[FIRST]
