"""A bot for games without turns that has a pawn step ahead now and then and does one thing
wrong: `python faulty_live_bot.py FAULT`."""

import os
import sys
from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc

from arena.v1 import agent_pb2, agent_pb2_grpc

Requests = Iterator[agent_pb2.PlayRequest]
Responses = Iterator[agent_pb2.PlayResponse]

FAULT = sys.argv[1]
EXIT = 7
# Pieces of White's and Black's that can step ahead, and where to.
_STEPS = ((12, "e3"), (28, "e6"))


class Bot(agent_pb2_grpc.AgentServiceServicer):
    """One match a stream."""

    def Play(self, requests: Requests, context: Any) -> Responses:  # noqa: N802
        start = next(requests).start
        yield agent_pb2.PlayResponse(ready=agent_pb2.Ready(name="faulty", version="1"))
        answered = -1
        for request in requests:
            match request.WhichOneof("message"):
                case "tick_over":
                    time = request.tick_over.time_ms
                    if FAULT == "dies-on-repeat" and time == answered:
                        os._exit(EXIT)
                    if FAULT == "dies-late" and time >= 2000:
                        os._exit(EXIT)
                    yield from self._tick(start.seat, time)
                    answered = time
                case "ping":
                    pong = agent_pb2.Pong(nonce=request.ping.nonce)
                    yield agent_pb2.PlayResponse(pong=pong)
                case "finish":
                    return
                case None if FAULT == "strict":
                    context.abort(grpc.StatusCode.INVALID_ARGUMENT, "what is this?")

    def _tick(self, seat: int, time: int) -> Responses:
        if FAULT == "resigns":
            yield agent_pb2.PlayResponse(resign=agent_pb2.Resign())
        if FAULT == "resigns-by-order":
            yield agent_pb2.PlayResponse(order=agent_pb2.Order(resign=True))
        if FAULT == "never-done":
            return
        piece, to = _STEPS[seat]
        yield agent_pb2.PlayResponse(order=agent_pb2.Order(order_id=1, piece=piece, to=to))
        done = agent_pb2.TickDone(time_ms=time + (FAULT == "wrong-time"), rest_until_ms=time + 1000)
        yield agent_pb2.PlayResponse(tick_done=done)


def main() -> None:
    server = grpc.server(futures.ThreadPoolExecutor(8))
    agent_pb2_grpc.add_AgentServiceServicer_to_server(Bot(), server)  # type: ignore[no-untyped-call]
    server.add_insecure_port(os.environ["ARENA_ADDRESS"])
    server.start()
    server.wait_for_termination()


if __name__ == "__main__":
    main()
