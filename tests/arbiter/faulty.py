"""Scripted agents, most of them at fault. Each is a coroutine over one Play stream."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc.aio

from arena.v1 import agent_pb2, agent_pb2_grpc

Requests = AsyncIterator[agent_pb2.PlayRequest]
Responses = AsyncIterator[agent_pb2.PlayResponse]
Script = Callable[[Requests, Any], Responses]

NOTHING: list[agent_pb2.PlayResponse] = []


def ready(**features: bool) -> agent_pb2.PlayResponse:
    return agent_pb2.PlayResponse(
        ready=agent_pb2.Ready(name="scripted", version="7", features=agent_pb2.Features(**features))
    )


def move(ply: int, text: str = "a", **more: Any) -> agent_pb2.PlayResponse:
    return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=text, **more))


async def polite(requests: Requests, then: Callable[[agent_pb2.Turn], Any]) -> Responses:
    """Introduces itself, answers pings, and does `then` on each turn; ends at Finish."""
    async for request in requests:
        match request.WhichOneof("message"):
            case "start":
                yield ready()
            case "ping":
                pong = agent_pb2.Pong(nonce=request.ping.nonce)
                yield agent_pb2.PlayResponse(pong=pong)
            case "turn":
                for response in then(request.turn):
                    yield response
            case "finish":
                return


def always(text: str, **more: Any) -> Script:
    """Makes one and the same move."""
    return lambda requests, context: polite(requests, lambda turn: [move(turn.ply, text, **more)])


def silent(requests: Requests, context: Any) -> Responses:
    """Takes its turns and never answers."""
    return polite(requests, lambda turn: [])


async def no_pongs(requests: Requests, context: Any) -> Responses:
    """Plays, but answers no ping."""
    async for request in requests:
        if request.HasField("start"):
            yield ready()
        elif request.HasField("turn"):
            yield move(request.turn.ply)
        elif request.HasField("finish"):
            return


async def never_ready(requests: Requests, context: Any) -> Responses:
    """Listens, reads, and never says Ready."""
    async for _ in requests:
        pass
    for response in NOTHING:
        yield response


async def crash_at_start(requests: Requests, context: Any) -> Responses:
    """Its stream breaks before Ready."""
    await context.abort(grpc.StatusCode.INTERNAL, "boom")
    for response in NOTHING:
        yield response


def crash_on_turn(ply: int) -> Script:
    """Its stream breaks when it is to make the move of that ply."""

    async def script(requests: Requests, context: Any) -> Responses:
        async for response in polite(requests, lambda turn: [move(turn.ply)]):
            if response.HasField("move") and response.move.ply >= ply:
                await context.abort(grpc.StatusCode.INTERNAL, "boom")
            yield response

    return script


def move_then_crash(requests: Requests, context: Any) -> Responses:
    """Makes one good move, and its stream ends."""

    async def script() -> Responses:
        async for response in polite(requests, lambda turn: [move(turn.ply)]):
            yield response
            if response.HasField("move"):
                return

    return script()


def resigns(requests: Requests, context: Any) -> Responses:
    """Gives up on its first turn."""
    give_up = agent_pb2.PlayResponse(resign=agent_pb2.Resign(comment="enough"))
    return polite(requests, lambda turn: [give_up])


def wrong_plies(requests: Requests, context: Any) -> Responses:
    """Sends moves of other plies around each right one: ignored, never played."""
    return polite(
        requests,
        lambda turn: [move(turn.ply + 1, "b"), move(turn.ply), move(turn.ply, "b")],
    )


def floods(requests: Requests, context: Any) -> Responses:
    """Sends hundreds of messages that nobody asked for."""
    return polite(requests, lambda turn: [move(turn.ply + 5)] * 500)


def empty_message(requests: Requests, context: Any) -> Responses:
    """Answers with a message that holds nothing."""
    return polite(requests, lambda turn: [agent_pb2.PlayResponse()])


def huge_message(requests: Requests, context: Any) -> Responses:
    """Answers with a message over the size limit."""
    return polite(requests, lambda turn: [move(turn.ply, "a" * 200_000)])


def claims_falsely(requests: Requests, context: Any) -> Responses:
    """Claims a draw with every move."""
    return polite(requests, lambda turn: [move(turn.ply, "b", claim=agent_pb2.CLAIM_DRAW)])


def garbage(requests: Requests, context: Any) -> Responses:
    """Answers with bytes that are no message: see `Agent`, which sends strings raw."""
    return polite(requests, lambda turn: [b"\xff\xff\xff\xff"])


class Agent(agent_pb2_grpc.AgentServiceServicer):
    """Serves a script; remembers the requests of every stream."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.streams: list[list[agent_pb2.PlayRequest]] = []

    async def Play(self, requests: Requests, context: Any) -> Responses:  # noqa: N802
        heard: list[agent_pb2.PlayRequest] = []
        self.streams.append(heard)

        async def listen() -> Requests:
            async for request in requests:
                heard.append(request)
                yield request

        async for response in self.script(listen(), context):
            yield response

    @property
    def finish(self) -> agent_pb2.Finish:
        """The Finish of its last stream."""
        return self.streams[-1][-1].finish

    @property
    def turns(self) -> list[agent_pb2.Turn]:
        """The turns of its last stream."""
        return [request.turn for request in self.streams[-1] if request.HasField("turn")]


async def serve(agent: Agent, address: str) -> grpc.aio.Server:
    """Serves an agent; bytes that a script yields go out as they are."""
    handler = grpc.stream_stream_rpc_method_handler(
        agent.Play,
        request_deserializer=agent_pb2.PlayRequest.FromString,
        response_serializer=lambda response: (
            response if isinstance(response, bytes) else response.SerializeToString()
        ),
    )
    server = grpc.aio.server()
    service = "arena.v1.AgentService"
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {"Play": handler}),)
    )
    server.add_insecure_port(address)
    await server.start()
    return server
