"""What every sandbox offers: an agent that runs somewhere and can be called."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from league.agents import AgentSpec
from worker.ending import Ending
from worker.errors import SandboxError, UnsupportedAgent
from worker.freeze_handle import FreezeHandle
from worker.interrupt import Interrupt
from worker.process import ProcessSandbox
from worker.remote import RemoteSandbox
from worker.settings import SandboxSettings


class Sandbox(Protocol):
    """One running agent. It plays one match after another, never two at once."""

    @property
    def address(self) -> str:
        """Where the arbiter calls it: "unix:/path" or "host:port"."""

    @property
    def sandboxed(self) -> bool:
        """Whether it is ours, so that a lost stream is a crash and not a disconnect."""

    @property
    def freeze(self) -> FreezeHandle | None:
        """How it is frozen, once it is ready; None: nothing here can freeze it."""

    def exited(self) -> Ending | None:
        """Why it ended ("exit code 1", "killed by SIGKILL"), or None while it runs."""

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        """Calls `tell` with the reason when it ends, at once if it has; None: nobody."""

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """Returns when it can be called.

        Raises SandboxError if that takes longer, or it ends; Interrupted.
        """

    def stop(self) -> None:
        """Ends it and everything that it started. May be called again."""


def start_sandbox(agent: AgentSpec, settings: SandboxSettings, log_path: Path | None) -> Sandbox:
    """Starts an agent, without waiting for it to be ready.

    `log_path` takes what it writes (None: only its last lines are kept, in memory).
    Raises SandboxError if it cannot be started.
    """
    try:
        return _start(agent, settings, log_path)
    except OSError as error:  # no room on the disk, no descriptors or processes left
        raise SandboxError(f"{agent.text} cannot be started on this host: {error}") from None


def _start(agent: AgentSpec, settings: SandboxSettings, log_path: Path | None) -> Sandbox:
    match agent.kind:
        case "reference" | "command":
            return ProcessSandbox(agent, settings, log_path)
        case "remote":
            return RemoteSandbox(agent)
        case "image":
            # Most commands need no containers, and Docker's package costs a tenth of a second.
            from worker.container import ContainerSandbox

            return ContainerSandbox(agent, settings, log_path)
        case _:
            raise UnsupportedAgent(
                f"{agent.text}: {agent.kind} agents are not supported yet; "
                "use a reference agent, cmd:COMMAND, image:NAME:TAG or grpc://HOST:PORT"
            )
