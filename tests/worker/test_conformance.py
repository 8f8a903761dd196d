"""The check of an agent, against good bots and against bots with one fault each."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena_games import get_game
from league.agents import AgentSpec
from tests.worker.arbiter_process import ArbiterProcess
from tests.worker.checks import failed, impatient, script
from tests.worker.conftest import MakeBot
from worker.conformance import CheckSettings, Report, check_agent
from worker.conformance.footprint import resident_bytes
from worker.conformance.trials import resumable
from worker.errors import SandboxError
from worker.freeze_handle import FreezeHandle

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(120)]


@pytest.fixture
def settings(tmp_path: Path) -> CheckSettings:
    return impatient(tmp_path, time="10+0.1", patience=5.0)


def check(
    agent: str, arbiter: ArbiterProcess, settings: CheckSettings, game: str = "joust"
) -> Report:
    return check_agent(AgentSpec.parse(agent), game, arbiter.address, settings)


def faulty(fault: str) -> str:
    return script("faulty_bot.py", fault)


@pytest.mark.parametrize(
    ("agent", "game"),
    [
        ("random", "joust"),
        ("joust:level=easy", "joust"),
        ("greedy", "chess"),
        ("minimax:depth=1", "chess"),
        ("greedy", "threechess"),
        (faulty("none"), "joust"),
    ],
)
def test_good_bots_pass_every_test(
    agent: str, game: str, arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    report = check(agent, arbiter, settings, game)
    assert failed(report) == {}
    assert report.passed
    assert report.log == ()
    figures = {each.test: each.figures for each in report.findings}
    assert float(figures["start"]["start_ms"]) > 0
    assert float(figures["start"]["memory_bytes"]) > 2**20
    ping = figures["ping"]
    assert 0 < float(ping["round_trip_p50_us"]) <= float(ping["round_trip_p99_us"])
    matches = [each for each in report.findings if each.test.startswith("match-")]
    assert len(matches) == (3 if game == "threechess" else 2)
    for match in matches:
        assert float(match.figures["plies"]) > 0
        assert float(match.figures["memory_bytes"]) > 2**20


@pytest.mark.parametrize(
    ("fault", "test", "says"),
    [
        ("move-first", "ready", "its first message was 'move': the answer to Start is Ready"),
        ("never-ready", "ready", "it said nothing for 1.5 s"),
        ("wrong-ply", "turns", "its Move carries ply 1, the Turn's was 0"),
        ("illegal", "turns", "at ply 0 it made no legal move"),
        ("resigns", "turns", "it resigned at ply 0"),
        ("empty", "turns", "a PlayResponse with nothing in it"),
        ("one-match", "turns", "I have played already"),
    ],
)
def test_of_one_that_cannot_play_at_all_nothing_more_is_asked(
    fault: str, test: str, says: str, arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    report = check(faulty(fault), arbiter, replace(settings, start_limit=1.5))
    assert not report.passed
    assert report.findings[-1].test == test
    assert says in failed(report)[test]
    assert report.not_tried[-1] == "match-black"
    assert json.loads(json.dumps(report.to_dict()))["not_tried"] == list(report.not_tried)
    assert report.log[0] == f"{fault} listens"


@pytest.mark.parametrize(
    ("fault", "tests", "says"),
    [
        ("strict", {"unknown"}, "it does not know are to be ignored: its stream broke (invalid"),
        ("dies-on-repeat", {"repeated-turn"}, "after a Turn that came twice it did not play"),
        ("dies-far-off", {"wrong-ply"}, "after a Turn with a wrong ply it did not play"),
        ("dies-when-cancelled", {"cancelled", "truncated"}, "the next match: it ended (exit code"),
        ("no-resume", {"resume"}, "which stand in Start.moves: "),
        (
            "crashes-late",
            {"resume", "wrong-ply", "match-white", "match-black"},
            "it ended (exit code 7)",
        ),
    ],
)
def test_a_fault_fails_its_own_tests_and_no_other(
    fault: str, tests: set[str], says: str, arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    found = failed(check(faulty(fault), arbiter, settings))
    assert set(found) == tests
    assert all(says in reason for reason in found.values())


@pytest.mark.parametrize("fault", ["no-pong", "wrong-pong"])
def test_pings_that_are_not_answered_are_the_agents_own_loss(
    fault: str, arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    report = check(faulty(fault), arbiter, replace(settings, patience=1.0))
    assert set(failed(report)) == {"ping"}
    assert report.passed
    assert report.failures == ()


def test_one_that_does_not_listen_fails_with_its_log(
    arbiter: ArbiterProcess, settings: CheckSettings, bot: MakeBot
) -> None:
    report = check(bot("raise SystemExit('no licence')"), arbiter, settings)
    assert [each.test for each in report.findings] == ["start"]
    assert "ended before it was ready (exit code 1)" in failed(report)["start"]
    assert report.log == ("no licence",)
    assert "turns" in report.not_tried


def test_one_that_cannot_be_started_at_all_is_a_mistake_of_the_user(
    arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    with pytest.raises(SandboxError, match=r"no command '\./nobody'"):
        check("cmd:./nobody", arbiter, settings)


def test_every_test_is_announced_by_what_it_asks(
    arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    asked: list[str] = []
    agent = AgentSpec.parse("random")
    report = check_agent(agent, "joust", arbiter.address, settings, asked.append)
    assert asked == [each.asks for each in report.findings]
    assert len({each.test for each in report.findings}) == len(asked)


@pytest.mark.parametrize("game", ["chess", "joust", "threechess"])
def test_one_who_forgets_the_moves_of_a_resumed_match_is_found_out(game: str) -> None:
    """In each course that is resumed, the moves of the start are of next to no use."""
    courses = resumable(game)
    assert len(courses) == 3
    start = get_game(game).start()
    useless = []
    for moves in courses:
        position = start
        for move in moves:
            position = position.play(move)
        assert position.to_move == start.to_move
        assert position.outcome() is None
        useless.append(start.legal_moves()[0] not in position.legal_moves())
    assert any(useless)


def test_memory_is_that_of_all_processes_of_a_group() -> None:
    grow = "import subprocess, sys; held = bytearray(60 << 20); print(1, flush=True); input()"
    fork = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {grow!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", fork],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdout.readline()
        resident = resident_bytes(FreezeHandle(process_group=parent.pid))
        parent.stdin.close()
    assert resident is not None
    assert resident > 60 << 20
    assert resident_bytes(FreezeHandle(process_group=parent.pid)) is None
    assert resident_bytes(FreezeHandle(cgroup="/no/such/cgroup")) is None
    assert resident_bytes(None) is None
