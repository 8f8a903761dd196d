"""A canary: a process that does nothing but wake up, and notes when it woke late.

Where it is late, so may an honest bot have been. It writes into a small shared file that
its arbiter maps; if the arbiter ends, so does the canary.

    python -m arbiter.canary FILE PARENT
"""

import mmap
import os
import struct
import subprocess
import sys
import tempfile
import time
from typing import BinaryIO

# Total lateness so far, and the number of beats: microseconds and a count.
_STATE = struct.Struct("<QQ")
_PERIOD_S = 0.01
# Less than this is the ordinary grain of a scheduler.
_GRAIN_US = 1_000


class Canary:
    """The arbiter's view of its canary."""

    def __init__(self) -> None:
        self._file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._file.write(bytes(_STATE.size))
        self._file.flush()
        self._map = mmap.mmap(self._file.fileno(), _STATE.size)
        descriptor = self._file.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arbiter.canary", str(descriptor), str(os.getpid())],
            pass_fds=[descriptor],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def lateness(self) -> int:
        """How late it has been in all, in microseconds."""
        return int(_STATE.unpack_from(self._map)[0])

    def close(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.wait()
        self._map.close()
        self._file.close()


def sing(descriptor: int, parent: int) -> None:
    """Wakes up every period until the parent is gone."""
    state = mmap.mmap(descriptor, _STATE.size)
    late = beats = 0
    while os.getppid() == parent:
        due = time.monotonic_ns() + int(_PERIOD_S * 1e9)
        time.sleep(_PERIOD_S)
        lag = (time.monotonic_ns() - due) // 1000
        late, beats = late + (lag if lag > _GRAIN_US else 0), beats + 1
        _STATE.pack_into(state, 0, late, beats)


if __name__ == "__main__":
    sing(int(sys.argv[1]), int(sys.argv[2]))
