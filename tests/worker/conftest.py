"""Bots to run, and a check after every test that none of them is left."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.worker.arbiter_process import ArbiterProcess
from worker.bubblewrap import find_bubblewrap
from worker.hierarchy import writable_hierarchies
from worker.leftovers import labelled
from worker.owner import read_label
from worker.settings import PlaySettings, SandboxSettings

# Binds the socket that ARENA_ADDRESS names, as any bot does first.
LISTEN = """
import os, signal, socket, subprocess, sys, time
server = socket.socket(socket.AF_UNIX)
server.bind(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
server.listen()
"""
# Blocks until somebody ends the process: no time is measured by it.
FOREVER = "\nimport signal\nwhile True: signal.pause()\n"

MakeBot = Callable[[str], str]


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    yield
    ours = [pid for pid, label in labelled() if _is_ours(label)]
    lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in ours}
    assert lines == {}
    roots = writable_hierarchies().roots()
    groups = [group for root in roots for group in root.glob(f"arena-{os.getpid()}:*")]
    assert groups == []


@pytest.fixture
def bubblewrap() -> None:
    """Fails where processes cannot be confined."""
    if find_bubblewrap(os.environ["PATH"]) is None:
        pytest.fail("bubblewrap does not work here: apt-get install bubblewrap, or be root")


@pytest.fixture
def cgroups() -> None:
    """Fails where we may make no control groups, or none that hold all that we ask of them."""
    found = writable_hierarchies()
    if not (found.freezes and all(map(found.limits, ("cpuset", "memory", "pids")))):
        pytest.fail("control groups cannot be made here: be root, outside of any container")


@pytest.fixture
def arbiter(tmp_path: Path) -> Iterator[ArbiterProcess]:
    made = ArbiterProcess(tmp_path / "arbiter.log")
    yield made
    made.stop()


@pytest.fixture
def bot(tmp_path: Path) -> MakeBot:
    """Makes a Python bot of a source text; the agent text that runs it."""

    def make(source: str) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.glob('bot*.py')))}.py"
        path.write_text(source)
        return f"cmd:{sys.executable} {path}"

    return make


@pytest.fixture
def settings(tmp_path: Path) -> PlaySettings:
    """Play settings that lose no time."""
    return PlaySettings(
        logs=tmp_path / "logs",
        sandbox=SandboxSettings(directory=tmp_path, environment={"PATH": os.environ["PATH"]}),
        beat=0.05,
        arbiter_patience=5.0,
        redis_patience=5.0,
    )


def _is_ours(label: str) -> bool:
    owner = read_label(label)
    return owner is not None and owner.pid == os.getpid()
