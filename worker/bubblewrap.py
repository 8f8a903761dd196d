"""Runs a process in namespaces of its own, by bubblewrap (https://github.com/containers/bubblewrap).

It has no network, sees no other processes, and of the files only those it is shown; of
those it can write in its private directory and in a /tmp of its own. Nothing in it
outlives the process that we start: the first process of its pid namespace dies with that
one, and the rest with the first.
"""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import structlog

from worker.view import View

log = structlog.get_logger(__name__)

# No --new-session: the child already leads a session without a terminal, and stays in
# its group, so that what signals the group reaches it.
_FLAGS = ("--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL")
# Since 0.8; it keeps the agent from what the kernel offers to whoever owns a namespace.
_NEWER_FLAGS = ("--disable-userns",)
# The system as programs know it, the same for all agents.
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix")
# Of /etc what programs need to run; the rest may hold secrets.
_ETC = (
    *("alternatives", "ca-certificates.conf", "fonts", "group", "hosts", "java-17-openjdk"),
    *("java-21-openjdk", "java-25-openjdk", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"),
    *("locale.alias", "localtime", "mime.types", "mono", "nsswitch.conf", "os-release"),
    *("passwd", "pki/tls/certs", "protocols", "python3", "python3.11", "services"),
    *("ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone"),
)
# It runs these beside the agent: one outside, and the first process of the namespace.
OWN_PROCESSES = 2
_PROBE_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """A bubblewrap that works here."""

    program: str
    flags: tuple[str, ...]

    def around(self, argv: Sequence[str], view: View, tmp_bytes: int) -> list[str]:
        """The command that runs `argv` with that view of the files and so much room in /tmp."""
        return [self.program, *self.flags, *_system(tmp_bytes), *_mounts(view), "--", *argv]


@cache
def find_bubblewrap(path: str) -> Bubblewrap | None:
    """The bubblewrap on a search path, tried once a process; None, said once, if none works."""
    program = shutil.which("bwrap", path=path)
    if program is None:
        log.warning("bubblewrap is not installed: bots run as plain processes, with your rights")
        return None
    said = ""
    for flags in ((*_FLAGS, *_NEWER_FLAGS), _FLAGS):
        said = _trial(program, flags)
        if not said:
            return Bubblewrap(program, flags)
    log.warning("bubblewrap does not work here: bots run as plain processes", said=said)
    return None


def _trial(program: str, flags: Sequence[str]) -> str:
    """Runs nothing in it; what it says if that fails."""
    try:
        tried = subprocess.run(
            [program, *flags, *_system(1 << 20), "--remount-ro", "/", "--", "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if tried.returncode == 0:
        return ""
    return tried.stderr.decode(errors="replace").strip() or f"exit code {tried.returncode}"


def _system(tmp_bytes: int) -> Iterator[str]:
    """The system's own directories, links as links; and fresh ones of those that are private."""
    for place in map(Path, _SYSTEM):
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))
    for name in _ETC:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    # Root's bots own, as the kernel sees it, what root owns in /proc: written to, its
    # sys/kernel/core_pattern alone would make them masters of the host.
    yield from ("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev")
    for room in ("/dev/shm", "/tmp"):
        yield from ("--perms", "1777", "--size", str(tmp_bytes), "--tmpfs", room)
    yield from ("--remount-ro", "/dev")


def _mounts(view: View) -> Iterator[str]:
    """What this agent sees besides, outer directories before those inside them."""
    shown = {path: ("--ro-bind", str(path), str(path)) for path in view.readable}
    veils = {path: ("--tmpfs", str(path)) for path in view.hidden}
    for _, options in sorted({**shown, **veils}.items()):
        yield from options
    yield from ("--bind", str(view.private), str(view.private))
    # A directory of which only some files are shown may not be there yet.
    yield from ("--dir", str(view.directory), "--chdir", str(view.directory))
    for path in (*view.hidden, Path("/")):
        yield from ("--remount-ro", str(path))
