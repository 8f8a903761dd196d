"""The worker process, with real Celery and Redis and a scripted arbiter."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest
from redis import Redis

from arena.v1 import arbiter_pb2
from league import journal, leases, results, tournaments
from league.home import open_redis
from league.pairing import Entrant, Pairing
from league.settings import Settings
from league.store import connect
from league.tournament import Tournament
from tests.worker import fakes
from tests.worker.conftest import FOREVER, LISTEN, MakeBot
from tests.worker.fakes import FakeArbiter
from worker.app import QUEUE, TASK, make_app
from worker.leftovers import labelled

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(60)]

_RUN = """
import sys
from pathlib import Path
from league.settings import Settings
from worker.main import run_worker
settings = Settings(home=Path(sys.argv[1]), lease_ttl=2.0, beat_interval=0.1)
sys.exit(run_worker(settings, int(sys.argv[2]), sys.argv[3]))
"""


class Cluster:
    """Redis in an arena's directory, whose name is not the simplest, and workers on it."""

    def __init__(self, url: str, home: Path, bot: str) -> None:
        self.home = home
        self.redis = connect(url)
        self.arbiter: FakeArbiter | None = None
        self._app = make_app(url)
        self._bot = bot
        self._workers: list[tuple[subprocess.Popen[bytes], IO[bytes]]] = []

    def schedule(self, count: int) -> list[str]:
        """Registers a tournament of so many pairings, and sends each."""
        entrants = (Entrant("a", self._bot), Entrant("b", self._bot))
        pairings = [self._pairing(number, entrants) for number in range(1, count + 1)]
        field = Tournament("cup", "joust", pairings[0].time, entrants)
        tournaments.register(self.redis, field, pairings)
        for each in pairings:
            self.send(each.pairing_id)
        return [each.pairing_id for each in pairings]

    def send(self, pairing_id: str) -> None:
        self._app.send_task(TASK, [pairing_id], queue=QUEUE)

    def work(self, arbiter: FakeArbiter, concurrency: int = 1) -> "subprocess.Popen[bytes]":
        self.arbiter = arbiter
        log = (self.home / f"worker{len(self._workers)}.log").open("wb")
        arguments = [str(self.home), str(concurrency), arbiter.address]
        worker = subprocess.Popen(
            [sys.executable, "-c", _RUN, *arguments], stdout=log, stderr=subprocess.STDOUT
        )
        self._workers.append((worker, log))
        return worker

    def until(self, state: Callable[[], bool]) -> None:
        """Returns when it is so; the test's own time limit ends a wait in vain."""
        while not state():
            for worker, _ in self._workers:
                try:
                    worker.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue

    def done(self) -> bool:
        return tournaments.progress(self.redis, "cup").done

    def plies(self, match_id: str) -> list[int]:
        entries = journal.read(self.redis, match_id)
        return [arbiter_pb2.JournalEntry.FromString(entry).ply for entry in entries]

    def logs(self) -> str:
        return "".join(path.read_text() for path in self.home.glob("worker*.log"))

    def close(self) -> None:
        for worker, log in self._workers:
            if worker.poll() is None:
                worker.terminate()
            worker.wait()
            log.close()
        if self.arbiter is not None:
            self.arbiter.stop()
        self.redis.close()

    def _pairing(self, number: int, entrants: tuple[Entrant, ...]) -> Pairing:
        return replace(fakes.pairing(number=number), entrants=entrants)


@pytest.fixture
def cluster(tmp_path: Path, bot: MakeBot) -> Iterator[Cluster]:
    home = tmp_path / "an arena"
    with open_redis(Settings(home=home)) as url:
        made = Cluster(url, home, bot(LISTEN + FOREVER))
        yield made
        made.close()


def agents_of(pid: int) -> list[int]:
    return [agent for agent, label in labelled() if label.startswith(f"{pid}:")]


def test_a_tournament_is_played_and_the_worker_stops_cleanly(cluster: Cluster) -> None:
    pairings = cluster.schedule(4)
    cluster.send(pairings[0])  # a message too many
    worker = cluster.work(FakeArbiter(fakes.finish(0, 1)), concurrency=2)
    cluster.until(cluster.done)
    worker.terminate()
    assert worker.wait() == 0, cluster.logs()
    assert cluster.arbiter is not None
    played = sorted(spec.match_id for spec in cluster.arbiter.specs)
    assert played == [f"{pairing}.{match}" for pairing in pairings for match in (0, 1)]
    assert len(list(results.heads(cluster.redis, "cup"))) == 8
    assert sorted(path.name for path in (cluster.home / "logs" / "agents").iterdir()) == pairings
    assert "Traceback" not in cluster.logs()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_stopped_worker_gives_its_pairing_to_the_next(
    cluster: Cluster, how: signal.Signals
) -> None:
    (pairing_id,) = cluster.schedule(1)
    first = cluster.work(FakeArbiter(fakes.hang(0, 1)))
    cluster.until(lambda: cluster.plies(f"{pairing_id}.0") == [0, 1])
    assert len(agents_of(first.pid)) == 2
    first.send_signal(how)
    assert first.wait() == 0, cluster.logs()
    assert agents_of(first.pid) == []
    lease = leases.holder(cluster.redis, pairing_id)
    assert not lease.held(leases.server_time(cluster.redis))
    assert cluster.arbiter is not None
    cluster.arbiter.stop()
    cluster.work(FakeArbiter(fakes.finish(2), fakes.finish()))
    cluster.send(pairing_id)
    cluster.until(cluster.done)
    record = results.read(cluster.redis, f"{pairing_id}.0")
    assert record.moves == ("m0", "m1", "m2")
    assert record.attempt == 2


def test_a_killed_worker_leaves_nobody_and_its_pairing_goes_on(cluster: Cluster) -> None:
    (pairing_id,) = cluster.schedule(1)
    first = cluster.work(FakeArbiter(fakes.hang(0)))
    cluster.until(lambda: cluster.plies(f"{pairing_id}.0") == [0])
    first.kill()
    first.wait()
    assert cluster.arbiter is not None
    cluster.arbiter.stop()
    cluster.work(FakeArbiter(fakes.finish(1), fakes.finish()))
    held = leases.holder(cluster.redis, pairing_id).expires
    cluster.until(lambda: leases.server_time(cluster.redis) > held)
    cluster.send(pairing_id)
    cluster.until(cluster.done)
    assert results.read(cluster.redis, f"{pairing_id}.0").moves == ("m0", "m1")
    assert agents_of(first.pid) == []


def test_a_redis_that_is_killed_and_comes_back_costs_nothing(cluster: Cluster) -> None:
    pairing_id, _ = cluster.schedule(2)

    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.batch(0)
        while cluster.plies(spec.match_id) != [0]:
            next(requests)
        os.kill(server(cluster.redis), signal.SIGKILL)
        for ply in range(1, 40):
            yield fakes.batch(ply)
        yield fakes.finished(spec, 40)

    worker = cluster.work(FakeArbiter(script, fakes.finish()))
    cluster.until(cluster.done)
    worker.terminate()
    assert worker.wait() == 0, cluster.logs()
    record = results.read(cluster.redis, f"{pairing_id}.0")
    assert record.moves == tuple(f"m{ply}" for ply in range(40))
    assert record.attempt == 1


def server(redis: Redis) -> int:
    pid = redis.info("server")["process_id"]
    assert isinstance(pid, int)
    return pid
