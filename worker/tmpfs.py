"""Small file systems in memory, for what others may write and we must bear. Linux only."""

import ctypes
import errno
import os
from pathlib import Path

# From linux/mount.h. A kernel before 5.10 ignores the last one.
_NOSUID, _NODEV, _NOEXEC, _NOSYMFOLLOW = 0x2, 0x4, 0x8, 0x100
_DETACH = 0x2  # MNT_DETACH of umount2(2)


def mount_tmpfs(path: Path, size: int, files: int) -> bool:
    """Mounts a tmpfs that everybody may write in, with no programs, no devices and no
    symlinks that the kernel would follow; False where we lack the right. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    flags = _NOSUID | _NODEV | _NOEXEC | _NOSYMFOLLOW
    options = f"size={size},nr_inodes={files},mode=0777".encode()
    if libc.mount(b"arena", os.fsencode(path), b"tmpfs", flags, options) == 0:
        return True
    error = ctypes.get_errno()
    if error == errno.EPERM:
        return False
    raise OSError(error, os.strerror(error), str(path))


def unmount(path: Path) -> None:
    """Takes a file system away from the path, if there is one: at once, even in use."""
    if path.is_mount():
        ctypes.CDLL(None).umount2(os.fsencode(path), _DETACH)
