"""Whose a process is: the label that every child carries in its environment.

A label is `PID:STARTED.SERIAL`, of the process that started the child: its id, when it
started (ticks since boot, so that a reused id is told apart) and a number of the child's
own. It is inherited by whatever the child starts, and outlives the owner.
"""

import itertools
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

VARIABLE = "ARENA_SANDBOX"

_serials = itertools.count(1)
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Owner:
    """A process that starts others."""

    pid: int
    started: int

    def alive(self) -> bool:
        """Whether that very process still runs."""
        return start_time(self.pid) == self.started


@cache
def _started_of(pid: int) -> int:
    started = start_time(pid)
    if started is None:
        raise RuntimeError(f"/proc tells nothing of process {pid}: is it mounted?")
    return started


def new_label() -> str:
    """A label for the next child of this process."""
    pid = os.getpid()
    return f"{pid}:{_started_of(pid)}.{next(_serials)}"


def read_label(label: str) -> Owner | None:
    """The owner that a label names; None if it is none of ours."""
    pid, _, rest = label.partition(":")
    started, _, serial = rest.partition(".")
    if not (pid.isdecimal() and started.isdecimal() and serial.isdecimal()):
        return None
    return Owner(int(pid), int(started))


def start_time(pid: int) -> int | None:
    """When a process started, in ticks since boot; None if it is gone or a zombie.

    Fields 3 and 22 of /proc/PID/stat, see proc(5); field 2 may hold spaces and brackets.
    """
    try:
        stat = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])
