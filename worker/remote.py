"""Agents that somebody else runs, called at their address."""

import socket
from collections.abc import Callable
from time import monotonic

from league.agents import AgentSpec
from worker.ending import Ending
from worker.errors import SandboxError
from worker.interrupt import Interrupt

# Seconds for one try to connect: a host that drops packets is tried until the limit.
_TRY = 1.0


class RemoteSandbox:
    """An agent at HOST:PORT. There is nothing to start and nothing to stop."""

    sandboxed = False
    freeze = None

    def __init__(self, agent: AgentSpec) -> None:
        self._name = agent.text
        self.address = agent.target

    def exited(self) -> Ending | None:
        return None

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        """Nobody is told: only the arbiter sees a remote agent go."""

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """Returns when the address takes connections."""
        host, _, port = self.address.rpartition(":")
        deadline = monotonic() + seconds
        while True:
            interrupt.check()
            try:
                socket.create_connection((host.strip("[]"), int(port)), timeout=_TRY).close()
            except OSError as error:
                if not isinstance(error, TimeoutError) or monotonic() > deadline:
                    raise SandboxError(
                        f"{self._name} cannot be called: {error}; is it up?"
                    ) from None
            else:
                return

    def stop(self) -> None:
        """Nothing of it is ours."""
