"""What is read of a container's cgroups, of version 1 and 2 alike."""

from dataclasses import dataclass
from pathlib import Path

from worker.hierarchy import read_mounts

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class ContainerCgroup:
    """A container's cgroup. `path` is below the root of each hierarchy."""

    path: str
    _roots: dict[str, Path]

    def refused_forks(self) -> int:
        """How often the limit on processes kept it from starting one (0 where unknown)."""
        events = self._read("pids", "pids.events").split()
        return int(events[events.index("max") + 1]) if "max" in events else 0

    def thaw(self) -> None:
        """Lets it run again, if it was frozen: a frozen one of version 1 cannot be killed."""
        for name, word in (("freezer.state", "THAWED"), ("cgroup.freeze", "0")):
            file = self._file("freezer", name)
            try:
                if file is not None and file.exists():
                    file.write_text(word)
            except OSError:
                continue  # it went by itself, or is not ours to thaw: the engine tries, too

    def _read(self, controller: str, name: str) -> str:
        file = self._file(controller, name)
        try:
            return "" if file is None else file.read_text()
        except OSError:  # the cgroup went with its last process
            return ""

    def _file(self, controller: str, name: str) -> Path | None:
        root = self._roots.get(controller, self._roots.get(""))
        return None if root is None else root / self.path.removeprefix("/") / name


def find_cgroup(pid: int, container: str) -> ContainerCgroup | None:
    """The cgroup of the container whose first process that is.

    None where /proc does not tell: we are in a container ourselves, or its first process
    has ended. The container's id is in the path, so a reused process id misleads nobody.
    """
    try:
        lines = (_PROC / str(pid) / "cgroup").read_text().splitlines()
    except OSError:
        return None
    paths = {}
    for line in lines:
        _, controllers, path = line.split(":", 2)
        paths.update(dict.fromkeys(controllers.split(","), path))
    path = paths.get("freezer", paths.get("", ""))
    return ContainerCgroup(path, _hierarchies()) if container in path else None


def _hierarchies() -> dict[str, Path]:
    """Where each controller's hierarchy is mounted; "" is that of version 2."""
    roots: dict[str, Path] = {}
    for mount in read_mounts((_PROC / "self/mounts").read_text()):
        for name in ("",) if mount.version == 2 else mount.options:
            roots.setdefault(name, mount.place)
    return roots
