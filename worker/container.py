"""Agents as containers: for everybody's bots.

A container has no network, no capabilities and no disk to write on; it has the core of its
match, and an amount of memory and a number of processes that it cannot exceed (see
container_limits.py). It is called over a Unix socket in a private directory (see
socket_mount.py). It starts in a thread of its own (see container_run.py), so that all seats
of a match start at once.
"""

import os
import random
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from league.agents import AgentSpec
from worker.agent_log import AgentLog
from worker.container_engine import open_engine
from worker.container_labels import labels
from worker.container_limits import Place, configuration
from worker.container_run import ContainerRun
from worker.ending import Ending
from worker.freeze_handle import FreezeHandle
from worker.interrupt import Interrupt
from worker.readiness import wait_listening
from worker.settings import SandboxSettings
from worker.socket_mount import SocketMount


class ContainerSandbox:
    """An agent in a container of its own.

    Raises SandboxError if there is no container engine, or its image cannot be run.
    """

    sandboxed = True

    def __init__(self, agent: AgentSpec, settings: SandboxSettings, log_path: Path | None) -> None:
        self._name = agent.text
        engine = open_engine(settings)
        image = engine.find_image(agent.target)
        with ExitStack() as undo:
            mount = SocketMount()
            undo.callback(mount.remove)
            place = Place(mount, _user(settings, engine.rootless, undo), labels())
            config = configuration(image, settings, place)
            agent_log = AgentLog(log_path, settings.log_bytes)
            self._run = ContainerRun(engine, self._name, config, settings, mount, agent_log)
            undo.callback(self._run.stop)
            self._undo = undo.pop_all()
        self._socket = mount.socket
        self.address = f"unix:{mount.socket}"

    @property
    def freeze(self) -> FreezeHandle | None:
        cgroup = self._run.cgroup
        return None if cgroup is None else FreezeHandle(cgroup=cgroup.path)

    def exited(self) -> Ending | None:
        return self._run.exited()

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        self._run.on_exit(tell)

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        """Returns when the socket takes connections. The engine's time is not the agent's."""
        run = self._run
        run.wait_launched(interrupt)
        wait_listening(self._name, self._socket, run.wait, run.log, seconds, interrupt)

    def stop(self) -> None:
        self._undo.close()


_taken: set[int] = set()
_lock = threading.Lock()


def _user(settings: SandboxSettings, rootless: bool, undo: ExitStack) -> str:
    """Who the container runs as: the arbiter must be able to connect to its socket.

    Under root it is a user of its own, and root connects to everybody's; else it is the
    user who runs the worker and the arbiter (who is root inside, if the engine is his too).
    """
    if os.geteuid() != 0:
        return "0:0" if rootless else f"{os.geteuid()}:{os.getegid()}"
    with _lock:
        free = [uid for uid in settings.uids if uid not in _taken]
        uid = random.choice(free or settings.uids)  # another worker of this host chooses, too
        _taken.add(uid)
    undo.callback(_taken.discard, uid)
    return f"{uid}:{uid}"
