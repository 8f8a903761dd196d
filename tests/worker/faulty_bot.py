"""A bot that plays the first legal move and does one thing wrong: `python faulty_bot.py FAULT`."""

import os
import sys
from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc

from arena.v1 import agent_pb2, agent_pb2_grpc
from arena_games import Position, get_game

Requests = Iterator[agent_pb2.PlayRequest]
Responses = Iterator[agent_pb2.PlayResponse]

FAULT = sys.argv[1]
EXIT = 7


class Bot(agent_pb2_grpc.AgentServiceServicer):
    """One match a stream."""

    served = 0

    def Play(self, requests: Requests, context: Any) -> Responses:  # noqa: N802
        self.served += 1
        if FAULT == "one-match" and self.served > 1:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "I have played already")
        if FAULT == "never-ready":
            for _ in requests:
                pass
            return
        start = next(requests).start
        if FAULT == "move-first":
            yield agent_pb2.PlayResponse(move=agent_pb2.Move(ply=0, move="a1a2"))
        yield agent_pb2.PlayResponse(ready=agent_pb2.Ready(name="faulty", version="1"))
        yield from self._match(start, requests, context)

    def _match(self, start: agent_pb2.Start, requests: Requests, context: Any) -> Responses:
        position = get_game(start.game).load(start.position)
        if FAULT != "no-resume":
            position = _after(position, start.moves)
        finished, plies = [False], [-1]
        if FAULT == "dies-when-cancelled":
            context.add_callback(lambda: None if finished[0] else os._exit(EXIT))
        for request in requests:
            match request.WhichOneof("message"):
                case "turn":
                    if FAULT == "dies-on-repeat" and request.turn.ply == plies[0]:
                        os._exit(EXIT)
                    plies[0] = request.turn.ply
                    if FAULT == "dies-far-off" and request.turn.ply > 900:
                        os._exit(EXIT)
                    if FAULT == "no-resume" and request.turn.ply < len(start.moves):
                        continue
                    position = _after(position, request.turn.moves)
                    yield self._move(position, request.turn)
                case "ping" if FAULT != "no-pong":
                    nonce = request.ping.nonce + (FAULT == "wrong-pong")
                    yield agent_pb2.PlayResponse(pong=agent_pb2.Pong(nonce=nonce))
                case "finish":
                    finished[0] = True
                    return
                case None if FAULT == "strict":
                    context.abort(grpc.StatusCode.INVALID_ARGUMENT, "what is this?")

    def _move(self, position: Position, turn: agent_pb2.Turn) -> agent_pb2.PlayResponse:
        ply = turn.ply + (FAULT == "wrong-ply")
        if FAULT == "crashes-late" and turn.ply >= 8:
            os._exit(EXIT)
        if FAULT == "resigns":
            return agent_pb2.PlayResponse(resign=agent_pb2.Resign())
        if FAULT == "empty":
            return agent_pb2.PlayResponse()
        move = "a1a1" if FAULT == "illegal" else position.legal_moves()[0]
        return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=move))


def _after(position: Position, moves: Any) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def main() -> None:
    server = grpc.server(futures.ThreadPoolExecutor(8))
    agent_pb2_grpc.add_AgentServiceServicer_to_server(Bot(), server)  # type: ignore[no-untyped-call]
    server.add_insecure_port(os.environ["ARENA_ADDRESS"])
    server.start()
    print(f"{FAULT} listens", flush=True)  # noqa: T201 - its log
    server.wait_for_termination()


if __name__ == "__main__":
    main()
