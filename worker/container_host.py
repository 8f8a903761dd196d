"""Where the container engine listens: Docker, or Podman, which serves the same."""

import socket
from pathlib import Path

from worker.settings import SandboxSettings

_DOCKER = "/var/run/docker.sock"
_PODMAN = "/run/podman/podman.sock"
_UNIX = "unix://"


def container_host(settings: SandboxSettings) -> str:
    """The address that the settings or DOCKER_HOST name, else the usual place that is there."""
    named = settings.container_host or settings.environment.get("DOCKER_HOST")
    if named:
        return named
    own = Path(settings.environment.get("XDG_RUNTIME_DIR", "/nowhere"))
    places = (_DOCKER, str(own / "docker.sock"), str(own / "podman/podman.sock"), _PODMAN)
    return _UNIX + next((place for place in places if Path(place).exists()), _DOCKER)


def call_engine(host: str) -> None:
    """Raises OSError if nobody listens there; addresses other than Unix sockets are believed."""
    if host.startswith(_UNIX):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.connect(host.removeprefix(_UNIX))


def engine_listens(host: str) -> bool:
    """Whether an engine is there to be asked."""
    try:
        call_engine(host)
    except OSError:
        return False
    return True
