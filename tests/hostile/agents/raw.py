"""A bot without the SDK: what it yields goes on the wire as it is."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from typing import Any

import grpc

from arena.v1 import agent_pb2

Requests = Iterator[agent_pb2.PlayRequest]
Script = Callable[[Requests, Any], Iterator[bytes]]

READY = agent_pb2.PlayResponse(
    ready=agent_pb2.Ready(name="hostile", features=agent_pb2.Features(wants_legal_moves=True))
).SerializeToString()


def move(ply: int, text: str, comment: str = "") -> bytes:
    thought = agent_pb2.Thought(comment=comment)
    told = agent_pb2.Move(ply=ply, move=text, thought=thought)
    return agent_pb2.PlayResponse(move=told).SerializeToString()


def resign() -> bytes:
    return agent_pb2.PlayResponse(resign=agent_pb2.Resign(comment="enough")).SerializeToString()


def pong(nonce: int) -> bytes:
    return agent_pb2.PlayResponse(pong=agent_pb2.Pong(nonce=nonce)).SerializeToString()


def polite(
    requests: Requests,
    answer: Callable[[agent_pb2.Turn], Iterable[bytes]],
    before_pong: Callable[[], Any] = lambda: None,
) -> Iterator[bytes]:
    """Introduces itself, answers pings, and does `answer` on each turn; ends at Finish."""
    for request in requests:
        match request.WhichOneof("message"):
            case "start":
                yield READY
            case "ping":
                before_pong()
                yield pong(request.ping.nonce)
            case "turn":
                yield from answer(request.turn)
            case "finish":
                return


def serve(script: Script, compression: grpc.Compression = grpc.Compression.NoCompression) -> None:
    """Serves the script for ever, without a limit on what it sends."""
    handler = grpc.stream_stream_rpc_method_handler(
        script, request_deserializer=agent_pb2.PlayRequest.FromString
    )
    options = [("grpc.max_send_message_length", -1)]
    server = grpc.server(futures.ThreadPoolExecutor(4), options=options, compression=compression)
    service = grpc.method_handlers_generic_handler("arena.v1.AgentService", {"Play": handler})
    server.add_generic_rpc_handlers((service,))
    server.add_insecure_port(os.environ["ARENA_ADDRESS"])
    server.start()
    threading.Event().wait()
