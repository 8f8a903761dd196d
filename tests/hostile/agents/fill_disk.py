"""Fills every place that it can write in; what it wrote there stays until it ends."""

import errno
import os

from cover import play, report  # type: ignore[import-not-found]

_CHUNK = bytes(1024 * 1024)
# Far above every limit; without one, less than a disk.
_ENOUGH = 400
_FILE = 100


def fill(folder: str) -> tuple[int, str]:
    """MiB written, in files of 100, and why no more."""
    written = 0
    try:
        while written < _ENOUGH:
            name = f"{folder}/hostile-{os.getpid()}-{written // _FILE}"
            with open(name, "ab", buffering=0) as file:  # noqa: PTH123
                for _ in range(_FILE):
                    file.write(_CHUNK)
                    written += 1
    except OSError as error:
        return written, errno.errorcode[error.errno or 0]
    return written, "done"


def attack() -> None:
    private = os.path.dirname(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))  # noqa: PTH120
    places = ["/tmp", "/dev/shm", "/dev", "/var/tmp", "/run", "/", os.getcwd(), "/etc", "/root"]  # noqa: PTH109
    report(private=fill(private), **{place: fill(place) for place in places})


play(attack)
