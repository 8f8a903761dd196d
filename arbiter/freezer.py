"""Stopping a sandbox while its seat is not to move, and reading what it used.

Through control groups (version 1: `freezer` and `cpuacct`; version 2) all processes of a
sandbox are reached, whatever they do. Without them, SIGSTOP reaches the process group,
which a process may leave. See cgroups(7) and the kernel's admin-guide on both versions.
"""

import errno
import os
import re
import signal
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from arbiter.errors import InvalidSpec, NoRoom
from arbiter.ledger import NOT_MEASURED


@dataclass(frozen=True, slots=True)
class Handle:
    """What is frozen: a control group, by its path below its hierarchy's root, or a process
    group."""

    cgroup: str = ""
    process_group: int = 0


class Freezer(Protocol):
    """One sandbox, to be stopped and read. Times in microseconds since some moment."""

    def freeze(self) -> None:
        """Stops all of it. What has ended is no error."""

    def thaw(self) -> None:
        """Lets it run again."""

    def cpu(self) -> int:
        """CPU time used so far, or NOT_MEASURED."""

    def waited(self) -> int:
        """Time its threads have been ready to run without a CPU, or NOT_MEASURED."""

    def cores(self) -> frozenset[int]:
        """The cores that it may run on; none if that cannot be known."""

    def close(self) -> None:
        """Gives back what it holds. The sandbox is thawed first."""


def open_freezer(handle: Handle) -> Freezer:
    """The freezer of a handle. Raises InvalidSpec if there is nothing of that name here,
    NoRoom if it cannot be opened now."""
    if handle.process_group:
        return ProcessGroupFreezer(handle.process_group)
    return CgroupFreezer(handle.cgroup, _hierarchies())


@dataclass(frozen=True, slots=True)
class _Files:
    """Where a version of control groups keeps what we need."""

    root: Path
    state: str
    frozen: bytes
    thawed: bytes
    cpu_root: Path
    cpu: str


class CgroupFreezer:
    """A sandbox in a control group of its own. Files are opened once and kept."""

    def __init__(self, cgroup: str, files: "_Files | None") -> None:
        if files is None:
            raise InvalidSpec("this host has no control groups that could freeze a sandbox")
        self._files = files
        below = cgroup.lstrip("/")
        if not below or ".." in below.split("/"):
            raise InvalidSpec(f"{cgroup!r} is no control group of a sandbox")
        with ExitStack() as undo:
            try:
                self._state = os.open(files.root / below / files.state, os.O_WRONLY)
                undo.callback(os.close, self._state)
                self._cpu = os.open(files.cpu_root / below / files.cpu, os.O_RDONLY)
            except OSError as error:
                # Without descriptors left the match can be played, only not now.
                kind = NoRoom if error.errno in (errno.EMFILE, errno.ENFILE) else InvalidSpec
                raise kind(f"control group {cgroup!r}: {error.strerror}") from None
            undo.pop_all()
        self._procs = files.root / below / "cgroup.procs"

    def freeze(self) -> None:
        _write(self._state, self._files.frozen)

    def thaw(self) -> None:
        _write(self._state, self._files.thawed)

    def cpu(self) -> int:
        try:
            text = os.pread(self._cpu, 4096, 0)
        except OSError:  # removed meanwhile
            return NOT_MEASURED
        if text.startswith(b"usage_usec"):  # version 2: a list, this first
            return int(text.split(None, 2)[1])
        return int(text) // 1000

    def waited(self) -> int:
        try:
            return sum(_told(pid, 1) for pid in self._pids())
        except OSError:
            return NOT_MEASURED

    def cores(self) -> frozenset[int]:
        try:
            return frozenset().union(*map(_cores, self._pids()))
        except OSError:
            return frozenset()

    def _pids(self) -> list[int]:
        return [int(pid) for pid in self._procs.read_text().split()]

    def close(self) -> None:
        self.thaw()
        os.close(self._state)
        os.close(self._cpu)


class ProcessGroupFreezer:
    """A sandbox that is a process group."""

    def __init__(self, group: int) -> None:
        self._group = group

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def cpu(self) -> int:
        """Of the group's leader and its living descendants: the dead are not counted."""
        try:
            used = sum(_schedule(self._group, 0))
        except OSError:
            return NOT_MEASURED
        return used + sum(_told(pid, 0) for pid in _descendants(self._group))

    def waited(self) -> int:
        return sum(_told(pid, 1) for pid in (self._group, *_descendants(self._group)))

    def cores(self) -> frozenset[int]:
        return _cores(self._group)

    def close(self) -> None:
        self.thaw()

    def _signal(self, which: signal.Signals) -> None:
        try:
            os.killpg(self._group, which)
        except ProcessLookupError:  # it has ended, and its stream tells so
            return


def _write(file: int, text: bytes) -> None:
    try:
        os.pwrite(file, text, 0)
    except OSError:  # the group was removed: its sandbox has ended, and its stream tells so
        return


def _told(pid: int, field: int) -> int:
    """A field of schedstat summed over a process's threads; 0 if it has ended."""
    try:
        return sum(_schedule(pid, field))
    except OSError:
        return 0


def _cores(pid: int) -> frozenset[int]:
    """Where a process may run; nowhere if it has ended."""
    try:
        return frozenset(os.sched_getaffinity(pid))
    except OSError:
        return frozenset()


def _descendants(pid: int) -> list[int]:
    """The living descendants of a process; see proc_tid_children(5)."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        parent = waiting.pop()
        try:
            for task in os.listdir(f"/proc/{parent}/task"):  # noqa: PTH208 - names only
                with open(f"/proc/{parent}/task/{task}/children", "rb") as file:  # noqa: PTH123
                    waiting += map(int, file.read().split())
        except OSError:  # it has ended meanwhile
            continue
        if parent != pid:
            found.append(parent)
    return found


def _schedule(pid: int, field: int) -> list[int]:
    """A field of schedstat (0: on a CPU, 1: waiting for one) of each thread, microseconds.

    See the kernel's scheduler/sched-stats.
    """
    told = []
    for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - names only, and quickly
        with open(f"/proc/{pid}/task/{task}/schedstat", "rb") as file:  # noqa: PTH123
            told.append(int(file.read().split()[field]) // 1000)
    return told


@cache
def _hierarchies() -> "_Files | None":
    """The files of version 1 where a freezer is mounted, else those of version 2."""
    try:
        text = Path("/proc/self/mounts").read_text()
    except FileNotFoundError:  # no Linux
        return None
    return find_files(text)


def find_files(mounts: str) -> "_Files | None":
    """What the lines of proc_mounts(5) offer for freezing, or None."""
    first: dict[str, Path] = {}
    second: Path | None = None
    for line in mounts.splitlines():
        _, place, kind, options, *_ = line.split(" ")
        path = Path(re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), place))
        if kind == "cgroup":
            first |= dict.fromkeys(options.split(","), path)
        elif kind == "cgroup2":
            second = path
    if "freezer" in first and "cpuacct" in first:
        return _Files(
            first["freezer"],
            "freezer.state",
            b"FROZEN",
            b"THAWED",
            first["cpuacct"],
            "cpuacct.usage",
        )
    if second is not None:
        return _Files(second, "cgroup.freeze", b"1", b"0", second, "cpu.stat")
    return None
