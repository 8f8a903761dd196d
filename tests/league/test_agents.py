import pytest

from league.agents import AgentSpec
from league.errors import InvalidAgent


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        ("greedy", "reference", "greedy"),
        ("paranoid:depth=3", "reference", "paranoid:depth=3"),
        ("achess:guard", "reference", "achess:guard"),
        ("achess:guard:every=100", "reference", "achess:guard:every=100"),
        ("mcts:seconds=0.5,rollouts=greedy", "reference", "mcts:seconds=0.5,rollouts=greedy"),
        ("cmd:./my_bot --socket {address}", "command", "./my_bot --socket {address}"),
        ("image:bots/mine:1.2", "image", "bots/mine:1.2"),
        ("grpc://bots.example.org:50051", "remote", "bots.example.org:50051"),
        ("grpc://[::1]:50051", "remote", "[::1]:50051"),
        ("uci:/usr/games/stockfish", "uci", "/usr/games/stockfish"),
        ("mine@3", "submitted", "mine@3"),
        ("  greedy ", "reference", "greedy"),
    ],
)
def test_an_agent_text_says_what_the_agent_is(text: str, kind: str, target: str) -> None:
    spec = AgentSpec.parse(text)
    assert (spec.kind, spec.target, spec.text) == (kind, target, text.strip())


@pytest.mark.parametrize(
    "text",
    ["", "cmd:", "image: ", "grpc://host", "grpc://host:0", "grpc://host:70000", "./my_bot",
     "two words", "mine@", "mine@0", "mine@3:depth=2", "greedy\nrm", "http://host:80"],
)  # fmt: skip
def test_what_names_no_agent_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidAgent) as caught:
        AgentSpec.parse(text)
    assert "\n" not in str(caught.value)
