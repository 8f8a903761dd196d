"""Waiting for an agent that was started to listen, and what it means if it does not."""

import time
from collections.abc import Callable
from pathlib import Path

from worker.agent_log import AgentLog
from worker.ending import Ending, Fault
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.socket_mount import listens

_FIRST_PAUSE = 0.005
_LONGEST_PAUSE = 0.1
_QUOTED_LINES = 5

# Waits so many seconds for an agent's end; how it ended, or None.
Wait = Callable[[float], Ending | None]


def wait_listening(
    agent: str, socket: Path, wait: Wait, log: AgentLog, seconds: float, interrupt: Interrupt
) -> None:
    """Returns when the socket takes connections: the arbiter does the talking.

    Raises SandboxError, which quotes the agent's last lines; Interrupted.
    """
    deadline = time.monotonic() + seconds
    pause = _FIRST_PAUSE
    while True:
        # Before the look: whoever we missed while we stalled ourselves is not late.
        late = time.monotonic() >= deadline
        if _listens(agent, socket):
            return
        interrupt.check()
        ending = wait(pause)
        if ending is not None:
            reason = f"ended before it was ready ({ending})"
            raise _failure(agent, log, Ending(reason, _fault_at_start(ending)))
        if late:
            reason = f"did not listen on its ARENA_ADDRESS within {seconds:g} s"
            raise _failure(agent, log, Ending(reason, "NOT_READY"))
        pause = min(pause * 1.5, _LONGEST_PAUSE)


def _listens(agent: str, socket: Path) -> bool:
    try:
        return listens(socket)
    except SandboxError as error:
        raise SandboxError(f"agent {agent} {error}", ending=error.ending) from None


def _fault_at_start(ending: Ending) -> Fault | None:
    """Who ends by itself before it listens did not get ready, whatever its exit code."""
    return "NOT_READY" if ending.fault == "CRASH" else ending.fault


def _failure(agent: str, log: AgentLog, ending: Ending) -> SandboxError:
    lines = log.last_lines(_QUOTED_LINES)
    said = "it wrote nothing" if not lines else "its log ends: " + " | ".join(lines)
    own = ending if ending.fault is not None else None
    return SandboxError(f"agent {agent} {ending}; {said}", ending=own)
