"""A bot as a process: how it starts, what it offers, and how it stops."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from arena.v1 import agent_pb2
from arena_games import get_game
from arena_games.search import Against, Decided, alphabeta
from arena_sdk import AgentServer, InvalidAddress, Turn, as_bot
from tests.arena_sdk.referee import PATIENCE, calling, clocks, play

TEN_LINES = """
from arena_sdk import serve

def bot(turn):
    moves = turn.legal_moves
    return moves[turn.seed % len(moves)]

serve(bot, name="ten lines", max_concurrent_matches=2)
"""

SLEEPER = """
import sys, time
from arena_sdk import serve

def bot(turn):
    print("thinking", file=sys.stderr, flush=True)
    time.sleep(1000)

serve(bot)
"""


def first_move(turn: Turn) -> str:
    return turn.legal_moves[0]


@contextmanager
def process(*command: str, address: str | None) -> Iterator[subprocess.Popen[str]]:
    """A bot's process, killed at the end if it still runs."""
    environment = {key: value for key, value in os.environ.items() if key != "ARENA_ADDRESS"}
    if address is not None:
        environment["ARENA_ADDRESS"] = address
    with subprocess.Popen(
        [sys.executable, *command], env=environment, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def first_line(running: subprocess.Popen[str]) -> str:
    assert running.stderr is not None
    return running.stderr.readline()


def test_a_bot_in_ten_lines(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(TEN_LINES)
    address = f"unix:{tmp_path}/bot.sock"
    with process(str(script), address=address) as running:
        assert first_line(running) == f"ten lines 1 listens at {address}\n"
        _, outcome, answers = play([address, address], "joust")
        assert sum(outcome.scores) == 1
        assert len(answers) > 2
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert not (tmp_path / "bot.sock").exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_though_the_bot_thinks(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "bot.py"
    script.write_text(SLEEPER)
    address = f"unix:{tmp_path}/bot.sock"
    with process(str(script), address=address) as running:
        first_line(running)
        with calling(address) as line:
            line.open(position=get_game("joust").start().text())
            line.send(turn=agent_pb2.Turn(clocks=clocks(2)))
            assert first_line(running) == "thinking\n"
            running.send_signal(how)
            assert running.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("arguments", "address", "line"),
    [
        (["random"], None, "no address to listen on: set ARENA_ADDRESS or --address"),
        (["random"], "nowhere", "address 'nowhere': an address is unix:/path/to/socket"),
        (["randy"], "localhost:0", "unknown agent 'randy'; there are achess:guard"),
        (["paranoid:depth=z"], "localhost:0", "agent paranoid, depth='z': it takes a whole"),
        ([], "localhost:0", "usage: python -m arena_sdk.agents NAME"),
    ],
)
def test_what_cannot_start_says_why_in_one_line(
    arguments: list[str], address: str | None, line: str
) -> None:
    with process("-m", "arena_sdk.agents", *arguments, address=address) as running:
        _, said = running.communicate(timeout=PATIENCE)
        assert running.returncode == 2
    assert said.startswith(line)
    assert said.count("\n") == 1


def test_a_reference_agent_as_a_process() -> None:
    with process("-m", "arena_sdk.agents", "greedy", "--address", "127.0.0.1:0", address=None) as p:
        found = re.fullmatch(r"greedy 1 listens at (127\.0\.0\.1:\d+)\n", first_line(p))
        assert found is not None
        _, outcome, _ = play([found[1]] * 3, "threechess", {"max_plies": 9})
    assert len(outcome.scores) == 3


def test_health_and_reflection(tmp_path: Path) -> None:
    with (
        AgentServer(as_bot(first_move), f"unix:{tmp_path}/a") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        health = health_pb2_grpc.HealthStub(channel)
        for name in ("", "arena.v1.AgentService"):
            answer = health.Check(health_pb2.HealthCheckRequest(service=name), timeout=PATIENCE)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        services = ProtoReflectionDescriptorDatabase(channel).get_services()
        assert "arena.v1.AgentService" in services


def test_two_bots_cannot_share_a_port(capfd: pytest.CaptureFixture[str]) -> None:
    with (
        AgentServer(as_bot(first_move), "127.0.0.1:0") as server,
        pytest.raises(InvalidAddress, match="cannot be listened on: is it in use"),
    ):
        AgentServer(as_bot(first_move), server.address)


def test_a_message_to_an_agent_may_be_a_mebibyte(tmp_path: Path) -> None:
    with (
        AgentServer(as_bot(first_move, wants_legal_moves=True), f"unix:{tmp_path}/a") as server,
        calling(server.address) as line,
    ):
        line.open(game="unknown")
        many = [f"{number:09}" for number in range(90_000)]
        assert line.ask(turn=agent_pb2.Turn(legal_moves=many)).move.move == many[0]
        line.send(turn=agent_pb2.Turn(legal_moves=many * 2))
        assert line.status()[0] is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_what_is_no_bot_exits_with_a_line(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("from arena_sdk import serve\nserve(3)\n")
    with process(str(script), address="localhost:0") as running:
        _, said = running.communicate(timeout=PATIENCE)
        assert running.returncode == 2
    assert said == "3 is no bot; it takes a function of a turn, or a class\n"


def test_a_bot_deep_in_a_search_is_healthy_and_gives_up_when_nobody_waits(
    tmp_path: Path,
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def bot(turn: Turn) -> str:
        begun.set()
        found = alphabeta(
            turn.position.board(), 20, Decided(Against()), stop=lambda: turn.abandoned
        )
        ended.set()
        return turn.position.decode(found.move)

    with (
        AgentServer(as_bot(bot), f"unix:{tmp_path}/a") as server,
        grpc.insecure_channel(server.address) as channel,
        calling(server.address) as line,
    ):
        line.open(game="chess", position=get_game("chess").start().text())
        line.send(turn=agent_pb2.Turn(clocks=clocks(2)))
        assert begun.wait(PATIENCE)
        health = health_pb2_grpc.HealthStub(channel)
        answer = health.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        assert not ended.is_set()
        line.call.cancel()
        assert ended.wait(PATIENCE)
