"""Where this host keeps its control groups, and which of them we may use.

Version 1 has a tree for each controller, version 2 one tree for all. A hybrid host has
both; there version 1 is used, as container engines do, and as the arbiter does to freeze.
See cgroups(7), and admin-guide/cgroup-v1 and cgroup-v2 of the kernel's documentation.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

# What a sandbox has use for. "cpu" without a limit: by belonging to it a sandbox of many
# processes gets no more of the processors, where they are scarce, than one of a single process.
_USED = frozenset({"freezer", "cpu", "cpuacct", "cpuset", "memory", "pids"})
_TO_FREEZE = frozenset({"freezer", "cpuacct"})
# These are of use in version 2 too, where the parent must pass them on.
_PASSED_ON = ("cpu", "cpuset", "memory", "pids")
_ESCAPE = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Hierarchies:
    """The roots of the trees in which we may make groups.

    `first` has them by controller (version 1); `unified` is that of version 2, where it is
    used, in which `controllers` ("cpu", "cpuset", "memory", "pids") can be given to a group.
    """

    first: Mapping[str, Path] = field(default_factory=dict)
    unified: Path | None = None
    controllers: frozenset[str] = frozenset()

    def roots(self) -> tuple[Path, ...]:
        """Each tree once: controllers of version 1 may share one."""
        roots = dict.fromkeys(self.first.values())
        if self.unified is not None:
            roots[self.unified] = None
        return tuple(roots)

    @property
    def freezes(self) -> bool:
        """Whether a group can be stopped as a whole, and its CPU time read."""
        return self.unified is not None or self.first.keys() >= _TO_FREEZE

    def limits(self, controller: str) -> bool:
        """Whether a group can be held to a limit: "memory" or "pids"."""
        return controller in self.first or controller in self.controllers


@cache
def writable_hierarchies() -> Hierarchies:
    """Those of this host in which we may make groups; looked up once."""
    try:
        return find_hierarchies(Path("/proc/self/mounts").read_text())
    except FileNotFoundError:  # no Linux
        return Hierarchies()


def find_hierarchies(mounts_text: str) -> Hierarchies:
    """Those among the mounts, a line each as in proc_mounts(5), that we may write to."""
    mounts = list(read_mounts(mounts_text))
    first = {
        controller: mount.place
        for mount in mounts
        if mount.version == 1
        for controller in mount.options & _USED
    }
    second = next((mount.place for mount in mounts if mount.version == 2), None)
    # To enter a tree of version 2 takes 10 ms in which no process of the host can fork.
    unified = second if second is not None and not first.keys() >= _TO_FREEZE else None
    first = {name: root for name, root in first.items() if os.access(root, os.W_OK)}
    if unified is not None and not os.access(unified, os.W_OK):
        unified = None
    passed_on = frozenset() if unified is None else frozenset(_pass_on(unified))
    return Hierarchies(first, unified, passed_on)


@dataclass(frozen=True, slots=True)
class Mount:
    """A tree of control groups, of that version; its options name the controllers of 1."""

    place: Path
    version: int
    options: frozenset[str]


def read_mounts(text: str) -> Iterator[Mount]:
    """The trees among mounts, a line each as in proc_mounts(5)."""
    for line in text.splitlines():
        _, place, kind, options, *_ = line.split(" ")
        if kind in ("cgroup", "cgroup2"):
            version = 2 if kind == "cgroup2" else 1
            yield Mount(Path(_unescape(place)), version, frozenset(options.split(",")))


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 8)), text)


def _pass_on(root: Path) -> Iterator[str]:
    """Lets groups below the root have controllers; those that they can have."""
    control = root / "cgroup.subtree_control"
    for controller in _PASSED_ON:
        try:
            if controller not in control.read_text().split():
                control.write_text(f"+{controller}")
        except OSError:  # used by version 1, or not ours to pass on
            continue
        yield controller
