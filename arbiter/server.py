"""One arbiter process: an event loop with stamped polls, a gRPC server, a clean stop."""

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

import grpc.aio
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection

from arbiter.canary import Canary
from arbiter.hall import Hall
from arbiter.host import HostMeter
from arbiter.looptime import LoopClock, stamped_loop
from arbiter.service import ArbiterService, RefusalInterceptor
from arena.v1 import arbiter_pb2, arbiter_pb2_grpc

SERVICE = arbiter_pb2.DESCRIPTOR.services_by_name["ArbiterService"].full_name
_STOP_S = 3.0
_GC_THRESHOLDS = (20_000, 20, 100)
_log = structlog.get_logger()

# A worker's first message carries the journal of a resumed match: room for a long one.
_SERVER_OPTIONS = [
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.so_reuseport", 0),
]


@dataclass(frozen=True)
class ArbiterConfig:
    """How an arbiter is set up.

    `address` is "unix:/path" or "host:port" (port 0 picks a free one); `capacity` is how
    many matches it takes at once.
    """

    address: str
    capacity: int = 256
    name: str = "arbiter"


class CannotListen(OSError):
    """The address is taken, or not to be had."""


@dataclass(frozen=True)
class RunningArbiter:
    """An arbiter that serves; `address` is where."""

    address: str
    hall: Hall
    server: grpc.aio.Server
    health: HealthServicer
    canary: Canary

    async def stop(self) -> None:
        """Refuses new matches, voids those under way, and ends all streams."""
        await self.health.enter_graceful_shutdown()
        await self.hall.close()
        await self.server.stop(_STOP_S)
        self.canary.close()


async def start_arbiter(config: ArbiterConfig, clock: LoopClock) -> RunningArbiter:
    """Starts serving on the running loop, which `clock` must stamp. Raises CannotListen."""
    server = grpc.aio.server(interceptors=[RefusalInterceptor()], options=_SERVER_OPTIONS)
    try:
        port = server.add_insecure_port(config.address)
    except RuntimeError:
        raise CannotListen(
            f"cannot listen on {config.address}: it is taken, or no address of this machine"
        ) from None
    canary = Canary()
    hall = Hall(clock, config.capacity, HostMeter(canary.lateness))
    address = config.address
    if not address.startswith("unix:"):
        address = f"{address.rpartition(':')[0]}:{port}"
    service = ArbiterService(hall, config.name, version("bot-arena"), address)
    arbiter_pb2_grpc.add_ArbiterServiceServicer_to_server(service, server)  # type: ignore[no-untyped-call]
    health = HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    reflection.enable_server_reflection([SERVICE, reflection.SERVICE_NAME], server)
    await server.start()
    for name in ("", SERVICE):
        await health.set(name, health_pb2.HealthCheckResponse.SERVING)
    return RunningArbiter(address, hall, server, health, canary)


def serve_arbiter(config: ArbiterConfig, ready: Callable[[str], None]) -> None:
    """Serves until SIGTERM or SIGINT; calls `ready` with the address. Raises CannotListen."""
    # What is loaded by now stays: a full collection would only stop all clocks to look at it.
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    loop, clock = stamped_loop()
    asyncio.set_event_loop(loop)
    with contextlib.closing(loop):
        loop.run_until_complete(_serve(config, clock, ready))


async def _serve(config: ArbiterConfig, clock: LoopClock, ready: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    arbiter = await start_arbiter(config, clock)
    _log.info("arbiter serves", address=arbiter.address, capacity=config.capacity)
    ready(arbiter.address)
    await stop.wait()
    await arbiter.stop()
    _log.info("arbiter stopped")
