"""What a container may do, as the engine is told: see section 7 of the design.

The engine's own seccomp profile stays in force, and what it masks in /proc and /sys.
"""

from dataclasses import dataclass
from typing import Any

from worker.container_engine import Image
from worker.settings import SandboxSettings
from worker.socket_mount import SocketMount

# Where a container finds the directory of its socket.
INSIDE = "/run/arena"

_TMP = "/tmp"
_TMPFS = "rw,nosuid,nodev,mode=1777,size={size}"
# Killed before anything of the host's when the host itself runs out of memory.
_FIRST_TO_GO = 500


@dataclass(frozen=True, slots=True)
class Place:
    """What a container has to itself on this host. `user` is UID:GID."""

    mount: SocketMount
    user: str
    labels: dict[str, str]


def configuration(image: Image, settings: SandboxSettings, place: Place) -> dict[str, Any]:
    """What `Engine.create` takes."""
    return {
        "image": image.id,
        "user": place.user,
        "labels": place.labels,
        "environment": {
            "ARENA_ADDRESS": f"unix:{INSIDE}/{place.mount.socket.name}",
            "TMPDIR": _TMP,
            "HOME": _TMP,
            "PYTHONUNBUFFERED": "1",
        },
        # A health check of the image's would run beside the bot, on its core.
        "healthcheck": {"Test": ["NONE"]},
        "limits": {
            **_confinement(image, settings, place),
            **_quotas(settings),
            # We are attached and keep the log; a second copy would only fill the disk.
            "log_config": {"Type": "none"},
        },
    }


def _confinement(image: Image, settings: SandboxSettings, place: Place) -> dict[str, Any]:
    tmpfs = _TMPFS.format(size=settings.tmp_bytes)
    return {
        "network_mode": "none",
        "ipc_mode": "private",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true"],
        "runtime": settings.runtime or None,
        "binds": {str(place.mount.path): {"bind": INSIDE, "mode": "rw"}},
        # A volume that the image declares would be a directory on the host's disk.
        "tmpfs": dict.fromkeys((_TMP, *image.volumes), tmpfs),
        "shm_size": settings.tmp_bytes,
    }


def _quotas(settings: SandboxSettings) -> dict[str, Any]:
    return {
        "mem_limit": settings.memory_bytes,
        "memswap_limit": settings.memory_bytes,  # of both together: no swap
        "pids_limit": settings.processes,
        # A quota of CPU time would stall a bot for tens of milliseconds; a core does not.
        "cpuset_cpus": ",".join(map(str, settings.cores)) or None,
        "oom_score_adj": _FIRST_TO_GO,
        "ulimits": [
            {"Name": name, "Soft": most, "Hard": most}
            for name, most in (
                ("core", 0),
                ("fsize", settings.file_bytes),
                ("nofile", settings.open_files),
            )
        ],
    }
