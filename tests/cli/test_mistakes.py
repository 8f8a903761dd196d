"""What a user can get wrong: one clear line with the remedy, exit code 2, nothing recorded."""

import sys
from pathlib import Path

import pytest

from cli.errors import explain
from tests.cli.conftest import Arena

GOOD = """\
name = "cup"
game = "joust"
time = "5"
agents = ["random", "greedy"]
"""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("perft", "go", "1"), "unknown game 'go'"),
        (("perft", "chess", "1", "--position", "nonsense"), "nonsense"),
        (("perft", "joust", "1", "-o", "width=2"), "width='2'"),
        (("perft", "joust", "1", "-o", "width"), "NAME=VALUE"),
        (("play", "go", "random", "random"), "unknown game 'go'"),
        (("play", "joust", "random"), "2 seats"),
        (("play", "joust", "random", "greeedy"), "unknown agent 'greeedy'"),
        (("play", "joust", "random", "paranoid:deep=3"), "depth="),
        (("play", "joust", "random", "minimax"), "does not play joust"),
        (("play", "joust", "random", "random", "--time", "soon"), "time control 'soon'"),
        (("play", "joust", "random", "random", "-o", "size=3"), "no option 'size'"),
        (("play", "joust", "random", "cmd:./nobody"), "no command './nobody'"),
        (("play", "joust", "random", "cmd:false"), "ended before it was ready"),
        (
            ("play", "joust", "random", "cmd:sleep 60", "--start-limit", "0.3"),
            "did not listen",
        ),
        (("play", "joust", "random", "grpc://nowhere"), "grpc://HOST:PORT"),
        (
            ("play", "joust", "grpc://localhost:1", "random", "--start-limit", "0.3"),
            "localhost:1",
        ),
        (("play", "joust", "random", "uci:/nobody"), "not supported yet"),
        (("run", "missing.toml"), "missing.toml"),
        (("verify", "nobody"), "no match 'nobody'"),
        (("replay", "nobody"), "no match 'nobody'"),
        (("watch", "nobody", "--arbiter", "localhost:1"), "localhost:1"),
        (("serve", "arbiter", "--address", "nowhere.invalid:1"), "cannot listen"),
        (("serve", "arbiter", "--address", "unix:/x", "--processes", "2"), "port"),
        (("serve", "arbiter", "--address", "localhost:65536"), "port 65536"),
        (("serve", "arbiter", "--address", "localhost:65535", "--processes", "2"), "port 65536"),
    ],
)
def test_one_line_and_exit_code_2(
    arena: Arena, home: Path, arguments: tuple[str, ...], says: str
) -> None:
    said = arena(*arguments)
    lines = [line for line in said.err.splitlines() if line.startswith("arena: ")]
    assert said.code == 2, said
    assert len(lines) == 1, said.err
    assert says in lines[0]
    assert "Traceback" not in said.err
    assert not (home / "matches.jsonl").exists()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("game =", "gaem ="), "cup.toml:2: unknown key 'gaem'"),
        (('"joust"', '"go"'), "cup.toml:2: unknown game 'go'"),
        (('time = "5"', 'time = "'), "cup.toml:3: not readable as TOML"),
        (('"5"', '"soon"'), "cup.toml:3: time control 'soon'"),
        (('"5"', "5"), "cup.toml:3: "),
        ((', "greedy"', ""), "cup.toml:4: 1 agents for a game with 2 seats"),
        (('"greedy"', '"random"'), "cup.toml:4: two agents are named 'random'"),
        (('"greedy"', '"greeedy"'), "unknown agent 'greeedy'"),
        (('"greedy"', '"cmd:./nobody"'), "no command './nobody'"),
        (("[", 'format = "league"\nagents = ['), "cup.toml:"),
    ],
)
def test_mistakes_in_a_tournament_file(
    arena: Arena, tmp_path: Path, change: tuple[str, str], says: str
) -> None:
    (tmp_path / "cup.toml").write_text(GOOD.replace(*change, 1))
    said = arena("run", "cup.toml")
    assert said.code == 2, said
    assert says in said.err
    assert "Traceback" not in said.err


def test_redis_that_cannot_be_reached(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_REDIS_URL", "redis://localhost:1")
    said = arena("standings", "cup")
    assert said.code == 2
    assert "no Redis answers at redis://localhost:1" in said.err
    assert "ARENA_REDIS_URL" in said.err


@pytest.mark.redis
def test_a_tournament_that_is_not_there(arena: Arena) -> None:
    said = arena("standings", "cup")
    assert said.code == 2
    assert "unknown tournament 'cup'" in said.err


def test_a_setting_that_makes_no_sense(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_LEASE_TTL", "-1")
    said = arena("standings", "cup")
    assert said.code == 2
    assert "ARENA_LEASE_TTL='-1'" in said.err


def test_a_missing_extra_is_named(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in ("cli", "league")]:
        if name not in ("cli.errors", "cli.main", "cli.output"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "redis", None)
    said = arena("standings", "cup")
    assert said.code == 2
    assert "pip install 'bot-arena[server]'" in said.err


def test_faults_of_ours_are_not_explained_away() -> None:
    assert explain(KeyError("x")) is None
    assert explain(ModuleNotFoundError("no module", name="league.oops")) is None
