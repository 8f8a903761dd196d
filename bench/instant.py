"""Agents and echoes for the benches, in a process of their own: `python -m bench.instant ADDRESS`.

The agent shuffles a knight to and fro as fast as it can (threechess, any seat). With
`--sleep MS` it sleeps before each move instead, and says in its thought how long it really
took, in microseconds. The same server answers `bench.Echo/Play` with what it is sent.
"""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio

from arena.v1 import agent_pb2, agent_pb2_grpc

ECHO = "/bench.Echo/Play"


class Shuffler(agent_pb2_grpc.AgentServiceServicer):
    """Moves a knight out and back, whatever the others do."""

    def __init__(self, sleep_ms: float) -> None:
        self._sleep = sleep_ms / 1000

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
        if not self._sleep:
            return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=move))
        begin = time.monotonic_ns()
        await asyncio.sleep(self._sleep)
        thought = agent_pb2.Thought(score=(time.monotonic_ns() - begin) / 1000)
        return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=move, thought=thought))


async def _echo(requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
    async for request in requests:
        yield request


async def serve(address: str, sleep_ms: float) -> None:
    """Serves until the process is stopped."""
    server = grpc.aio.server()
    agent_pb2_grpc.add_AgentServiceServicer_to_server(  # type: ignore[no-untyped-call]
        Shuffler(sleep_ms), server
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
    parser.add_argument("address")
    parser.add_argument("--sleep", type=float, default=0.0, metavar="MS")
    arguments = parser.parse_args()
    asyncio.run(serve(arguments.address, arguments.sleep))
