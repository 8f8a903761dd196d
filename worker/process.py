"""Agents as plain processes: for one's own bots on one's own machine.

They are held to a few limits and cannot outlive the worker, but nothing keeps them from
the files and the network of the user who runs the worker.
"""

import shlex
import shutil
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from league.agents import AgentSpec
from worker.agent_log import AgentLog
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.settings import SandboxSettings
from worker.socket_directory import SocketDirectory
from worker.spawn import Child, Command

# What an agent sees of the worker's environment. The rest of what it gets is
# ARENA_ADDRESS, its label, TMPDIR (private) and PYTHONUNBUFFERED (so that the last
# words of a Python bot that crashes are in its log).
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ")

_FIRST_PAUSE = 0.005
_LONGEST_PAUSE = 0.1
_QUOTED_LINES = 5


class ProcessSandbox:
    """An agent in a process of its own, called over a Unix socket in a private directory.

    A `cmd:` agent runs in the worker's directory, any other in the private one. Raises
    SandboxError if its command does not exist.
    """

    sandboxed = True

    def __init__(self, agent: AgentSpec, settings: SandboxSettings, log_path: Path | None) -> None:
        self._name = agent.text
        own_command = agent.kind == "command"
        self._place = SocketDirectory()
        try:
            address = f"unix:{self._place.socket}"
            argv = _command(agent, address) if own_command else _reference(agent)
            directory = settings.directory if own_command else self._place.path
            environment = _environment(settings.environment, address, self._place.path)
            argv[0] = _find(argv[0], agent, directory, environment.get("PATH", ""))
            command = Command(
                argv=tuple(argv),
                environment=environment,
                directory=directory,
                limits={
                    "core": 0,
                    "nofile": settings.open_files,
                    "fsize": settings.file_bytes,
                },
            )
            self._child = Child(command, AgentLog(log_path, settings.log_bytes))
        except BaseException:
            self._place.remove()
            raise
        self.address = address

    @property
    def pid(self) -> int:
        """The process id, which is the id of its group too."""
        return self._child.pid

    def exited(self) -> str | None:
        return self._child.exited()

    def on_exit(self, tell: Callable[[str], object] | None) -> None:
        self._child.on_exit(tell)

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """Returns when the socket takes connections: the arbiter does the talking."""
        deadline = time.monotonic() + seconds
        pause = _FIRST_PAUSE
        while not _answers(self._place.socket):
            interrupt.check()
            reason = self._child.wait(pause)
            if reason is not None:
                raise SandboxError(self._failed(f"ended before it was ready ({reason})"))
            if time.monotonic() >= deadline:
                raise SandboxError(
                    self._failed(f"did not listen on {self.address} within {seconds:g} s")
                )
            pause = min(pause * 1.5, _LONGEST_PAUSE)

    def stop(self) -> None:
        self._child.stop()
        self._place.remove()

    def _failed(self, what: str) -> str:
        lines = self._child.log.last_lines(_QUOTED_LINES)
        said = "it wrote nothing" if not lines else "its log ends: " + " | ".join(lines)
        return f"agent {self._name} {what}; {said}"


def _command(agent: AgentSpec, address: str) -> list[str]:
    try:
        words = shlex.split(agent.target)
    except ValueError as error:
        raise SandboxError(
            f"{agent.text}: cannot be split into words: {error}", permanent=True
        ) from None
    if not words or not words[0]:
        raise SandboxError(f"{agent.text}: there is no command after cmd:", permanent=True)
    return [word.replace("{address}", address) for word in words]


def _reference(agent: AgentSpec) -> list[str]:
    return [sys.executable, "-m", "arena_sdk.agents", agent.target]


def _environment(source: Mapping[str, str], address: str, private: Path) -> dict[str, str]:
    passed = {name: source[name] for name in PASSED_ON if name in source}
    return {
        **passed,
        "ARENA_ADDRESS": address,
        "TMPDIR": str(private),
        "PYTHONUNBUFFERED": "1",
    }


def _find(program: str, agent: AgentSpec, directory: Path, path: str) -> str:
    """The file that `program` means in that directory."""
    named = str(directory / program) if "/" in program else program
    found = shutil.which(named, path=path)
    if found is None:
        where = str(directory) if "/" in program else "PATH"
        raise SandboxError(
            f"{agent.text}: no command {program!r} in {where}, or it is not executable; "
            "check its name, or `chmod +x` it",
            permanent=True,
        )
    return found


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True
