"""The agent that is being checked: kept running, and started again when a test ended it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import monotonic
from typing import Any, cast

from arena_games import is_real_time
from worker.conformance.dialogue import Dialogue
from worker.conformance.line import Line
from worker.conformance.live_dialogue import LiveDialogue
from worker.conformance.report import Broken, Fault
from worker.ending import Ending
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.sandbox import Sandbox

# An end is seen on the stream a moment before it is seen as the end of a process.
_NOTICE_S = 1.0
# For an agent to end its stream after Finish; one that does not is hung up on.
_LEAVE_S = 1.0


class Subject:
    """One agent in a sandbox of ours; `stop` it in the end.

    `limit` is how long it may take to get ready, `patience` how long it is waited for in a
    turn. Seconds.
    """

    def __init__(
        self, start: Callable[[], Sandbox], game: str, limit: float, patience: float
    ) -> None:
        self.game = game
        self.limit = limit
        self.patience = patience
        self.sandbox: Sandbox | None = None
        self.start_s = 0.0  # from its last start until it listened
        self._start = start
        self._ended = threading.Event()
        self._line: Line | None = None
        self._serial = count(1)

    def run(self) -> None:
        """Sees to it that it runs. Raises SandboxError."""
        if self.sandbox is not None and not self._ended.is_set():
            return
        self.stop()
        begin = monotonic()
        self._ended.clear()
        self.sandbox = self._start()
        try:
            self.sandbox.wait_ready(self.limit, Interrupt())
        except SandboxError:
            self.stop()  # or the next test would take it for one that runs
            raise
        self.start_s = monotonic() - begin
        self.sandbox.on_exit(self._note_end)

    @contextmanager
    def dialogue(self, moves: tuple[str, ...] = ()) -> Iterator[Dialogue | LiveDialogue]:
        """A match with it as it runs now, after these moves, finished in order after the block.

        A Fault in the block tells of its end, if the agent has ended.
        """
        assert self.sandbox is not None
        self._line = line = Line(self.sandbox.address)
        try:
            if self._ended.is_set():
                line.cancel()
            kind = LiveDialogue if is_real_time(self.game) else Dialogue
            dialogue = kind(line, self.game, f"check-{next(self._serial)}", moves)
            yield dialogue
            dialogue.finish()
            line.end(_LEAVE_S)
        except Broken as fault:
            if ending := self.ending():
                raise Fault(f"it ended ({ending}): an agent plays match after match") from fault
            raise
        finally:
            self._line = None
            line.close()

    def ending(self) -> Ending | None:
        """How it ended, or None if it runs; for after its stream has broken."""
        assert self.sandbox is not None
        self._ended.wait(_NOTICE_S)
        return self.sandbox.exited()

    def _note_end(self, _: Ending) -> None:
        self._ended.set()
        if (line := self._line) is not None:
            line.cancel()  # or it would wait until somebody listens there again

    def plays_next(self, after: str) -> None:
        """Raises Fault unless it plays another match now. `after`: what happened before."""
        try:
            with self.dialogue() as dialogue:
                dialogue.open(self.limit)
                dialogue.play(self.patience)
        except Fault as fault:
            raise Fault(f"after {after} it did not play the next match: {fault}") from None

    def lent(self) -> Sandbox:
        """The sandbox, for one who will stop it: that does nothing. Raises SandboxError."""
        self.run()
        return cast(Sandbox, _Lent(self.sandbox, self._note_end))

    def stop(self) -> None:
        """Ends it."""
        if self.sandbox is not None:
            self.sandbox.on_exit(None)
            self.sandbox.stop()
            self.sandbox = None


class _Lent:
    """A sandbox that outlives the pairing that it plays in."""

    def __init__(self, sandbox: Any, note_end: Callable[[Ending], object]) -> None:
        self._sandbox = sandbox
        self._note_end = note_end

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sandbox, name)

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        """Whoever plays with it is told, and its owner too."""

        def told(ending: Ending) -> None:
            self._note_end(ending)
            if tell is not None:
                tell(ending)

        self._sandbox.on_exit(told)

    def stop(self) -> None:
        """It is not the borrower's to stop."""
