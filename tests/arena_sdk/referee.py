"""A small arbiter for tests: calls agents over Unix sockets, without clocks or mercy."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc

from arena.v1 import agent_pb2, agent_pb2_grpc
from arena_games import Outcome, Position, get_game
from arena_sdk import AgentServer, as_bot

PATIENCE = 30  # seconds that no test should ever need


class Line:
    """A stream of Play, message by message."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._requests: SimpleQueue[agent_pb2.PlayRequest | None] = SimpleQueue()
        stub = agent_pb2_grpc.AgentServiceStub(channel)  # type: ignore[no-untyped-call]
        self.call = stub.Play(iter(self._requests.get, None), timeout=PATIENCE)

    def send(self, **message: Any) -> None:
        """Sends `turn=agent_pb2.Turn(...)` or the like."""
        self._requests.put(agent_pb2.PlayRequest(**message))

    def read(self) -> agent_pb2.PlayResponse:
        """The next message. Raises grpc.RpcError where the stream ended with an error."""
        response: agent_pb2.PlayResponse = next(self.call)
        return response

    def ask(self, **message: Any) -> agent_pb2.PlayResponse:
        """Sends and reads."""
        self.send(**message)
        return self.read()

    def open(self, **start: Any) -> agent_pb2.Ready:
        """Sends Start; what the agent says of itself."""
        first: dict[str, Any] = {"match_id": "m", "game": "joust", "seed": 7} | start
        return self.ask(start=agent_pb2.Start(**first)).ready

    def close(self) -> None:
        """Says that no more will come; the agent's side must end in order."""
        self._requests.put(None)
        assert list(self.call) == []

    def status(self) -> tuple[grpc.StatusCode, str]:
        """How the agent's side ended: with an error."""
        try:
            extra = self.read()
        except grpc.RpcError as error:
            return error.code(), error.details() or ""
        raise AssertionError(f"the stream goes on: {extra}")


@contextmanager
def calling(address: str) -> Iterator[Line]:
    """A line to the agent at an address; cancelled at the end if it is still open."""
    with grpc.insecure_channel(address) as channel:
        line = Line(channel)
        try:
            yield line
        finally:
            line.send(finish=agent_pb2.Finish())
            line._requests.put(None)
            line.call.cancel()


@contextmanager
def serving(agent: object, directory: Path, **traits: Any) -> Iterator[str]:
    """The address of an agent that listens while the context lasts."""
    name = f"{len(list(directory.iterdir()))}.sock"
    with AgentServer(as_bot(agent, **traits), f"unix:{directory / name}") as server:
        yield server.address


def clocks(seats: int, left: float = 60.0) -> list[agent_pb2.Clock]:
    """The same clock for every seat; seconds."""
    return [agent_pb2.Clock(left_us=round(left * 1_000_000))] * seats


def play(
    addresses: Sequence[str],
    game: str,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 1,
    opening: Sequence[str] = (),
) -> tuple[Position, Outcome, list[agent_pb2.PlayResponse]]:
    """A whole match: the last position, its outcome, and all answers. Illegal moves raise."""
    rules = get_game(game)
    start = rules.start(options, seed)
    position = start
    for move in opening:
        position = position.play(move)
    answers: list[agent_pb2.PlayResponse] = []
    with ExitStack() as stack:
        lines = [stack.enter_context(calling(address)) for address in addresses]
        for seat, line in enumerate(lines):
            ready = line.open(
                game=game,
                seat=seat,
                position=start.text(),
                moves=opening,
                seed=seed + seat,
                clocks=clocks(rules.seats),
            )
            wants = ready.features.wants_legal_moves
            assert ready.name, "an agent says its name"
            line.wants_legal_moves = wants  # type: ignore[attr-defined]
        untold: list[list[str]] = [[] for _ in lines]
        while (outcome := position.outcome()) is None:
            seat = position.to_move
            turn = agent_pb2.Turn(
                ply=position.ply,
                moves=untold[seat],
                clocks=clocks(rules.seats),
                legal_moves=position.legal_moves() if lines[seat].wants_legal_moves else (),  # type: ignore[attr-defined]
            )
            untold[seat] = []
            answer = lines[seat].ask(turn=turn)
            assert answer.move.ply == position.ply
            answers.append(answer)
            position = position.play(answer.move.move)
            for moves in untold:
                moves.append(answer.move.move)
        for line, moves in zip(lines, untold, strict=True):
            line.send(finish=agent_pb2.Finish(scores=outcome.scores, at_fault=-1, moves=moves))
            line.close()
    return position, outcome, answers
