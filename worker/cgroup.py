"""One control group a sandbox: limits, a count of those hit, and an end to all in it."""

import os
import signal
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import structlog

from worker.hierarchy import Hierarchies, writable_hierarchies
from worker.owner import new_label, read_label

log = structlog.get_logger(__name__)

_PREFIX = "arena-"
_MEMBERS = "cgroup.procs"
# What was killed leaves the group when the kernel gets to it.
_FIRST_PAUSE = 0.001
_LONGEST_PAUSE = 0.05
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Hits:
    """How often a sandbox ran against its limits."""

    out_of_memory: int = 0  # processes that the kernel killed
    too_many_processes: int = 0  # processes and threads that were not started


class Cgroup:
    """A new group for one sandbox, in every tree where we may make one.

    It lasts until `remove`; what a dead owner left is for `reap_cgroups`. Raises OSError.
    Thread-safe.
    """

    def __init__(
        self,
        hierarchies: Hierarchies,
        *,
        memory_bytes: int,
        processes: int,
        cores: Sequence[int] = (),
    ) -> None:
        name = f"{_PREFIX}{new_label()}-{_namespace()}"
        # Below the root of each tree.
        self.path = f"/{name}"
        self._hierarchies = hierarchies
        self._directories = [root / name for root in hierarchies.roots()]
        self._lock = threading.Lock()
        self._last_hits: Hits | None = None
        try:
            for directory in self._directories:
                directory.mkdir()
            self._limit_memory(memory_bytes)
            self._limit_processes(processes)
            self._pin(cores)
        except BaseException:
            self.remove()
            raise

    @property
    def freezes(self) -> bool:
        """Whether it can be stopped as a whole."""
        return self._hierarchies.freezes

    @property
    def limits_memory(self) -> bool:
        """Whether its memory is limited."""
        return self._hierarchies.limits("memory")

    @property
    def entrances(self) -> tuple[Path, ...]:
        """Files into which a process of one thread writes "0" to join, each."""
        unified = self._hierarchies.unified
        return tuple(
            # The thread's own way in, which version 2 has not, waits for nobody.
            directory / (_MEMBERS if directory.parent == unified else "tasks")
            for directory in self._directories
        )

    def hits(self) -> Hits:
        """The limits hit so far; after the removal, those hit until then."""
        with self._lock:
            return self._last_hits or self._hits()

    def kill(self) -> None:
        """Kills all that is in it, frozen or not. It may take a moment to be gone."""
        with self._lock:
            if self._last_hits is None:
                _kill(self._directories)

    def remove(self) -> None:
        """Kills all that is in it, waits for that, and removes it. May be called again."""
        with self._lock:
            if self._last_hits is None:
                self._last_hits = self._hits()
                _remove(self._directories)

    def _limit_memory(self, limit: int) -> None:
        if (group := self._of("memory")) is not None:
            (group / "memory.limit_in_bytes").write_text(str(limit))
            # With swap. Absent where the kernel does not account for swap.
            _write_if_there(group / "memory.memsw.limit_in_bytes", str(limit))
        elif (group := self._unified("memory")) is not None:
            (group / "memory.max").write_text(str(limit))
            _write_if_there(group / "memory.swap.max", "0")
            (group / "memory.oom.group").write_text("1")

    def _limit_processes(self, limit: int) -> None:
        if (group := self._of("pids") or self._unified("pids")) is not None:
            (group / "pids.max").write_text(str(limit))

    def _pin(self, cores: Sequence[int]) -> None:
        """Lets it run on these cores only (none: on all), whatever it asks for."""
        if (group := self._of("cpuset")) is not None:
            # A new one has neither, and can then not be joined.
            for name in ("cpuset.cpus", "cpuset.mems"):
                (group / name).write_text((group.parent / name).read_text())
        if cores and (group := group or self._unified("cpuset")) is not None:
            (group / "cpuset.cpus").write_text(",".join(map(str, cores)))

    def _hits(self) -> Hits:
        killed = refused = 0
        if (group := self._of("memory")) is not None:
            killed = _count(group / "memory.oom_control", "oom_kill")
        elif (group := self._unified("memory")) is not None:
            killed = _count(group / "memory.events", "oom_kill")
        if (group := self._of("pids") or self._unified("pids")) is not None:
            refused = _count(group / "pids.events", "max")
        return Hits(killed, refused)

    def _of(self, controller: str) -> Path | None:
        """The group in a tree of version 1."""
        root = self._hierarchies.first.get(controller)
        return None if root is None else root / self.path[1:]

    def _unified(self, controller: str) -> Path | None:
        """The group in the tree of version 2, if it has that controller."""
        root = self._hierarchies.unified
        usable = root is not None and controller in self._hierarchies.controllers
        return root / self.path[1:] if root is not None and usable else None


def reap_cgroups() -> int:
    """Removes the groups of dead owners with all that is in them; returns how many."""
    roots = writable_hierarchies().roots()
    names = {path.name for root in roots for path in root.glob(f"{_PREFIX}*")}
    abandoned = [name for name in names if _is_abandoned(name)]
    return sum(_remove([root / name for root in roots]) for name in abandoned)


def _is_abandoned(name: str) -> bool:
    """Whether the owner is known to be dead: one of another pid namespace is not known."""
    label, _, namespace = name.removeprefix(_PREFIX).partition("-")
    owner = read_label(label)
    return owner is not None and namespace == _namespace() and not owner.alive()


def _namespace() -> str:
    """The number of our pid namespace: process ids mean nothing outside of it."""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def _kill(directories: Iterable[Path]) -> None:
    """Kills what is in the group as it is now, if it can be done now.

    Version 1 keeps a frozen process from its death: it is thawed once the signal waits
    for it. While it is frozen, none forks.
    """
    there = [directory for directory in directories if directory.exists()]
    # A group that goes at this moment, or no descriptors left: whoever waits for the end of
    # what is in it tries again, and a watcher that broke off here would never tell that end.
    with suppress(OSError):
        for directory in there:
            _write_if_there(directory / "freezer.state", "FROZEN")
        if not any(_write_if_there(directory / "cgroup.kill", "1") for directory in there):
            for pid in {pid for directory in there for pid in _members(directory)}:
                _kill_one(pid)
        for directory in there:
            _write_if_there(directory / "freezer.state", "THAWED")


def _kill_one(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _remove(directories: Iterable[Path]) -> bool:
    """Kills and removes, until it is done or patience ends; whether it is done."""
    deadline = monotonic() + _PATIENCE
    pause = _FIRST_PAUSE
    left = list(directories)
    while left := [directory for directory in left if not _removed(directory)]:
        if monotonic() > deadline:
            log.warning("control group not removed", path=str(left[0]))
            return False
        _kill(left)
        sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)
    return True


def _removed(directory: Path) -> bool:
    try:
        directory.rmdir()
    except FileNotFoundError:
        return True
    except OSError:  # something is in it
        return False
    return True


def _members(directory: Path) -> list[int]:
    try:
        found = (directory / _MEMBERS).read_text().split()
    except FileNotFoundError:
        return []
    return [int(pid) for pid in found if pid != "0"]  # 0: in a namespace that we do not see


def _write_if_there(path: Path, text: str) -> bool:
    """Whether such a file is there: trees and kernels differ in what they offer."""
    try:
        with path.open("r+") as file:
            file.write(text)
    except FileNotFoundError:
        return False
    return True


def _count(path: Path, name: str) -> int:
    """A number of a file of lines "NAME NUMBER"; 0 if it is not there."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name} ")), 0)
