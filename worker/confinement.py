"""What holds agents' processes on this host, found out and said once."""

from dataclasses import dataclass
from functools import cache

import structlog

from worker.bubblewrap import OWN_PROCESSES, Bubblewrap, find_bubblewrap
from worker.cgroup import Cgroup
from worker.errors import SandboxError
from worker.hierarchy import Hierarchies, writable_hierarchies
from worker.settings import SandboxSettings

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Confinement:
    """The means there are. Without any, processes run plain."""

    bubblewrap: Bubblewrap | None
    hierarchies: Hierarchies

    def cgroup(self, settings: SandboxSettings) -> Cgroup | None:
        """A new control group with the limits of the settings; None where we make none.

        Raises SandboxError.
        """
        if not self.hierarchies.roots():
            return None
        around = 0 if self.bubblewrap is None else OWN_PROCESSES
        try:
            return Cgroup(
                self.hierarchies,
                memory_bytes=settings.memory_bytes,
                processes=settings.processes + around,
                cores=settings.cores,
            )
        except OSError as error:
            raise SandboxError(f"no control group can be made: {error}") from None

    def missing(self) -> list[str]:
        """What nothing here holds a process back from, or to."""
        lacks = [] if self.bubblewrap is not None else ["network", "files", "other processes"]
        if not self.hierarchies.limits("memory"):
            lacks.append("memory of the whole sandbox")
        if not self.hierarchies.limits("pids"):
            lacks.append("number of processes")
        if not self.hierarchies.limits("cpuset"):
            lacks.append("processor core")
        if not self.hierarchies.freezes:
            lacks.append("freezing of processes that leave their group")
        return lacks


def confinement(settings: SandboxSettings) -> Confinement:
    """The means of this host, as the settings allow."""
    search = settings.environment.get("PATH", "")
    return _find(search if settings.bubblewrap else None)


@cache
def _find(search: str | None) -> Confinement:
    found = Confinement(None if search is None else find_bubblewrap(search), writable_hierarchies())
    if lacks := found.missing():
        log.warning("bots' processes are not confined in all", unenforced=", ".join(lacks))
    else:
        log.info("bots' processes are confined in all", network="none")
    return found
