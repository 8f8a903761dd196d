"""Whose a container is: labels, by which those of dead owners are found and removed."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from worker.container_engine import Engine
from worker.owner import new_label, read_label

OWNER = "arena.owner"
HOST = "arena.host"


def labels() -> dict[str, str]:
    """The labels of a new container of this process."""
    return {OWNER: new_label(), HOST: _host()}


def reap_containers(engine: Engine) -> int:
    """Removes the containers whose owner is dead, with all that runs in them; how many.

    Those of other hosts, and of workers that run in a container of their own, are theirs.
    """
    return sum(
        engine.remove(container) for container, found in engine.labelled(OWNER) if _abandoned(found)
    )


def _abandoned(found: Mapping[str, str]) -> bool:
    owner = read_label(found[OWNER])
    return found.get(HOST) == _host() and owner is not None and not owner.alive()


@cache
def _host() -> str:
    """Where process ids mean what they mean here: a boot of a machine, and a namespace."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot}/{Path('/proc/self/ns/pid').stat().st_ino}"
