"""`arena games`, `agents` and `perft`."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Arena


def test_games(arena: Arena) -> None:
    games = {game["game"]: game for game in arena("games", "--json").json}
    assert {"chess", "joust", "threechess"} <= set(games)
    assert games["threechess"]["seats"] == 3
    assert "width" in {option["name"] for option in games["joust"]["options"]}
    shown = arena("games").out
    assert "threechess" in shown
    assert "capture" in shown


def test_agents(arena: Arena) -> None:
    agents = {agent["agent"] for agent in arena("agents", "--json").json}
    assert {"random", "greedy", "paranoid", "maxn", "mcts", "minimax", "joust"} <= agents
    assert "paranoid" in arena("agents").out


def test_perft_is_ended_by_ctrl_c(home: Path) -> None:
    program = "import sys; sys.argv = ['arena', *sys.argv[1:]]; from cli.main import run; run()"
    counting = "import cli.rules as r; r.count_leaves = (lambda f: lambda *a: print('on', "
    counting += "flush=True) or f(*a))(r.count_leaves); "
    with subprocess.Popen(
        [sys.executable, "-c", counting + program, "perft", "chess", "30"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"on\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(30) == -signal.SIGINT
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("chess", "3"), 8902),
        (("threechess", "3"), 8000),
        (("chess", "2", "--position", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 191),
        (("joust", "2", "-o", "width=3", "-o", "height=3"), 4),
    ],
)
def test_perft(arena: Arena, arguments: tuple[str, ...], nodes: int) -> None:
    told = arena("perft", *arguments, "--json").json
    assert told["nodes"] == nodes
    assert set(told) >= {"game", "depth", "seconds", "nodes_per_second", "compiled"}
    assert f"{nodes:,} nodes" in arena("perft", *arguments).out
