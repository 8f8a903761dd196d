"""The container engine: Docker's API, which Podman serves too.

Every failure of the engine comes out as a SandboxError of one line with the remedy.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import docker
import requests
import structlog
from docker.errors import APIError, DockerException, ImageNotFound, NotFound

from worker.container_host import call_engine, container_host
from worker.errors import SandboxError
from worker.settings import SandboxSettings

log = structlog.get_logger(__name__)

# Seconds for any one answer of the engine: what bounds the stop of a sandbox.
_PATIENCE = 20
# Connections that are kept open for the next call.
_KEPT_CONNECTIONS = 32
_START_ONE = (
    "start Docker (`systemctl start docker`) or Podman (`systemctl start podman.socket`), "
    "or name its socket: ARENA_CONTAINER_HOST=unix:///path/to/docker.sock"
)


@dataclass(frozen=True, slots=True)
class Image:
    """An image as the engine has it. `volumes`: paths that it would have writable."""

    id: str
    volumes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """A container that runs. `pid` is that of its first process, as the engine's host has it."""

    id: str
    pid: int


@dataclass(frozen=True, slots=True)
class Exit:
    """How a container ended; `code` is None if that could not be learnt."""

    code: int | None
    out_of_memory: bool


class Engine:
    """A connection to a container engine; `open_engine` gives it. Thread-safe."""

    def __init__(self, host: str) -> None:
        self.host = host
        try:
            # First of all: Docker's package leaves its socket open where nobody listens.
            call_engine(host)
            self._api = docker.APIClient(
                base_url=host,
                version="auto",
                timeout=_PATIENCE,
                max_pool_size=_KEPT_CONNECTIONS,
            )
            info = self._api.info()
        except (DockerException, requests.RequestException, OSError, ValueError) as error:
            raise SandboxError(
                f"no container engine answers at {host} ({_cause(error)}); {_START_ONE}"
            ) from None
        # Its root, without capabilities, is then the user who runs it.
        self.rootless = any("rootless" in option for option in info.get("SecurityOptions") or ())
        self._processor = str(self._api.version()["Arch"])

    def find_image(self, name: str) -> Image:
        """The image of that name or digest. Raises SandboxError if it cannot be run here."""
        try:
            with self._told(f"image {name}"):
                found = self._api.inspect_image(name)  # type: ignore[no-untyped-call]
        except ImageNotFound:
            raise SandboxError(
                f"image {name} is not on this machine; build it, or fetch it with "
                f"`docker pull {name}`",
                permanent=True,
            ) from None
        if found["Architecture"] != self._processor:
            raise SandboxError(
                f"image {name} is for another processor ({found['Architecture']}, this host has "
                f"{self._processor}); build it with `docker build --platform "
                f"linux/{self._processor}`",
                permanent=True,
            )
        config = found.get("Config") or {}
        if not config.get("Entrypoint") and not config.get("Cmd"):
            raise SandboxError(
                f"image {name} has no command to run; give its Dockerfile an ENTRYPOINT",
                permanent=True,
            )
        return Image(found["Id"], tuple(config.get("Volumes") or ()))

    def create(self, name: str, **config: Any) -> str:
        """Makes a container; its id. `config` is as docker-py's `create_container` takes it."""
        limits = self._api.create_host_config(**config.pop("limits"))
        with self._told(name):
            made = self._api.create_container(host_config=limits, **config)
        for warning in made.get("Warnings") or ():
            log.warning("container engine", agent=name, warning=warning)
        return str(made["Id"])

    def attach(self, container: str) -> int:
        """A descriptor with all that the container will write, in frames (see `Unframed`)."""
        with self._told(container[:12]):
            stream = self._api.attach_socket(
                container, params={"stdout": 1, "stderr": 1, "stream": 1}
            )
            try:
                return os.dup(stream.fileno())
            finally:
                stream._response.close()  # else the connection waits for the collector

    def start(self, name: str, container: str) -> Started:
        """Starts it."""
        with self._told(name):
            self._api.start(container)
            state = self._api.inspect_container(container)["State"]
        return Started(container, int(state["Pid"]))

    def wait(self, container: str) -> Exit:
        """Waits until it has ended."""
        try:
            self._api.wait(container, timeout=None)
            state = self._api.inspect_container(container)["State"]
        except (NotFound, APIError, requests.RequestException, KeyError):
            return Exit(None, out_of_memory=False)  # it was removed meanwhile
        return Exit(int(state["ExitCode"]), bool(state["OOMKilled"]))

    def remove(self, container: str) -> bool:
        """Kills all that is in it and removes it; whether that worked, or it was gone."""
        try:
            self._api.remove_container(container, force=True, v=True)
        except NotFound:
            return True
        except APIError as error:
            if error.status_code == requests.codes.conflict:
                return True  # somebody else is removing it
            log.error("container not removed", container=container[:12], error=_cause(error))
            return False
        except requests.RequestException as error:
            log.error("container not removed", container=container[:12], error=_cause(error))
            return False
        return True

    def labelled(self, label: str) -> list[tuple[str, Mapping[str, str]]]:
        """Id and labels of every container, running or not, that has this label."""
        with self._told("listing containers"):
            found = self._api.containers(all=True, filters={"label": label})
        return [(entry["Id"], entry["Labels"]) for entry in found]

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """What the engine says of a failure, in one line."""
        try:
            yield
        except ImageNotFound:
            raise
        except APIError as error:
            raise told_by_engine(what, error) from None
        except (DockerException, requests.RequestException, OSError) as error:
            raise SandboxError(
                f"{what}: the container engine at {self.host} failed ({_cause(error)})"
            ) from None


class Unframed:
    """Takes the engine's frames apart: an 8-byte header (stream, 0, 0, 0, length), a payload."""

    def __init__(self) -> None:
        self._header = b""
        self._left = 0

    def feed(self, data: bytes) -> bytes:
        """The payload in the next bytes of the stream."""
        payload = []
        while data:
            if self._left:
                payload.append(data[: self._left])
                data, self._left = data[self._left :], max(0, self._left - len(data))
                continue
            missing = 8 - len(self._header)
            self._header, data = self._header + data[:missing], data[missing:]
            if len(self._header) == 8:
                self._left, self._header = int.from_bytes(self._header[4:], "big"), b""
        return b"".join(payload)


def open_engine(settings: SandboxSettings) -> Engine:
    """The engine that the settings name, else the one at a usual place. Raises SandboxError."""
    return _engine(container_host(settings))


@cache
def _engine(host: str) -> Engine:
    return Engine(host)


def told_by_engine(what: str, error: APIError) -> SandboxError:
    """What an error of the engine means, in one line with the remedy."""
    said = _cause(error)
    if "no space left on device" in said:
        return SandboxError(
            f"{what}: the disk of the container engine is full; free some space "
            f"(`docker system prune`): {said}"
        )
    if "exec format error" in said:
        return SandboxError(f"{what}: it is for another processor: {said}", permanent=True)
    if "runtime specified" in said or "invalid runtime" in said:
        return SandboxError(
            f"{what}: the engine has no such runtime; unset ARENA_CONTAINER_RUNTIME, or add the "
            f"runtime to the engine's daemon.json: {said}",
            permanent=True,
        )
    # What is wrong with the image or with its command fails in the same way next time.
    return SandboxError(f"{what}: cannot be run: {said}", permanent=error.is_client_error())


def _cause(error: Exception) -> str:
    """The innermost reason, in one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    said = str(error.explanation if isinstance(error, APIError) and error.explanation else error)
    return " ".join(said.split())[:300]
