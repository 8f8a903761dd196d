"""`arena play`, and what can be done with the records it leaves."""

import json
import sys
from pathlib import Path

import pytest

from cli.series import distinct
from tests.cli.conftest import Arena

pytestmark = pytest.mark.cluster


@pytest.mark.parametrize(
    ("game", "agents", "matches"),
    [
        ("joust", ["joust:level=easy", "random"], 3),
        ("chess", ["minimax:depth=1", "random"], 1),
        ("threechess", ["greedy", "random", "random"], 2),
    ],
)
def test_matches_are_played_recorded_and_sound(
    arena: Arena, home: Path, game: str, agents: list[str], matches: int
) -> None:
    said = arena(
        "play",
        game,
        *agents,
        "--matches",
        str(matches),
        "--time",
        "20+0.1",
        "--random-plies",
        "2",
        "--json",
    )
    assert said.code == 0, said
    assert len(said.lines) == matches
    for line in said.lines:
        assert set(line) >= {
            "match",
            "game",
            "options",
            "seed",
            "seats",
            "termination",
            "plies",
            "moves",
            "wall_s",
        }
        assert len(line["moves"]) == line["plies"]
        assert sorted(s["agent"] for s in line["seats"]) == sorted(distinct(agents))
        for seat in line["seats"]:
            assert set(seat) == {"seat", "agent", "score", "clock_left_ms", "plies"}
    assert len({tuple(s["agent"] for s in line["seats"]) for line in said.lines}) >= min(matches, 2)
    records = (home / "matches.jsonl").read_text().splitlines()
    assert [json.loads(record)["match"] for record in records] == [
        line["match"] for line in said.lines
    ]
    assert arena("verify", "--json").json == [
        {"match": line["match"], "problems": []} for line in said.lines
    ]
    _look_at(arena, said.lines[0]["match"], said.lines[0]["plies"])


def _look_at(arena: Arena, match: str, plies: int) -> None:
    assert match in arena("matches").out
    assert arena("matches", "--json").json[0]["match"] == match
    shown = arena("replay", match)
    assert shown.code == 0
    assert f"after ply {plies}" in shown.out
    assert "charged" in arena("replay", match, "--ledger").out
    assert len(arena("replay", match, "--json").json["positions"]) == plies + 1
    assert "after ply 1" in arena("replay", match, "--ply", "1").out
    assert arena("replay", match, "--ply", "9999").code == 2


def test_the_same_seed_gives_the_same_match(arena: Arena) -> None:
    arguments = ("play", "joust", "joust:level=novice", "random", "--seed", "7", "--json")
    first, second = arena(*arguments).lines[0], arena(*arguments).lines[0]
    assert first["moves"] == second["moves"]
    assert first["match"] != second["match"]


def test_a_changed_record_is_found_out(arena: Arena, home: Path) -> None:
    arena("play", "joust", "random", "random", "--json")
    path = home / "matches.jsonl"
    record = json.loads(path.read_text())
    record["scores"] = record["scores"][::-1]
    path.write_text(json.dumps(record) + "\n")
    said = arena("verify")
    assert said.code == 1
    assert "score" in said.err


def test_an_agent_of_ones_own(arena: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from arena_sdk import serve\nserve(lambda turn: turn.legal_moves[0], name='first')\n"
    )
    said = arena("play", "joust", f"cmd:{sys.executable} bot.py", "random", "--json")
    assert said.code == 0, said
    assert said.lines[0]["seats"][0]["agent"].startswith("cmd:")
    assert said.lines[0]["termination"] == "NO_MOVES"


def test_names_are_told_apart() -> None:
    assert distinct(["a", "b", "a", "a"]) == ["a", "b", "a#2", "a#3"]
