"""The processes of one command: started, watched, started again when they end, and stopped.

A service that is killed comes back by itself; what it was doing is resumed from what the
league has recorded. Everything ends with the command, also when the command is killed.
"""

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from cli.errors import UserError
from worker.agent_log import AgentLog
from worker.socket_directory import SocketDirectory
from worker.spawn import Child, Command

# A service that ends this often within that many seconds will not do better next time.
_MOST_ENDS = 5
_WITHIN_S = 60.0
_STOP_S = 10.0
_LOG_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class Service:
    """A sub-command of `arena` that serves: its name in logs, and its arguments."""

    name: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


class Tree:
    """A context in which services run; leaving it stops them, the last one first."""

    def __init__(self, services: Sequence[Service], logs: Path | None) -> None:
        self._services = services
        self._logs = logs
        self._children: dict[str, Child] = {}
        self._ends: dict[str, deque[float]] = {}

    def supervise(self) -> list[str]:
        """Starts what has ended again; one line for each. Raises UserError when one
        service keeps ending."""
        said = []
        for service in self._services:
            reason = self._children[service.name].exited()
            if reason is None:
                continue
            self._count_end(service, reason)
            self._start(service)
            said.append(f"{service.name} ended ({reason}); it was started again")
        return said

    def _start(self, service: Service) -> None:
        log = None if self._logs is None else self._logs / f"{service.name}.log"
        command = Command(
            argv=(sys.executable, "-m", "cli.main", *service.arguments),
            environment={**os.environ, "PYTHONUNBUFFERED": "1", **service.environment},
            directory=Path.cwd(),
            # Killed ourselves, we still want leases given back and agents ended.
            death_signal=signal.SIGTERM,
        )
        self._children[service.name] = Child(command, AgentLog(log, _LOG_BYTES))

    def _count_end(self, service: Service, reason: str) -> None:
        ends = self._ends.setdefault(service.name, deque(maxlen=_MOST_ENDS))
        ends.append(time.monotonic())
        if len(ends) == _MOST_ENDS and ends[-1] - ends[0] < _WITHIN_S:
            lines = self._children[service.name].log.last_lines(3)
            raise UserError(
                f"the {service.name} ended {_MOST_ENDS} times within {_WITHIN_S:g} s "
                f"({reason}); its log ends: {' | '.join(lines) or 'empty'}"
            )

    def __enter__(self) -> Self:
        for service in self._services:
            self._start(service)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for service in reversed(self._services):
            self._children[service.name].stop(_STOP_S)


class ArbiterSocket(SocketDirectory):
    """A private directory for the socket of an arbiter of ours."""

    @property
    def address(self) -> str:
        return f"unix:{self.socket}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()


def arbiter_service(address: str) -> Service:
    """The arbiter as a service of a tree."""
    return Service("arbiter", ("serve", "arbiter", "--address", address))


def arena_services(address: str, redis_url: str, concurrency: int, *names: str) -> list[Service]:
    """All services over a Redis: the arbiter at an address, a worker, and a director of the
    tournaments of those names (none: of all)."""
    environment = {"ARENA_REDIS_URL": redis_url}
    worker = ("worker", "--arbiter", address, "--concurrency", str(concurrency))
    return [
        arbiter_service(address),
        Service("worker", worker, environment),
        Service("director", ("director", *names), environment),
    ]
