"""The check of an agent for a game without turns: good bots, and bots with one fault each."""

from dataclasses import replace
from pathlib import Path

import pytest

from league.agents import AgentSpec
from tests.worker.arbiter_process import ArbiterProcess
from tests.worker.checks import failed, impatient, script
from worker.conformance import CheckSettings, Report, check_agent

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(120)]


@pytest.fixture
def settings(tmp_path: Path) -> CheckSettings:
    return impatient(tmp_path, time="lockstep", patience=10.0)


def check(fault: str, arbiter: ArbiterProcess, settings: CheckSettings) -> Report:
    agent = AgentSpec.parse(script("faulty_live_bot.py", fault))
    return check_agent(agent, "achess", arbiter.address, settings)


def test_a_good_bot_passes_every_test(arbiter: ArbiterProcess, settings: CheckSettings) -> None:
    report = check("none", arbiter, settings)
    assert failed(report) == {}
    assert report.passed
    figures = {each.test: each.figures for each in report.findings}
    assert float(figures["ticks"]["orders"]) == float(figures["ticks"]["ticks"])
    assert [name for name in figures if name.startswith("match-")] == ["match-white", "match-black"]
    assert float(figures["match-black"]["orders"]) > 0


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("never-done", "it said nothing for 1 s"),
        ("wrong-time", "its TickDone carries 1 ms, the TickOver's was 0"),
        ("resigns", "it resigned at 0 ms"),
        ("resigns-by-order", "it resigned at 0 ms"),
    ],
)
def test_of_one_that_cannot_play_at_all_nothing_more_is_asked(
    fault: str, says: str, arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    report = check(fault, arbiter, replace(settings, patience=1.0))
    assert report.findings[-1].test == "ticks"
    assert says in failed(report)["ticks"]
    assert report.not_tried[-1] == "match-black"


@pytest.mark.parametrize(
    ("fault", "tests", "says"),
    [
        ("strict", {"unknown"}, "are to be ignored: its stream broke (invalid_argument"),
        ("dies-on-repeat", {"repeated-tick"}, "after a TickOver that came twice it did not play"),
        ("dies-late", {"wrong-time", "match-white", "match-black"}, "it ended (exit code 7)"),
    ],
)
def test_a_fault_fails_its_own_tests_and_no_other(
    fault: str, tests: set[str], says: str, arbiter: ArbiterProcess, settings: CheckSettings
) -> None:
    found = failed(check(fault, arbiter, settings))
    assert set(found) == tests
    assert all(says in reason for reason in found.values())
