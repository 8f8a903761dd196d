"""Starts child processes, and sees to it that none outlives us.

Children are started by one thread that lives as long as the process: the death signal
that each asks for (see shim.py) comes when the *thread* that started it ends. Each leads
a process group and a session of its own and carries a label (see owner.py), by which
its own children are found when it has gone.
"""

import errno
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from worker.agent_log import AgentLog
from worker.cgroup import Cgroup
from worker.leftovers import kill_labelled
from worker.owner import VARIABLE, new_label

log = structlog.get_logger(__name__)

_SHIM = Path(__file__).with_name("shim.py")
_READ = 65536
# How often a watcher looks whether it is to end, once its process has.
_LINGER_MS = 50
# How often a group is killed that somebody may have frozen again meanwhile, in seconds.
_AGAIN = 0.1
_SIGNALLED = 128
# Who floods a full log is read no faster than a read each 10 ms, so that reading costs the
# host nothing; its writes wait meanwhile, on its own time.
_SLOW_S = 0.01

_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")


@dataclass(frozen=True, slots=True)
class Command:
    """What to run: the whole environment is given, nothing is inherited."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    directory: Path
    # Names of rlimits without prefix: {"nofile": 1024}.
    limits: Mapping[str, int] = field(default_factory=dict)
    # Processor cores that it is pinned to; (): any.
    cores: Sequence[int] = ()
    # What the child gets when we end without having stopped it.
    death_signal: signal.Signals = signal.SIGKILL
    # A group that it is to be in; the child ends what is left in it, and removes it.
    cgroup: Cgroup | None = None
    # The program tells the end of another by its own exit code, as a shell does: 128 and
    # the number of the signal.
    tells_signals: bool = False


class Child:
    """A running process with its group, watched until it ends.

    When the process that was started ends, the rest of its groups is killed with it.
    What it writes goes to the log, which is closed with the child. Raises OSError if it
    cannot be started. Thread-safe.
    """

    def __init__(self, command: Command, log: AgentLog) -> None:
        self.log = log
        self._command = command
        self.label = new_label()
        self._lock = threading.Lock()  # held to signal the group, and to reap its leader
        self._reason: str | None = None
        self._stopping = threading.Event()
        self._tell: Callable[[str], object] | None = None
        self.failed = False  # it was ended by a fault of ours
        self._ended = threading.Event()
        with ExitStack() as undo:
            undo.callback(log.close)
            undo.callback(self._remove_cgroup)
            self._process = _spawner.submit(_start, command, self.label).result()
            undo.callback(_discard, self._process)
            self.pid = self._process.pid
            # Here, where it can still be told: who is not watched would never be seen to end.
            self._handle = os.pidfd_open(self.pid)
            undo.callback(os.close, self._handle)
            self._watcher = threading.Thread(
                target=self._watch, name=f"watch-{self.pid}", daemon=True
            )
            _begin(self._watcher)
            undo.pop_all()

    def exited(self) -> str | None:
        """How it ended ("exit code 1", "killed by SIGKILL"), or None while it runs."""
        return self._reason

    def wait(self, seconds: float) -> str | None:
        """Waits that long for the end; returns as `exited`."""
        self._ended.wait(seconds)
        return self._reason

    def on_exit(self, tell: Callable[[str], object] | None) -> None:
        """Calls `tell` with the reason when it ends, at once if it has. One listener at a time."""
        with self._lock:
            self._tell = tell
            reason = self._reason
        if tell is not None and reason is not None:
            tell(reason)

    def stop(self, grace: float = 0.0) -> None:
        """Ends it with all that it started, and waits for that. May be called again.

        With a grace (seconds) it gets SIGTERM first; SIGKILL follows.
        """
        if grace > 0:
            self._signal(signal.SIGTERM)
            self._ended.wait(grace)
        self._signal(signal.SIGKILL)
        while not self._ended.wait(_AGAIN):
            self._kill_cgroup()
        try:
            self._remove_cgroup()
            kill_labelled(self.label)
        finally:
            self._stopping.set()
            self._watcher.join()

    def _signal(self, which: signal.Signals) -> None:
        with self._lock:
            if self._reason is None:
                os.killpg(self.pid, which)
        if which is signal.SIGKILL:
            self._kill_cgroup()

    def _kill_cgroup(self) -> None:
        if self._command.cgroup is not None:
            self._command.cgroup.kill()

    def _remove_cgroup(self) -> None:
        if self._command.cgroup is not None:
            self._command.cgroup.remove()

    def _watch(self) -> None:
        assert self._process.stdout is not None
        try:
            self._follow(self._process.stdout.fileno(), self._handle)
        except Exception:
            log.exception("child not watched any more", pid=self.pid)
            if self._reason is None:  # whoever waits for its end would wait for ever
                self.failed = True
                self._reap()
        finally:
            os.close(self._handle)
            self._process.stdout.close()
            self.log.close()

    def _follow(self, pipe: int, end: int) -> None:
        """Copies its words until it has ended, and nobody holds the pipe."""
        poller = select.poll()
        # In this order: a poll that sees the end then sees the last words before it, too.
        poller.register(end, select.POLLIN)
        poller.register(pipe, select.POLLIN)
        writing = True
        while writing or self._reason is None:
            last_round = self._stopping.is_set()
            ready = {
                handle for handle, _ in poller.poll(None if self._reason is None else _LINGER_MS)
            }
            if pipe in ready and not self._copy(pipe):
                writing = False
                poller.unregister(pipe)
            if end in ready:
                poller.unregister(end)
                self._reap()
            if last_round and self._reason is not None:
                break  # a process that hides from us may hold the pipe for ever

    def _copy(self, pipe: int) -> bool:
        chunk = os.read(pipe, _READ)
        self.log.write(chunk)
        if self.log.full:
            self._stopping.wait(_SLOW_S)
        return bool(chunk)

    def _reap(self) -> None:
        """Kills the group while its leader, a zombie by now, still holds the id; then reaps."""
        with self._lock:
            os.killpg(self.pid, signal.SIGKILL)
            self._kill_cgroup()
            self._reason = _describe(self._process.wait(), self._command.tells_signals)
            tell = self._tell
        self._ended.set()
        if tell is not None:
            tell(self._reason)


def _begin(thread: threading.Thread) -> None:
    """Starts a thread. Raises OSError where there can be no more of them."""
    try:
        thread.start()
    except RuntimeError as error:
        raise OSError(errno.EAGAIN, str(error)) from None


def _discard(process: subprocess.Popen[bytes]) -> None:
    """Kills and reaps a process that was just started, and that nobody watches."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def _start(command: Command, label: str) -> subprocess.Popen[bytes]:
    limits = [f"{name}={value}" for name, value in command.limits.items()]
    groups = [] if command.cgroup is None else command.cgroup.entrances
    cores = [f"cores={','.join(map(str, command.cores))}"] if command.cores else []
    shim = [
        sys.executable,
        "-I",
        "-S",
        str(_SHIM),
        str(os.getpid()),
        str(int(command.death_signal)),
    ]
    return subprocess.Popen(
        [*shim, *(f"join={group}" for group in groups), *cores, *limits, "--", *command.argv],
        env={**command.environment, VARIABLE: label},
        cwd=command.directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        start_new_session=True,
    )


def _describe(code: int, tells_signals: bool) -> str:
    if tells_signals and _SIGNALLED < code <= _SIGNALLED + signal.NSIG:
        code = _SIGNALLED - code
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
