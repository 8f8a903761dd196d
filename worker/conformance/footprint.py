"""How much memory an agent has resident, all its processes together."""

import os
from pathlib import Path

from worker.freeze_handle import FreezeHandle

_PROC = Path("/proc")
_CGROUPS = Path("/sys/fs/cgroup")


def resident_bytes(handle: FreezeHandle | None) -> int | None:
    """What the processes behind a handle have resident; None where nobody can tell.

    Pages that several of them share are counted for each.
    """
    if handle is None:
        return None
    members = _of_cgroup(handle.cgroup) if handle.cgroup else _of_group(handle.process_group)
    return sum(map(_resident, members)) or None


def _of_cgroup(path: str) -> set[int]:
    """The members of a cgroup and those below it: of v2, or of any hierarchy of v1."""
    for root in (_CGROUPS, *sorted(_CGROUPS.glob("*/"))):
        place = root / path.lstrip("/")
        found = {
            int(pid) for file in place.rglob("cgroup.procs") for pid in _words(file) if pid != "0"
        }
        if found:
            return found
    return set()


def _of_group(group: int) -> set[int]:
    """The members of a process group, and all that descend from them."""
    children: dict[int, list[int]] = {}
    found: set[int] = set()
    for entry in _PROC.iterdir():
        if not entry.name.isdecimal() or not (stat := _stat(entry)):
            continue
        pid = int(entry.name)
        children.setdefault(int(stat[1]), []).append(pid)
        if int(stat[2]) == group:
            found.add(pid)
    ahead = list(found)
    while ahead:
        below = [pid for pid in children.get(ahead.pop(), ()) if pid not in found]
        found.update(below)
        ahead.extend(below)
    return found


def _resident(pid: int) -> int:
    """Field 2 of /proc/PID/statm, see proc(5), in bytes; 0 of one that is gone."""
    words = _words(_PROC / str(pid) / "statm")
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") if words else 0


def _stat(entry: Path) -> list[str]:
    """The fields of /proc/PID/stat after the name: state, parent, group, ..."""
    try:
        return (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []
