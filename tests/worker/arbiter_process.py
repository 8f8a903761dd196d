"""The real arbiter, in a process of its own."""

import sys
from pathlib import Path

from worker.agent_log import AgentLog
from worker.socket_directory import SocketDirectory
from worker.spawn import Child, Command

_SERVE = """
import sys
from arbiter.server import ArbiterConfig, serve_arbiter
serve_arbiter(ArbiterConfig(sys.argv[1]), ready=lambda address: None)
"""


class ArbiterProcess:
    """An arbiter that can be killed, and started again at the same address."""

    def __init__(self, log: Path) -> None:
        self.place = SocketDirectory()
        self.address = f"unix:{self.place.socket}"
        self._log = log
        self.child = self.start()

    def start(self) -> Child:
        argv = (sys.executable, "-c", _SERVE, self.address)
        self.child = Child(Command(argv, {}, Path.cwd()), AgentLog(self._log, 100_000))
        return self.child

    def stop(self) -> None:
        self.child.stop()
        self.place.remove()
