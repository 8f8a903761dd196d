"""One container from its making to its end, in a thread of its own."""

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

import structlog

from worker.agent_log import AgentLog
from worker.container_cgroup import ContainerCgroup, find_cgroup
from worker.container_engine import Engine, Started, Unframed
from worker.ending import Ending
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.settings import SandboxSettings
from worker.socket_mount import ROOM_BYTES, SocketMount

log = structlog.get_logger(__name__)

_READ = 65536
# How often its limits are looked at: not everything that a kernel counts can be waited for.
_LOOK_MS = 250
# How long its last words may take to come once it has ended.
_LAST_WORDS_MS = 1000
# Who floods its log beyond the cap is read no faster than a read each 10 ms, so that
# reading costs the host nothing; its writes wait meanwhile, on its own time.
_SLOW_S = 0.01
_JOIN_S = 30.0
# For the engine to make and start it: a few calls.
_LAUNCH_S = 60.0
_PAUSE_S = 0.05

_MIB = 1024 * 1024


class ContainerRun:
    """Makes, starts and watches a container. Thread-safe.

    What it writes goes to the log, which is closed with it.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        config: Mapping[str, Any],
        settings: SandboxSettings,
        mount: SocketMount,
        log: AgentLog,
    ) -> None:
        self.log = log
        self.cgroup: ContainerCgroup | None = None
        self._engine = engine
        self._name = name
        self._config = config
        self._settings = settings
        self._mount = mount
        self._id: str | None = None
        self._ending: Ending | None = None
        self._failure: SandboxError | None = None
        self._forks_refused = self._overfull = False
        self._read = 0
        self._tell: Callable[[Ending], object] | None = None
        self._lock = threading.Lock()
        self._launched = threading.Event()
        self._ended = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"run-{name}", daemon=True)
        self._thread.start()

    def exited(self) -> Ending | None:
        """How it ended, or None while it starts or runs."""
        return self._ending

    def wait_launched(self, interrupt: Interrupt) -> None:
        """Returns when the engine has started it, or failed to: `wait` tells.

        Raises SandboxError if that takes too long, Interrupted.
        """
        deadline = time.monotonic() + _LAUNCH_S
        while not self._launched.wait(_PAUSE_S):
            interrupt.check()
            if time.monotonic() >= deadline:
                raise SandboxError(
                    f"agent {self._name}: the container engine did not start it "
                    f"within {_LAUNCH_S:g} s"
                )

    def wait(self, seconds: float) -> Ending | None:
        """Waits that long for the end; returns as `exited`. Raises SandboxError if it could
        not be started."""
        self._ended.wait(seconds)
        if self._failure is not None:
            raise self._failure
        return self._ending

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        """Calls `tell` with the reason when it ends, at once if it has. One listener at a time."""
        with self._lock:
            self._tell = tell
            ending = self._ending
        if tell is not None and ending is not None:
            tell(ending)

    def stop(self) -> None:
        """Kills and removes it, and waits for that; for no longer than the engine's patience."""
        self._stopping.set()
        self._launched.wait()
        self._remove()
        self._thread.join(_JOIN_S)

    def _run(self) -> None:
        try:
            self._watch(*self._launch())
        except SandboxError as error:
            self._fail(error)
        except Exception:
            log.exception("sandbox failed", agent=self._name)
            self._fail(SandboxError(f"agent {self._name}: internal error in its sandbox"))
        finally:
            self.log.close()

    def _fail(self, error: SandboxError) -> None:
        self._failure = error
        self._end(Ending(str(error), None))  # whatever it is, it is not the agent's fault

    def _launch(self) -> tuple[Started, int]:
        try:
            self._id = self._engine.create(self._name, **self._config)
            output = self._engine.attach(self._id)
            try:
                started = self._engine.start(self._name, self._id)
                self.cgroup = find_cgroup(started.pid, started.id)
            except BaseException:
                os.close(output)
                raise
            return started, output
        finally:
            self._launched.set()

    def _watch(self, started: Started, output: int) -> None:
        """Copies its words and looks at its limits until it has ended."""
        with ExitStack() as undo:
            undo.callback(os.close, output)
            process = self._process(started)
            if process is not None:
                undo.callback(os.close, process)
            self._follow(process, output)
        self._end(self._judge(started.id))

    def _follow(self, process: int | None, output: int) -> None:
        unframed = Unframed()
        poller = select.poll()
        poller.register(output, select.POLLIN)
        if process is not None:
            poller.register(process, select.POLLIN)
        speaking = running = True
        while running:
            ready = {handle for handle, _ in poller.poll(_LOOK_MS)}
            self._look()
            if output in ready and not self._copy(output, unframed):
                poller.unregister(output)
                speaking = False
            running = process not in ready if process is not None else speaking
        if speaking:
            self._copy_rest(output, unframed)

    def _process(self, started: Started) -> int | None:
        """A descriptor that tells the end of its first process, where that is in our view."""
        if self.cgroup is None:
            return None
        try:
            handle = os.pidfd_open(started.pid)
        except ProcessLookupError:
            return None
        if find_cgroup(started.pid, started.id) is None:  # it has ended, the id is another's
            os.close(handle)
            return None
        return handle

    def _look(self) -> None:
        if self.cgroup is not None and self.cgroup.refused_forks():
            self._forks_refused = True
        if not self._overfull and self._mount.overfull():
            self._overfull = True
            self._remove()

    def _copy(self, output: int, unframed: Unframed) -> bool:
        try:
            chunk = os.read(output, _READ)
        except ConnectionResetError:  # the engine is gone
            return False
        self.log.write(unframed.feed(chunk))
        self._read += len(chunk)
        if self._read > self._settings.log_bytes:
            self._stopping.wait(_SLOW_S)
        return bool(chunk)

    def _copy_rest(self, output: int, unframed: Unframed) -> None:
        poller = select.poll()
        poller.register(output, select.POLLIN)
        while poller.poll(_LAST_WORDS_MS) and self._copy(output, unframed):
            pass

    def _judge(self, container: str) -> Ending:
        exit_ = self._engine.wait(container)
        how = _describe(exit_.code)
        if exit_.out_of_memory:
            limit = self._settings.memory_bytes // _MIB
            return Ending(f"out of memory (limit {limit} MiB): {how}", "OUT_OF_MEMORY")
        if self._overfull:
            room = ROOM_BYTES // _MIB
            return Ending(f"wrote over {room} MiB beside its socket: {how}", "RULE_VIOLATION")
        if self._forks_refused:
            limit = self._settings.processes
            return Ending(f"too many processes (limit {limit}): {how}", "TOO_MANY_PROCESSES")
        if exit_.code is None and not self._stopping.is_set():
            return Ending("its container was taken away", None)
        return Ending(how)

    def _end(self, ending: Ending) -> None:
        with self._lock:
            self._ending = ending
            tell = self._tell
        self._ended.set()
        if tell is not None:
            tell(ending)

    def _remove(self) -> None:
        if self.cgroup is not None:
            self.cgroup.thaw()
        if self._id is not None:
            self._engine.remove(self._id)


def _describe(code: int | None) -> str:
    """An exit code in words; a container tells a signal as 128 and its number."""
    if code is None:
        return "killed by SIGKILL"
    if code <= 128:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(code - 128).name}"
    except ValueError:
        return f"exit code {code}"
