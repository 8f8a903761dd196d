"""Private directories for agents' sockets, with paths short enough for any runtime.

The owner holds a lock on its directory while it lives; the kernel drops the lock with
the process. A directory that can be locked is therefore nobody's, and is removed.
"""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

import structlog

from worker.errors import SandboxError
from worker.tmpfs import unmount

log = structlog.get_logger(__name__)

# sun_path takes 107 bytes on Linux and 103 elsewhere; runtimes differ in the rest.
LONGEST_SOCKET = 100
SOCKET = "s"
# What may be mounted inside: see socket_mount.py.
MOUNT = "m"

_PREFIX = "arena-s-"
# Not found by those who look for stale ones, until it is locked and renamed.
_UNBORN = ".arena-s-"


class SocketDirectory:
    """A new directory that only we may enter. `remove` it when done.

    Raises SandboxError if no temporary directory with a short enough path can be had.
    """

    def __init__(self) -> None:
        unborn = Path(tempfile.mkdtemp(prefix=_UNBORN, dir=_place()))
        try:
            self._lock = _lock(unborn)
        except OSError:
            unborn.rmdir()
            raise
        self.path = unborn.with_name(unborn.name.removeprefix("."))
        unborn.rename(self.path)

    @property
    def socket(self) -> Path:
        """Where the agent's socket goes."""
        return self.path / SOCKET

    def remove(self) -> None:
        """Removes it with all that is in it. May be called again."""
        if self._lock is None:
            return
        _remove_tree(self.path)
        os.close(self._lock)
        self._lock = None


def remove_stale_directories() -> int:
    """Removes the directories of dead owners (ours by user id); returns how many."""
    places = {Path(tempfile.gettempdir()), Path("/tmp")}
    return sum(_remove_stale(path) for place in places for path in place.glob(f"{_PREFIX}*"))


def _place() -> Path:
    """The temporary directory, or /tmp where that one's path is too long for a socket."""
    for place in (Path(tempfile.gettempdir()), Path("/tmp")):
        longest = place / f"{_PREFIX}xxxxxxxx" / SOCKET
        if len(os.fsencode(longest)) <= LONGEST_SOCKET and os.access(place, os.W_OK):
            return place
    raise SandboxError(
        f"no temporary directory with a path short enough for a socket "
        f"({LONGEST_SOCKET} bytes in all): set TMPDIR to a shorter one",
        permanent=True,
    )


def _lock(path: Path) -> int | None:
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def _remove_stale(path: Path) -> bool:
    try:
        if path.lstat().st_uid != os.geteuid():
            return False
        handle = _lock(path)
    except OSError:  # gone meanwhile, or no directory at all: nothing that we made
        return False
    if handle is None:
        return False
    try:
        return _remove_tree(path)
    finally:
        os.close(handle)


def _remove_tree(path: Path) -> bool:
    try:
        unmount(path / MOUNT)
        try:
            shutil.rmtree(path)
        except PermissionError:
            _take_back(path)
            shutil.rmtree(path)
    except OSError as error:
        log.warning("directory not removed", path=str(path), error=str(error))
        return False
    return True


def _take_back(path: Path) -> None:
    """Gives us the rights again that a bot took from directories: they would lie there for
    ever, with all that is in them."""
    path.chmod(0o700)
    for folder, folders, _ in os.walk(path):
        for each in (Path(folder, name) for name in folders):
            if not each.is_symlink():
                each.chmod(0o700)
