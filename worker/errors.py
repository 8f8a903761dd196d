"""What a worker can be unable to do.

    WorkerError
    |-- SandboxError          an agent cannot be run, or does not get ready
    |   `-- UnsupportedAgent  a kind of agent that this version does not run
    |-- ArbiterUnreachable    no arbiter answers at the address
    |-- Superseded            a later attempt of the match runs: this one has lost its right
    |-- NoLog                 no log of that match and seat (see match_logs.py)
    `-- PairingUnplayable     a match of a local run cannot be played

Every message is one line that names the bad input and the remedy, except that of a
SandboxError about a bot that failed, which quotes the last lines of the bot's log.
"""

from worker.ending import Ending


class WorkerError(Exception):
    """Anything that a worker cannot do."""


class SandboxError(WorkerError):
    """An agent cannot be run.

    `permanent` tells that a second try would fail in the same way. `ending` is there if it
    is the agent's own doing: what everybody is told, and what its seat loses by. Without it
    the host is to blame, or whoever named the agent.
    """

    def __init__(
        self, message: str, *, permanent: bool = False, ending: Ending | None = None
    ) -> None:
        self.permanent = permanent
        self.ending = ending
        super().__init__(message)


class UnsupportedAgent(SandboxError):
    """A kind of agent that this version does not run."""

    def __init__(self, message: str) -> None:
        super().__init__(message, permanent=True)


class ArbiterUnreachable(WorkerError):
    """No arbiter answers."""

    def __init__(self, address: str, seconds: float) -> None:
        super().__init__(
            f"no arbiter answers at {address} (waited {seconds:g} s); "
            "start one with `arena serve arbiter`"
        )


class Superseded(WorkerError):
    """A later attempt of this match runs."""


class PairingUnplayable(WorkerError):
    """A match of a local run cannot be played; the message says why."""
