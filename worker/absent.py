"""Sits where an agent should that could not be started, so that its matches can be judged."""

from collections.abc import Callable

from worker.ending import Ending
from worker.freeze_handle import FreezeHandle
from worker.interrupt import Interrupt

# Below a device: nobody will ever listen there.
_NOWHERE = "unix:/dev/null/absent"
# Above every id that a Linux kernel gives (PID_MAX_LIMIT is 2 ** 22): nobody is frozen by it.
_NOBODY = 2**31 - 1


class AbsentAgent:
    """A Sandbox (see sandbox.py) with nobody in it, whose seat is lost at once.

    The arbiter hears of its end as of any other, and gives the match to those who got
    ready; that is then a result like others. It is not started again.
    """

    address = _NOWHERE
    sandboxed = True
    # Without one a match that freezes, or charges CPU time, would not be taken.
    freeze = FreezeHandle(process_group=_NOBODY)

    def __init__(self, ending: Ending) -> None:
        self.ending = ending

    def exited(self) -> Ending | None:
        """None: who never ran has not ended, and is not to be replaced."""

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        if tell is not None:
            tell(self.ending)

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """It never will be; the arbiter is not to wait for that."""

    def stop(self) -> None:
        """There is nothing to end."""
