"""Agents and echoes for the benches, in a process of their own: `python -m bench.instant ADDRESS`.

The agent shuffles a knight to and fro as fast as it can (threechess, any seat). With
`--sleep MS` it sleeps before each move, with `--spin MS` it computes that long, with
`--work N` it computes a fixed amount; then it says in its thought how long it really took,
in microseconds. With `--ponder` it computes all the time, whoever's turn it is. The same
server answers `bench.Echo/Play` with what it is sent. `--copies N` makes N such processes.
"""

import argparse
import asyncio
import os
import random
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio

from arena.v1 import agent_pb2, agent_pb2_grpc

ECHO = "/bench.Echo/Play"


@dataclass(frozen=True)
class Habits:
    """What the agent does before each move; seconds, and a count of loops."""

    sleep: float = 0.0
    spin: float = 0.0
    work: int = 0

    @property
    def none(self) -> bool:
        return not (self.sleep or self.spin or self.work)

    async def follow(self) -> None:
        """Does it. Computing blocks the process, as it does in a real bot."""
        # Drawn anew each time, so that agents do not all wake up together.
        await asyncio.sleep(self.sleep * (0.5 + random.random()))
        until = time.monotonic() + self.spin
        while self.spin and time.monotonic() < until:
            pass
        for _ in range(self.work):
            pass


class Shuffler(agent_pb2_grpc.AgentServiceServicer):
    """Moves a knight out and back, whatever the others do."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits

    async def Play(  # noqa: N802
        self, requests: AsyncIterator[agent_pb2.PlayRequest], context: Any
    ) -> AsyncIterator[agent_pb2.PlayResponse]:
        section, out = "B", True
        async for request in requests:
            kind = request.WhichOneof("message")
            if kind == "turn":
                move = f"{section}B1{section}A3" if out else f"{section}A3{section}B1"
                out = not out
                yield await self._answer(request.turn.ply, move)
            elif kind == "start":
                section = "BGR"[request.start.seat]
                yield agent_pb2.PlayResponse(ready=agent_pb2.Ready(name="shuffler"))
            elif kind == "ping":
                yield agent_pb2.PlayResponse(pong=agent_pb2.Pong(nonce=request.ping.nonce))
            elif kind == "finish":
                return

    async def _answer(self, ply: int, move: str) -> agent_pb2.PlayResponse:
        if self._habits.none:
            return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=move))
        begin = time.monotonic_ns()
        await self._habits.follow()
        thought = agent_pb2.Thought(score=(time.monotonic_ns() - begin) / 1000)
        return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=move, thought=thought))


async def _echo(requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
    async for request in requests:
        yield request


def ponder() -> None:
    """Computes for ever, in a process of its own that ends with this one."""
    parent = os.getpid()
    if os.fork() == 0:
        while os.getppid() == parent:
            for _ in range(100_000):
                pass
        os._exit(0)


async def serve(address: str, habits: Habits) -> None:
    """Serves until the process is stopped."""
    server = grpc.aio.server()
    agent_pb2_grpc.add_AgentServiceServicer_to_server(  # type: ignore[no-untyped-call]
        Shuffler(habits), server
    )
    handler = grpc.stream_stream_rpc_method_handler(_echo)
    service = ECHO.split("/")[1]
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {"Play": handler}),)
    )
    server.add_insecure_port(address)
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", nargs="?", default=os.environ.get("ARENA_ADDRESS"))
    parser.add_argument("--sleep", type=float, default=0.0, metavar="MS")
    parser.add_argument("--spin", type=float, default=0.0, metavar="MS")
    parser.add_argument("--work", type=int, default=0, metavar="N")
    parser.add_argument("--ponder", action="store_true")
    parser.add_argument("--copies", type=int, default=1, help="processes, at ADDRESS-1, ...")
    parser.add_argument("--core", type=int, default=None)
    arguments = parser.parse_args()
    for copy in range(1, arguments.copies):
        if os.fork() == 0:
            arguments.address += f"-{copy}"
            break
    if arguments.core is not None:
        os.sched_setaffinity(0, {arguments.core})
    if arguments.ponder:
        ponder()
    habits = Habits(arguments.sleep / 1000, arguments.spin / 1000, arguments.work)
    asyncio.run(serve(arguments.address, habits))
