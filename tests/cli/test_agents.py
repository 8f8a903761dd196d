"""`arena check`, `submit`, `agents` and `logs`, and submitted agents in matches."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from cli.errors import UserError
from cli.submitting import Place, anchored
from league.agents import AgentSpec
from tests.cli.conftest import Arena
from worker.errors import SandboxError

GOOD = """\
from arena_sdk import serve

def play(turn):
    print("turn", turn.ply, "of", turn.match.id, flush=True)
    return turn.legal_moves[0]

serve(play, name="good")
"""
RAISES = "from arena_sdk import serve\nserve(lambda turn: 1 / 0, name='raises')\n"

CUP = """\
name = "cup"
game = "joust"
time = "5"
agents = ["mine", "random"]
"""


@pytest.fixture
def command(tmp_path: Path) -> str:
    """The command of a bot that plays well enough."""
    (tmp_path / "bot.py").write_text(GOOD)
    return f"{sys.executable} bot.py"


@pytest.mark.cluster
class TestCheck:
    def test_a_good_bot_passes(self, arena: Arena, home: Path, command: str) -> None:
        said = arena("check", f"cmd:{command}", "--game", "joust", "--json")
        assert said.code == 0, said
        assert said.json["passed"] is True
        assert {each["test"] for each in said.json["tests"]} >= {"start", "resume", "match-black"}
        assert not (home / "data").exists()
        assert not (home / "matches.jsonl").exists()

    def test_a_bad_bot_fails_with_the_reason_and_its_log(
        self, arena: Arena, tmp_path: Path
    ) -> None:
        (tmp_path / "bot.py").write_text(RAISES)
        said = arena("check", f"cmd:{sys.executable} bot.py", "--game", "joust")
        assert said.code == 1, said
        table = " ".join(said.out.split())
        assert "failed 1 of its tests" in table
        assert "the bot raised ZeroDivisionError" in table
        assert "its log: ZeroDivisionError: division by zero" in table
        assert "not tried: unknown" in table

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("random", "--game", "go"), "unknown game 'go'"),
            (("random", "--game", "joust", "--time", "soon"), "time control 'soon'"),
            (("minimax", "--game", "joust"), "does not play joust"),
            (("nobody", "--game", "joust"), "unknown agent 'nobody'"),
            (("nobody@2", "--game", "joust"), "unknown agent 'nobody@2'"),
            (("cmd:./nobody", "--game", "joust"), "no command './nobody'"),
        ],
    )
    def test_mistakes_are_one_line(
        self, arena: Arena, arguments: tuple[str, ...], says: str
    ) -> None:
        said = arena("check", *arguments)
        assert said.code == 2, said
        assert says in said.err
        assert "Traceback" not in said.err


@pytest.mark.cluster
@pytest.mark.redis
class TestSubmit:
    def test_versions_are_admitted_listed_and_play(
        self, arena: Arena, tmp_path: Path, command: str
    ) -> None:
        submit = ("submit", "mine", "--command", command, "--game", "joust", "--json")
        first = arena(*submit)
        assert first.code == 0, first
        assert first.json["agent"] == "mine@1"
        assert first.json["runs"] == f"cmd:{sys.executable} {tmp_path / 'bot.py'}"
        assert arena(*submit).json["agent"] == "mine@2"

        listed = [each for each in arena("agents", "--json").json if each["kind"] == "submitted"]
        assert [each["agent"] for each in listed] == ["mine@1", "mine@2"]
        assert "mine@2" in arena("agents").out
        shown = arena("agents", "mine@1", "--json").json
        assert shown["reports"] == first.json["reports"]
        assert "match-black" in arena("agents", "mine").out

        played = arena("play", "joust", "mine", "mine@1", "--json")
        assert played.code == 0, played
        record = json.loads((tmp_path / "home" / "matches.jsonl").read_text())
        columns = record["seats"]["columns"]
        seats = [dict(zip(columns, row, strict=True)) for row in record["seats"]["rows"]]
        assert [(seat["name"], seat["agent"]) for seat in seats] == [
            ("mine", "mine@2"),
            ("mine@1", "mine@1"),
        ]
        for arguments, says in (
            (("play", "joust", "mine@3", "random"), "submitted are mine@1, mine@2"),
            (("play", "chess", "mine", "random"), "was submitted for joust, not for chess"),
            (("agents", "other"), "no agent 'other' was submitted; there are: mine"),
        ):
            said = arena(*arguments)
            assert said.code == 2, said
            assert says in said.err

        self._a_tournament_stays_with_its_version(arena, tmp_path, submit)

    def _a_tournament_stays_with_its_version(
        self, arena: Arena, tmp_path: Path, submit: tuple[str, ...]
    ) -> None:
        (tmp_path / "cup.toml").write_text(CUP)
        assert arena("run", "cup.toml").code == 0
        assert arena(*submit).json["agent"] == "mine@3"
        again = arena("run", "cup.toml")
        assert again.code == 0, again
        agents = arena("matches", "cup", "--json").json[0]["seats"]
        assert {seat["agent"] for seat in agents} == {"mine", "random"}
        (tmp_path / "cup.toml").write_text(CUP.replace('"mine"', '"mine@1"'))
        other = arena("run", "cup.toml")
        assert other.code == 2
        assert "is registered with another field" in other.err

    def test_a_bot_that_fails_is_refused_and_nothing_is_stored(
        self, arena: Arena, tmp_path: Path
    ) -> None:
        (tmp_path / "bot.py").write_text(RAISES)
        command = f"{sys.executable} bot.py"
        said = arena("submit", "mine", "--command", command, "--game", "joust")
        assert said.code == 1, said
        assert "mine is refused for joust: turns: " in said.err
        told = arena("submit", "mine", "--command", command, "--game", "joust", "--json")
        assert told.code == 1
        assert told.json["agent"] is None
        assert told.json["reports"]["joust"]["passed"] is False
        assert all(each["kind"] == "reference" for each in arena("agents", "--json").json)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("greedy", "--command", "x"), "'greedy' is that of a reference agent"),
        (("a@b", "--command", "x"), "a letter, then up to 39"),
        (("mine",), "--image NAME:TAG, --command 'COMMAND', --address HOST:PORT"),
        (("mine", "--command", "x", "--image", "y"), "by one of --image"),
        (("mine", "--address", "nowhere"), "grpc://HOST:PORT"),
        (("mine", "--command", "'half"), "No closing quotation"),
        (("mine", "--command", "./nobody"), "no command './nobody'"),
    ],
)
@pytest.mark.redis
def test_what_cannot_be_submitted_is_one_line(
    arena: Arena, arguments: tuple[str, ...], says: str
) -> None:
    said = arena("submit", *arguments, "--game", "joust")
    assert said.code == 2, said
    assert says in said.err
    assert "Traceback" not in said.err


def test_a_name_says_exactly_one_place() -> None:
    assert Place.of(image="bots/mine:1", command=None, address=None).given == "image:bots/mine:1"
    assert Place.of(image=None, command=None, address="h:1").given == "grpc://h:1"
    with pytest.raises(UserError, match="by one of"):
        Place.of(image=None, command=None, address=None)


def test_an_image_is_kept_by_its_digest(tmp_path: Path) -> None:
    place = Place.of(image="bots/mine:latest", command=None, address=None)
    digest = "sha256:" + "0" * 64
    fixed = place.fixed(tmp_path, {"bots/mine:latest": digest}.__getitem__)
    assert fixed == AgentSpec("image:" + digest, "image", digest)

    def absent(image: str) -> str:
        raise SandboxError(f"no image {image}")

    with pytest.raises(SandboxError, match="no image bots/mine"):
        place.fixed(tmp_path, absent)


def test_files_of_a_command_are_named_in_full(tmp_path: Path) -> None:
    (tmp_path / "my bot.py").touch()
    (tmp_path / "run").touch()
    (tmp_path / "python3").touch()
    command = "python3 'my bot.py' --socket {address} run --net none.bin"
    told = shlex.split(anchored(command, tmp_path))
    assert told == [
        "python3",  # found on PATH: no file of the directory is meant
        str(tmp_path / "my bot.py"),
        "--socket",
        "{address}",
        str(tmp_path / "run"),
        "--net",
        "none.bin",
    ]
    assert anchored("./run -x", tmp_path) == f"{tmp_path}/run -x"


@pytest.mark.cluster
class TestLogs:
    def test_each_match_has_its_own_part_of_a_log(self, arena: Arena, command: str) -> None:
        played = arena("play", "joust", f"cmd:{command}", "random", "--matches", "2", "--json")
        assert played.code == 0, played
        for seat, line in enumerate(played.lines):
            match = line["match"]
            said = arena("logs", match, str(seat))
            assert said.code == 0, said
            own = [text for text in said.out.splitlines() if text.startswith("turn ")]
            assert own
            assert all(text.endswith(f" of {match}") for text in own)
            (attempt,) = arena("logs", match, str(seat), "--json").json["attempts"]
            assert attempt["attempt"] == 1
            assert attempt["text"].splitlines()[-1] == own[-1]

    def test_what_is_not_there_is_one_line(self, arena: Arena) -> None:
        for match in ("nobody", "nobody-1.1", "../../etc.1"):
            said = arena("logs", match, "0")
            assert said.code == 2
            assert f"no log of match '{match}', seat 0" in said.err

    def test_a_log_cannot_steer_the_terminal(
        self, arena: Arena, tmp_path: Path, command: str
    ) -> None:
        bot = tmp_path / "bot.py"
        bot.write_text(GOOD.replace('"turn"', '"\\x1b[2J\\x07[bold]x[/]"'))
        played = arena("play", "joust", f"cmd:{command}", "random", "--json")
        said = arena("logs", played.lines[0]["match"], "0")
        assert "[2J[bold]x[/] 0 of" in said.out
        assert "\x1b" not in said.out
        assert "\x07" not in said.out
