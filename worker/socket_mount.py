"""Where a container's socket lies: a directory that the container may fill, and we bear it.

Where we may mount, it is a small tmpfs on which the kernel follows no symlinks: a container
can neither fill the host's disk through it nor lead the arbiter to another socket. Elsewhere
it is a plain directory, whose size the sandbox watches.
"""

import os
import socket
import stat
from pathlib import Path

from worker.ending import Ending
from worker.errors import SandboxError
from worker.socket_directory import MOUNT, SOCKET, SocketDirectory
from worker.tmpfs import mount_tmpfs

# What a container may keep beside its socket.
ROOM_BYTES = 1024 * 1024
ROOM_FILES = 64


class SocketMount:
    """A place for one socket, with a path as short as that of a SocketDirectory.

    Only we may enter what is around it; whoever the container runs as may write in it.
    `tmpfs` False asks for the plain directory. Raises SandboxError.
    """

    def __init__(self, *, tmpfs: bool = True) -> None:
        self._directory = SocketDirectory()
        self.path = self._directory.path / MOUNT
        try:
            self.path.mkdir()
            self.mounted = (
                tmpfs and os.geteuid() == 0 and mount_tmpfs(self.path, ROOM_BYTES, ROOM_FILES)
            )
            if not self.mounted:
                self.path.chmod(0o777)  # whatever the umask
        except BaseException:
            self._directory.remove()
            raise

    @property
    def socket(self) -> Path:
        """Where the container's socket comes to be."""
        return self.path / SOCKET

    def overfull(self) -> bool:
        """Whether more was written than there is room for. Never so on a tmpfs."""
        return not self.mounted and _exceeds(self.path)

    def remove(self) -> None:
        """Removes it with all that is in it. May be called again."""
        self._directory.remove()


def listens(path: Path) -> bool:
    """Whether somebody listens at a socket. Raises SandboxError for a file that is none, or
    that is kept from us.

    The file is opened first and connected to through its descriptor: what was looked at is
    what is connected to.
    """
    try:
        handle = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except (PermissionError, NotADirectoryError):  # all around it was ours when it began
        said = "took away the directory of its socket"
        raise SandboxError(said, ending=Ending(said, "RULE_VIOLATION")) from None
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISSOCK(mode):
            what = "a symbolic link" if stat.S_ISLNK(mode) else "something else"
            said = f"put {what} where its socket belongs"
            raise SandboxError(said, ending=Ending(said, "RULE_VIOLATION"))
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(1.0)
            return probe.connect_ex(f"/proc/self/fd/{handle}") == 0
    finally:
        os.close(handle)


def _exceeds(path: Path) -> bool:
    size = files = 0
    for folder, folders, names in os.walk(path):
        files += len(folders) + len(names)
        size += sum(_size(Path(folder, name)) for name in names)
        if size > ROOM_BYTES or files > ROOM_FILES:
            return True
    return False


def _size(path: Path) -> int:
    try:
        return path.lstat().st_blocks * 512
    except OSError:  # gone meanwhile
        return 0
