"""Control groups: real ones where the host lets us, and what is written to those of version 2."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from worker.cgroup import Cgroup, Hits, reap_cgroups
from worker.hierarchy import Hierarchies, writable_hierarchies

_MIB = 1024 * 1024
_JOIN = "import sys\nfor file in sys.argv[1:]: open(file, 'w').write('0')\n"
_FOREVER = "import signal\nprint(flush=True)\nwhile True: signal.pause()\n"


@pytest.fixture
def real(cgroups: None) -> Iterator[Cgroup]:
    group = Cgroup(writable_hierarchies(), memory_bytes=64 * _MIB, processes=8)
    yield group
    group.remove()


def run(group: Cgroup, source: str) -> "subprocess.Popen[str]":
    """A program in the group; it has begun."""
    members = [str(path) for path in group.entrances]
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", _JOIN + source, *members], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def directories(group: Cgroup) -> list[Path]:
    return [path.parent for path in group.entrances]


@pytest.mark.sandbox
def test_it_is_gone_with_all_that_is_in_it(real: Cgroup) -> None:
    process = run(real, "import os\nos.fork()\n" + _FOREVER)
    real.remove()
    real.remove()
    assert process.wait(10) == -signal.SIGKILL
    process.communicate()
    assert not [path for path in directories(real) if path.exists()]
    assert real.hits() == Hits()


@pytest.mark.sandbox
def test_a_frozen_one_can_be_killed(real: Cgroup) -> None:
    process = run(real, _FOREVER)
    for directory in directories(real):
        for name, word in (("cgroup.freeze", "1"), ("freezer.state", "FROZEN")):
            if (directory / name).exists():
                (directory / name).write_text(word)
    real.kill()
    assert process.wait(10) == -signal.SIGKILL
    process.communicate()


@pytest.mark.sandbox
def test_what_takes_too_much_memory_is_killed_and_counted(real: Cgroup) -> None:
    process = run(real, f"x = b'x' * {100 * _MIB}\n")
    assert process.wait(10) == -signal.SIGKILL
    process.communicate()
    assert real.hits() == Hits(out_of_memory=1)
    real.remove()
    assert real.hits() == Hits(out_of_memory=1)


@pytest.mark.sandbox
def test_processes_beyond_the_limit_are_refused_and_counted(real: Cgroup) -> None:
    bomb = """
import os
try:
    for _ in range(8):
        if not os.fork(): break
    else:
        os._exit(0)
except BlockingIOError:
    os._exit(3)
"""
    process = run(real, bomb + _FOREVER)
    assert process.wait(10) == 3
    assert real.hits() == Hits(too_many_processes=1)
    real.remove()
    process.communicate()


@pytest.mark.sandbox
def test_what_is_on_a_core_stays_there_whatever_it_asks_for(cgroups: None) -> None:
    first, *_ = sorted(os.sched_getaffinity(0))
    group = Cgroup(writable_hierarchies(), memory_bytes=64 * _MIB, processes=8, cores=(first,))
    every = "range(os.cpu_count() or 1)"
    told = f"import os\nos.sched_setaffinity(0, {every})\nprint(*os.sched_getaffinity(0))\n"
    members = [str(path) for path in group.entrances]
    process = subprocess.run(
        [sys.executable, "-S", "-c", _JOIN + told, *members],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    group.remove()
    assert process.stdout == f"{first}\n"


# Makes a group with a process in it, freezes it by version 1 where there is that, tells
# the path and the process, and waits to be killed.
_OWNER = """
import os, subprocess, sys
from worker.cgroup import Cgroup
from worker.hierarchy import writable_hierarchies
group = Cgroup(writable_hierarchies(), memory_bytes=1 << 26, processes=8)
members = [str(path) for path in group.entrances]
child = subprocess.Popen([sys.executable, "-S", "-c", sys.argv[1], *members],
                         stdout=subprocess.PIPE)
child.stdout.readline()
for path in group.entrances:
    if (path.parent / "freezer.state").exists():
        (path.parent / "freezer.state").write_text("FROZEN")
print(group.path, child.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.sandbox
def test_what_a_dead_owner_left_is_reaped_though_it_is_frozen(real: Cgroup) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", _OWNER, _JOIN + _FOREVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    path, pid = owner.stdout.readline().split()
    left = [root / path[1:] for root in writable_hierarchies().roots()]
    reap_cgroups()
    assert all(place.is_dir() for place in left)  # its owner lives
    end = os.pidfd_open(int(pid))
    owner.kill()
    owner.communicate()
    assert reap_cgroups() >= 1
    assert select.select([end], [], [], 10)[0]
    os.close(end)
    assert not any(place.exists() for place in left)
    assert all(place.is_dir() for place in directories(real))


def test_the_owner_of_another_pid_namespace_is_not_known_to_be_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "worker.cgroup.writable_hierarchies", lambda: Hierarchies({"pids": tmp_path})
    )
    ours = Path("/proc/self/ns/pid").stat().st_ino
    dead = f"{2**22}:1.1"
    for name in (f"arena-{dead}-1", f"arena-{dead}-{ours}", "arena-of-somebody", "docker"):
        (tmp_path / name).mkdir()
    assert reap_cgroups() == 1
    assert {path.name for path in tmp_path.iterdir()} == {
        f"arena-{dead}-1",
        "arena-of-somebody",
        "docker",
    }


def test_what_version_2_is_told_and_says(tmp_path: Path) -> None:
    given = frozenset({"cpuset", "memory", "pids"})
    group = Cgroup(Hierarchies({}, tmp_path, given), memory_bytes=1000, processes=7, cores=(2, 5))
    place = tmp_path / group.path[1:]
    assert {file.name: file.read_text() for file in place.iterdir()} == {
        "cpuset.cpus": "2,5",
        "memory.max": "1000",
        "memory.oom.group": "1",
        "pids.max": "7",
    }
    (place / "memory.events").write_text("oom 4\noom_kill 2\noom_group_kill 1\n")
    (place / "pids.events").write_text("max 5\n")
    assert group.hits() == Hits(out_of_memory=2, too_many_processes=5)
    for file in place.iterdir():  # such files are no hindrance in a real one
        file.unlink()
    group.remove()
    assert not place.exists()


def test_version_2_without_controllers_limits_nothing(tmp_path: Path) -> None:
    group = Cgroup(Hierarchies({}, tmp_path), memory_bytes=1000, processes=7)
    assert list((tmp_path / group.path[1:]).iterdir()) == []
    assert not group.limits_memory
    assert group.freezes
    group.remove()
