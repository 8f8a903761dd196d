"""Agents as processes: for one's own bots on one's own machine.

Where bubblewrap works they are in namespaces of their own (see bubblewrap.py): no network,
no other processes, few files, none of them ours. Where we may make control groups they
cannot exceed their memory and their number of processes, nor leave their cores, and all
that they start is reached by whoever freezes or kills them. Where there is neither, they
are held to a few limits and cannot outlive the worker, but nothing keeps them from the
files and the network of the user who runs it.
"""

import shlex
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from league.agents import AgentSpec
from worker.agent_log import AgentLog
from worker.bubblewrap import Bubblewrap
from worker.cgroup import Cgroup
from worker.confinement import confinement
from worker.ending import Ending
from worker.errors import SandboxError
from worker.freeze_handle import FreezeHandle
from worker.interrupt import Interrupt
from worker.readiness import wait_listening
from worker.settings import SandboxSettings
from worker.socket_mount import SocketMount
from worker.spawn import Child, Command
from worker.view import view_of_command, view_of_reference

# What an agent sees of the worker's environment. The rest of what it gets is
# ARENA_ADDRESS, its label, TMPDIR (private) and PYTHONUNBUFFERED (so that the last
# words of a Python bot that crashes are in its log). HOME is /tmp where it has a private one.
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ")

# For something harmless to start and end, where an agent did not start.
_TRIAL_S = 10.0
# What programs say that miss a file.
_MISSES = ("No such file or directory", "Read-only file system", "ModuleNotFoundError")
_MIB = 1024 * 1024
# Without a control group only what a process may write to is limited, process by process,
# and reserved stacks of threads count: several times what the whole sandbox should have.
_DATA_FACTOR = 4


class ProcessSandbox:
    """An agent in a process of its own, called over a Unix socket in a private directory.

    A `cmd:` agent runs in the worker's directory, any other in the private one. Raises
    SandboxError if its command does not exist.
    """

    sandboxed = True

    def __init__(self, agent: AgentSpec, settings: SandboxSettings, log_path: Path | None) -> None:
        self._name = agent.text
        self._settings = settings
        confined = confinement(settings)
        self._bubblewrap = confined.bubblewrap
        with ExitStack() as undo:
            # A plain process can write where it likes, and its TMPDIR is there.
            mount = SocketMount(tmpfs=confined.bubblewrap is not None)
            undo.callback(mount.remove)
            self._socket = mount.socket
            self.address = f"unix:{mount.socket}"
            start = _start(agent, settings, self.address, mount.path)
            self._cgroup = confined.cgroup(settings)
            if self._cgroup is not None:
                undo.callback(self._cgroup.remove)
            self._command = _command(start, settings, self._bubblewrap, self._cgroup, mount.path)
            # What stands before the agent's own words.
            self._around = self._command.argv[: -len(start.argv)]
            self._child = Child(self._command, AgentLog(log_path, settings.log_bytes))
            undo.callback(self._child.stop)
            self._undo = undo.pop_all()

    @property
    def pid(self) -> int:
        """The process that we started; its id is that of its group too."""
        return self._child.pid

    @property
    def freeze(self) -> FreezeHandle:
        if self._cgroup is not None and self._cgroup.freezes:
            return FreezeHandle(cgroup=self._cgroup.path)
        return FreezeHandle(process_group=self.pid)

    def exited(self) -> Ending | None:
        reason = self._child.exited()
        return None if reason is None else self._judge(reason)

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        self._child.on_exit(None if tell is None else lambda reason: tell(self._judge(reason)))

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """Returns when the socket takes connections: the arbiter does the talking."""
        log = self._child.log
        try:
            wait_listening(self._name, self._socket, self._wait, log, seconds, interrupt)
        except SandboxError as error:
            if error.ending is not None and (trouble := self._trouble()):
                raise SandboxError(
                    f"{error}; nothing else starts here, either: {trouble}"
                ) from None
            raise SandboxError(f"{error}{self._hint(str(error))}", ending=error.ending) from None

    def stop(self) -> None:
        self._undo.close()

    def _judge(self, reason: str) -> Ending:
        """What an end means: a process that hit a limit of its group did not crash by itself."""
        if self._child.failed:
            return Ending("internal error in its sandbox", None)
        if self._cgroup is not None:
            hits = self._cgroup.hits()
            if hits.out_of_memory:
                limit = f"limit {self._settings.memory_bytes // _MIB} MiB"
                return Ending(f"out of memory ({limit}): {reason}", "OUT_OF_MEMORY")
            if hits.too_many_processes:
                limit = f"limit {self._settings.processes}"
                return Ending(f"too many processes ({limit}): {reason}", "TOO_MANY_PROCESSES")
        return Ending(reason)

    def _wait(self, seconds: float) -> Ending | None:
        reason = self._child.wait(seconds)
        return None if reason is None else self._judge(reason)

    def _trouble(self) -> str:
        """What goes wrong when something harmless is run in the same way; "" if nothing does.

        What an agent writes and how it ends prove nothing: it would blame the host.
        """
        try:
            cgroup = confinement(self._settings).cgroup(self._settings)
            command = replace(self._command, argv=(*self._around, "true"), cgroup=cgroup)
            trial = Child(command, AgentLog(None, 0))
        except (SandboxError, OSError) as error:
            return str(error)
        ended = trial.wait(_TRIAL_S)
        trial.stop()
        if ended == "exit code 0":
            return ""
        return " ".join([ended or f"no end within {_TRIAL_S:g} s", *trial.log.last_lines(1)])

    def _hint(self, said: str) -> str:
        if self._bubblewrap is None or not any(word in said for word in _MISSES):
            return ""
        return "; it sees few files and writes to /tmp only (more to read: ARENA_READABLE)"


@dataclass(frozen=True, slots=True)
class _Start:
    """What is run, apart from what it is run in. The program is a whole path."""

    argv: list[str]
    directory: Path
    environment: Mapping[str, str]
    own: bool  # a user's command, not one of our reference agents


def _start(agent: AgentSpec, settings: SandboxSettings, address: str, private: Path) -> _Start:
    own = agent.kind == "command"
    argv = _words(agent, address) if own else _reference(agent)
    directory = settings.directory if own else private
    environment = _environment(settings.environment, address, private)
    argv[0] = _find(argv[0], agent, directory, environment.get("PATH", ""))
    return _Start(argv, directory, environment, own)


def _command(
    start: _Start,
    settings: SandboxSettings,
    bubblewrap: Bubblewrap | None,
    cgroup: Cgroup | None,
    private: Path,
) -> Command:
    argv: Sequence[str] = start.argv
    environment = start.environment
    if bubblewrap is not None:
        view = (
            view_of_command(argv, settings, private)
            if start.own
            else view_of_reference(settings, private)
        )
        argv = bubblewrap.around(argv, view, settings.tmp_bytes)
        environment = {**environment, "HOME": "/tmp", "TMPDIR": "/tmp"}
    return Command(
        argv=tuple(argv),
        environment=environment,
        directory=start.directory,
        limits=_limits(settings, cgroup),
        cores=settings.cores,
        cgroup=cgroup,
        tells_signals=bubblewrap is not None,
    )


def _limits(settings: SandboxSettings, cgroup: Cgroup | None) -> dict[str, int]:
    limits = {"core": 0, "nofile": settings.open_files, "fsize": settings.file_bytes}
    if cgroup is None or not cgroup.limits_memory:
        limits["data"] = _DATA_FACTOR * settings.memory_bytes
    return limits


def _words(agent: AgentSpec, address: str) -> list[str]:
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
