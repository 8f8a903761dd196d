"""The arena's directory, and the Redis that commands share in it.

lock              held while a command attaches or leaves
attached.lock     shared by every attached command (see league.keeper)
redis.json        address and version of the running Redis
redis.sock        its socket, unless that path is too long
data/             its data, the lock on them, and the version that wrote them last
logs/             redis.log, and a log for each agent
matches.jsonl     records of matches played without Redis (`arena play`)
"""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from redis import Redis
from redis.exceptions import RedisError

from league import keeper
from league.errors import HomeUnusable, ServerNotStarted
from league.redis_server import ServerBinary, arguments, choose_server
from league.settings import Settings
from league.store import Version, parse_version, server_version, version_text

# Of a Unix socket's path; the kernel's limit is 108 with the ending zero (macOS: 104).
_LONGEST_SOCKET = 100
_START_S = 30.0
_LEAVE_S = 20.0
_POLL_S = 0.01
# Keepers that outlive us, because other commands are attached.
_left_running: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class ArenaHome:
    """Where things are in an arena's directory."""

    path: Path

    @property
    def data(self) -> Path:
        """The data of Redis."""
        return self.path / "data"

    @property
    def logs(self) -> Path:
        """Log files."""
        return self.path / "logs"

    @property
    def matches_file(self) -> Path:
        """Records of matches that were played without Redis, one JSON object a line."""
        return self.path / "matches.jsonl"

    @property
    def lock(self) -> Path:
        """Held while a command attaches or leaves."""
        return self.path / "lock"

    @property
    def attached(self) -> Path:
        """Shared by the attached commands."""
        return self.path / "attached.lock"

    @property
    def data_lock(self) -> Path:
        """Held by the server, and by its keeper."""
        return self.data / "lock"

    @property
    def address(self) -> Path:
        """Address and version of the running server."""
        return self.path / "redis.json"

    @property
    def data_version(self) -> Path:
        """The version of the newest server that wrote the data."""
        return self.data / "server_version"

    @property
    def socket(self) -> Path:
        """The server's socket; elsewhere where the directory's path is too long."""
        socket = self.path / "redis.sock"
        if len(os.fsencode(socket)) <= _LONGEST_SOCKET:
            return socket
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]
        short = f"arena-{os.getuid()}-{digest}"
        socket = Path(tempfile.gettempdir(), short, "redis.sock")
        fits = len(os.fsencode(socket)) <= _LONGEST_SOCKET
        return socket if fits else Path("/tmp", short, "redis.sock")

    @property
    def url(self) -> str:
        """The server's address for clients."""
        return f"unix://{quote(str(self.socket))}"

    @classmethod
    def make(cls, path: Path) -> "ArenaHome":
        """The arena's directory at `path`, made where it is missing. Raises HomeUnusable."""
        home = cls(path.expanduser().resolve())
        try:
            home.data.mkdir(parents=True, exist_ok=True)
            home.logs.mkdir(exist_ok=True)
        except OSError as error:
            raise HomeUnusable(home.path, error.strerror or str(error)) from None
        return home


@contextmanager
def open_redis(settings: Settings) -> Iterator[str]:
    """The address of the Redis to use, good for the block.

    That of the settings if there is one; else of the arena's own, which is started if it
    does not run, and is gone when the last command that uses it has left its block.
    Raises HomeUnusable, ServerNotStarted, ServerTooOld.
    """
    if settings.redis_url is not None:
        yield settings.redis_url
        return
    home = ArenaHome.make(settings.home)
    attached = os.open(home.attached, os.O_RDWR | os.O_CREAT, 0o600)
    started: subprocess.Popen[bytes] | None = None
    try:
        with _locked(home.lock):
            fcntl.flock(attached, fcntl.LOCK_SH)  # waits for a server that is stopping
            started = _attach(home, settings.redis_server)
        yield home.url
    finally:
        with _locked(home.lock):
            os.close(attached)
            gone = _wait_if_last(home)
        if started is not None:
            _reap(started, gone)


def _attach(home: ArenaHome, configured: Path | None) -> subprocess.Popen[bytes] | None:
    """Makes sure that the server answers; its keeper if it was for us to start it."""
    started: subprocess.Popen[bytes] | None = None
    deadline = time.monotonic() + _START_S
    while not _answers(home):
        if started is None and _is_free(home.data_lock):
            started = _start(home, choose_server(configured, _data_version(home), home.data))
        if started is not None and started.poll() is not None:
            raise ServerNotStarted(_not_started(home, f"exit code {started.returncode}"))
        if time.monotonic() > deadline:
            if started is not None:
                started.kill()
                started.wait()
            raise ServerNotStarted(_not_started(home, f"no answer in {_START_S:.0f} s"))
        time.sleep(_POLL_S)
    if started is not None or not home.address.exists():
        _note(home)
    return started


def _start(home: ArenaHome, binary: ServerBinary) -> subprocess.Popen[bytes]:
    socket = home.socket
    if socket.parent != home.path:
        _private_directory(socket.parent)
    log = home.logs / "redis.log"
    command = [str(binary.path), *arguments(socket, home.data, log)]
    places = [home.attached, home.data_lock, home.address, socket]
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", keeper.__file__, *map(str, places), *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,  # Ctrl-C is for the command, which then leaves
        )


def _answers(home: ArenaHome) -> bool:
    client = Redis.from_url(home.url, socket_timeout=1.0, socket_connect_timeout=1.0, retry=None)
    try:
        return bool(client.ping())
    except (RedisError, OSError):
        return False  # not yet, or no longer: the caller goes by the locks
    finally:
        client.close()


def _wait_if_last(home: ArenaHome) -> bool:
    """Where nobody else is attached, waits until keeper and server are gone."""
    deadline = time.monotonic() + _LEAVE_S
    while not _is_free(home.data_lock):
        # Nobody attaches meanwhile (we have the lock), so a shared lock that can be had
        # where an exclusive one cannot is that of another command.
        others = not _is_free(home.attached) and _is_free(home.attached, fcntl.LOCK_SH)
        if others or time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
    return True


def _reap(started: subprocess.Popen[bytes], gone: bool) -> None:
    if gone:
        started.wait()
    else:
        _left_running.append(started)


def _is_free(lock: Path, kind: int = fcntl.LOCK_EX) -> bool:
    """Whether a lock could be had at this moment."""
    file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(file)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def _data_version(home: ArenaHome) -> Version:
    if not home.data_version.exists():
        return (0, 0, 0)
    return parse_version(home.data_version.read_text(encoding="ascii").strip())


def _note(home: ArenaHome) -> None:
    with closing(Redis.from_url(home.url)) as client:
        version = server_version(client)
    _write(home.data_version, version_text(version))
    _write(home.address, json.dumps({"url": home.url, "version": version_text(version)}))


def _write(path: Path, line: str) -> None:
    """All of it or nothing: a kill or a full disk must not leave half a version, which
    nobody could read."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(line + "\n", encoding="utf-8")
    fresh.replace(path)


def _private_directory(path: Path) -> None:
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if found.st_uid != os.getuid() or path.is_symlink() or found.st_mode & 0o077:
        raise ServerNotStarted(
            f"{path} belongs to another user: remove it, or set ARENA_HOME to a shorter path"
        )


def _not_started(home: ArenaHome, why: str) -> str:
    return f"the arena's own Redis did not start ({why}): see {home.logs / 'redis.log'}"
