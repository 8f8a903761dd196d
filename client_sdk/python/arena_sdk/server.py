"""The process of a bot: listens, plays, and stops when it is told to."""

import signal
import sys
import threading
from collections.abc import Callable
from concurrent import futures
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.v1 import agent_pb2, agent_pb2_grpc
from arena_sdk.address import checked_address, find_address
from arena_sdk.bot import Bot, as_bot
from arena_sdk.errors import InvalidAddress, SdkError
from arena_sdk.service import AgentService

_SERVICE = agent_pb2.DESCRIPTOR.services_by_name["AgentService"].full_name
# Message sizes are the protocol's (agent.proto). Without so_reuseport a second bot on the
# same port is an error, instead of taking every other call.
_OPTIONS = [
    ("grpc.max_receive_message_length", 1024 * 1024),
    ("grpc.max_send_message_length", 64 * 1024),
    ("grpc.so_reuseport", 0),
]
_STOP_SECONDS = 1.0

T = TypeVar("T")


class ThreadPerCall(futures.Executor):
    """Runs every call in a daemon thread of its own.

    A match keeps its thread for as long as it lasts, so a pool would only be a limit; and
    nobody waits at the end for a bot that still thinks.
    """

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> futures.Future[T]:
        """Starts the call; the future has its outcome."""
        future: futures.Future[T] = futures.Future()

        def run() -> None:
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:  # noqa: BLE001 - whoever has the future is told
                future.set_exception(error)

        threading.Thread(target=run, daemon=True, name="arena-sdk-call").start()
        return future


class AgentServer:
    """A bot that listens at `address`, from `start` until `stop`.

    Offers standard gRPC health and reflection beside AgentService. `address` is a text
    such as "unix:/path/to/socket" or "host:port"; with port 0 one is chosen, and
    `address` tells it. Raises InvalidAddress for one that cannot be listened on.
    """

    def __init__(self, bot: Bot, address: str) -> None:
        self.bot = bot
        self._server = grpc.server(ThreadPerCall(), options=_OPTIONS)
        register = agent_pb2_grpc.add_AgentServiceServicer_to_server
        register(AgentService(bot), self._server)  # type: ignore[no-untyped-call]
        self._health = health.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        names = [_SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection(names, self._server)
        for name in ("", _SERVICE):
            self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        self.address = self._listen(checked_address(address))

    def _listen(self, address: str) -> str:
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError:
            port = 0
        if not port:
            raise InvalidAddress(
                f"address {address!r} cannot be listened on: is it in use, or not ours?"
            )
        if address.startswith("unix:"):
            return address
        return f"{address.rpartition(':')[0]}:{port}"

    def start(self) -> None:
        """Takes calls from now on."""
        self._server.start()

    def stop(self) -> None:
        """Ends every match and all listening, within about a second."""
        self._health.enter_graceful_shutdown()
        self._server.stop(grace=None).wait(_STOP_SECONDS)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def serve(agent: object, *, address: str | None = None, **traits: Any) -> None:
    """Lets a bot play until SIGTERM or Ctrl-C. Blocks; call it in the main thread.

    `agent` is a function that takes a `Turn` and returns a move, a class (see `Player`),
    or a `Bot`. It listens at `address`, else at `--address` of the command line, else at
    ARENA_ADDRESS. `traits`, such as `name="mine"`, are those of `Traits`.
    Exits with code 2 and one line on stderr if it cannot listen or if `agent` is no bot.
    """
    try:
        bot = as_bot(agent, **traits)
        server = AgentServer(bot, address or find_address(sys.argv[1:]))
    except SdkError as error:
        _say(str(error))
        sys.exit(2)
    asked_to_stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked_to_stop.set())
    with server:
        _say(f"{bot.traits.name} {bot.traits.version} listens at {server.address}")
        asked_to_stop.wait()


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - a bot's log is its stderr
