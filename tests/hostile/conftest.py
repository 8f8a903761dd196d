"""An arbiter that outlives all attacks, what is laid out for snoopers, and a look at what
each attack leaves."""

import json
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile import arena
from tests.worker.arbiter_process import ArbiterProcess
from worker.arbiter_link import Arbiter
from worker.hierarchy import writable_hierarchies
from worker.interrupt import Interrupt
from worker.leftovers import labelled
from worker.owner import read_label

_ABSTRACT = f"hostile-bait-{os.getpid()}"


@pytest.fixture(scope="module")
def arbiter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbiterProcess]:
    made = ArbiterProcess(tmp_path_factory.mktemp("arbiter") / "arbiter.log")
    link = Arbiter(made.address)
    link.wait_ready(30, Interrupt())
    link.close()
    yield made
    made.stop()


@pytest.fixture
def bait(arbiter: ArbiterProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What an agent is told of: a port and a socket of the host's where somebody listens,
    where the arbiter does, and a file with a secret. There must be no calls."""
    monkeypatch.setenv("HOSTILE_BAIT", "a secret")
    secret = tmp_path / "secret"
    secret.write_text("a secret")
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind(f"\0{_ABSTRACT}")
        abstract.listen()
        yield json.dumps(
            {
                "port": server.getsockname()[1],
                "abstract": _ABSTRACT,
                "arbiter": arbiter.address.removeprefix("unix:"),
                "file": str(secret),
            }
        )
        for bound in (server, abstract):
            bound.setblocking(False)
            with pytest.raises(BlockingIOError):
                bound.accept()


@pytest.fixture(autouse=True)
def nothing_is_left(
    arbiter: ArbiterProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """No process, control group, mount or directory; and the same arbiter as before."""
    before = {pid for pid, label in labelled() if _is_ours(label)}
    free = shutil.disk_usage("/").free
    with tempfile.TemporaryDirectory(prefix="ah", dir="/tmp") as place:
        monkeypatch.setattr("tempfile.tempdir", place)
        yield
        assert list(Path(place).iterdir()) == []
        assert place not in Path("/proc/mounts").read_text()
    assert {pid for pid, label in labelled() if _is_ours(label)} <= before
    assert arbiter.child.exited() is None
    assert arena.running() == []
    roots = writable_hierarchies().roots()
    assert [group for root in roots for group in root.glob(f"arena-{os.getpid()}:*")] == []
    assert free - shutil.disk_usage("/").free < 1 << 30


def _is_ours(label: str) -> bool:
    owner = read_label(label)
    return owner is not None and owner.pid == os.getpid()
