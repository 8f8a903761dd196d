"""Finds and ends what an owner left: processes, control groups and containers by label,
directories by lock.

A process that wipes its own environment hides from this; only a container holds that one.
"""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import structlog

from worker.cgroup import reap_cgroups
from worker.container_host import container_host, engine_listens
from worker.errors import SandboxError
from worker.owner import VARIABLE, read_label
from worker.settings import SandboxSettings
from worker.socket_directory import remove_stale_directories

log = structlog.get_logger(__name__)

_PROC = Path("/proc")
_MARK = VARIABLE.encode() + b"="
# A child that forks while its group is being killed is found on the next round.
_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Reaped:
    """What `reap_leftovers` ended: how many of each."""

    processes: int
    directories: int
    containers: int
    cgroups: int


def reap_leftovers(settings: SandboxSettings) -> Reaped:
    """Kills children whose owner is dead, and removes the containers and the socket
    directories that it left.

    Call it once at start-up. Children of living owners are not touched, nor is what
    belongs to another user or to another container.
    """
    # First of all: a frozen process hears no signal.
    cgroups = reap_cgroups()
    containers = _reap_containers(settings)
    reaped = Reaped(_kill(_abandoned), remove_stale_directories(), containers, cgroups)
    if any(asdict(reaped).values()):
        log.warning("reaped leftovers", **asdict(reaped))
    return reaped


def _reap_containers(settings: SandboxSettings) -> int:
    if not engine_listens(container_host(settings)):
        return 0
    # Docker's package costs a tenth of a second, for nothing where there is no engine.
    from worker.container_engine import open_engine
    from worker.container_labels import reap_containers

    try:
        return reap_containers(open_engine(settings))
    except SandboxError as error:
        log.warning("containers not looked through", reason=str(error))
        return 0


def kill_labelled(label: str) -> int:
    """Kills every process that carries this very label; returns how many."""
    return _kill(lambda found: found == label)


def labelled() -> Iterator[tuple[int, str]]:
    """Process id and label of every labelled process that we may look at."""
    for entry in _PROC.iterdir():
        if entry.name.isdecimal() and (label := _label_of(int(entry.name))) is not None:
            yield int(entry.name), label


def _abandoned(label: str) -> bool:
    owner = read_label(label)
    return owner is not None and not owner.alive()


def _kill(chosen: Callable[[str], bool]) -> int:
    killed: set[int] = set()
    for _ in range(_ROUNDS):
        found = [pid for pid, label in labelled() if chosen(label)]
        if not found:
            break
        killed.update(pid for pid in found if _kill_one(pid, chosen))
    return len(killed)


def _kill_one(pid: int, chosen: Callable[[str], bool]) -> bool:
    """Kills through a pidfd, and looks again first: the id may be another's by now."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    try:
        label = _label_of(pid)
        if label is None or not chosen(label):
            return False
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        return False
    finally:
        os.close(handle)
    return True


def _label_of(pid: int) -> str | None:
    """The label of a process in our own pid namespace; None if it has none (zombies too)."""
    try:
        environment = (_PROC / str(pid) / "environ").read_bytes()
        start = environment.find(_MARK) if environment.startswith(_MARK) else -1
        if start < 0:
            start = environment.find(b"\0" + _MARK) + 1
            if start == 0:
                return None
        if (_PROC / str(pid) / "ns/pid").readlink() != (_PROC / "self/ns/pid").readlink():
            return None
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return None
    value = environment[start + len(_MARK) :].partition(b"\0")[0]
    return value.decode(errors="replace")
