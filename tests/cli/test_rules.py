"""`arena games`, `agents` and `perft`."""

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
