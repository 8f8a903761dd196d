"""A way to break off work that waits: in a queue, in a gRPC call, between two tries."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Interrupted(Exception):
    """The work was broken off from outside; the message says by what."""


class Interrupt:
    """Set once, with a reason, from any thread or signal handler's thread.

    An interrupt made with a `parent` is set together with it, but not the other way
    round: a worker's stop breaks off every pairing, a lost lease only its own.
    """

    def __init__(self, parent: "Interrupt | None" = None) -> None:
        self._event = threading.Event()
        self._lock = threading.RLock()
        self._calls: dict[int, Callable[[], object]] = {}
        self._serial = 0
        self._parent = parent
        self.reason = ""
        self._link = 0 if parent is None else parent._add(self._follow)

    def set(self, reason: str) -> None:
        """Breaks off everything that waits on this. Later calls change nothing."""
        with self._lock:
            if self._event.is_set():
                return
            self.reason = reason
            self._event.set()
            calls = list(self._calls.values())
        for call in calls:
            call()

    def is_set(self) -> bool:
        """Whether the work is to end."""
        return self._event.is_set()

    def check(self) -> None:
        """Raises Interrupted if the work is to end."""
        if self._event.is_set():
            raise Interrupted(self.reason)

    def wait(self, seconds: float) -> None:
        """Waits that long. Raises Interrupted at once when the work is to end."""
        if self._event.wait(seconds):
            raise Interrupted(self.reason)

    @contextmanager
    def calls(self, call: Callable[[], object]) -> Iterator[None]:
        """Makes `call` as soon as the interrupt is set (at once if it is), within the block."""
        key = self._add(call)
        try:
            yield
        finally:
            self._remove(key)

    def close(self) -> None:
        """Lets go of the parent."""
        if self._parent is not None:
            self._parent._remove(self._link)

    def _follow(self) -> None:
        assert self._parent is not None
        self.set(self._parent.reason)

    def _add(self, call: Callable[[], object]) -> int:
        with self._lock:
            self._serial += 1
            key = self._serial
            self._calls[key] = call
            late = self._event.is_set()
        if late:
            call()
        return key

    def _remove(self, key: int) -> None:
        with self._lock:
            self._calls.pop(key, None)
