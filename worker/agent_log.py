"""The log of one agent: what it writes, up to a limit, and always its last lines."""

import threading
from collections import deque
from io import FileIO
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)

_TAIL_BYTES = 4096
_LINE_WIDTH = 200


class AgentLog:
    """A file that takes at most `cap` bytes; what comes after is dropped, but its end kept.

    The file is appended to, so that a restarted agent's lines follow its former ones.
    With no path, only the last lines are kept, in memory. A file that cannot be written
    is said once and then left: a full disk must not stall the agent. Thread-safe.
    """

    def __init__(self, path: Path | None, cap: int) -> None:
        self.path = path
        self._room = cap
        self._cut = 0
        self._lock = threading.Lock()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._file: FileIO | None = None
        if path is not None:
            self._open(path)

    def write(self, chunk: bytes) -> None:
        """Takes what the agent wrote."""
        with self._lock:
            taken = chunk[: self._room]
            self._room -= len(taken)
            self._cut += len(chunk) - len(taken)
            if taken:
                self._to_file(taken)
            self._keep(chunk)

    @property
    def full(self) -> bool:
        """Whether it drops what comes now."""
        return self._cut > 0

    def last_lines(self, count: int) -> list[str]:
        """The last lines written, as `last_lines` gives them."""
        with self._lock:
            text = b"".join(self._tail).decode(errors="replace")
        return last_lines(text, count)

    def close(self) -> None:
        """Ends the file, with a note and the last bytes if anything was dropped."""
        with self._lock:
            if self._cut:
                note = f"\n[log limit reached: {self._cut} bytes not kept; the last ones follow]\n"
                last = b"".join(self._tail)[-min(self._cut, _TAIL_BYTES) :]
                self._to_file(note.encode() + last)
                self._cut = 0
            if self._file is not None:
                self._file.close()
                self._file = None

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab", buffering=0)
            self._room = max(0, self._room - path.stat().st_size)
        except OSError as error:
            self._warn(error)

    def _warn(self, error: OSError) -> None:
        log.warning("agent log not written", path=str(self.path), error=str(error))

    def _keep(self, chunk: bytes) -> None:
        self._tail.append(chunk[-_TAIL_BYTES:])
        self._tail_size += len(self._tail[-1])
        while self._tail_size - len(self._tail[0]) >= _TAIL_BYTES:
            self._tail_size -= len(self._tail.popleft())

    def _to_file(self, chunk: bytes) -> None:
        if self._file is None:
            return
        try:
            self._file.write(chunk)
        except OSError as error:
            self._warn(error)
            self._file.close()
            self._file = None


def last_lines(text: str, count: int) -> list[str]:
    """The last lines of a log, each cut to a sane length and stripped of control codes."""
    lines = [line for line in text.splitlines() if line.strip()][-count:]
    return ["".join(c if c.isprintable() else " " for c in line)[:_LINE_WIDTH] for line in lines]
