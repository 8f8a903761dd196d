"""`arena check`: an agent put to the tests of the protocol, and its report on screen."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from arena_games import is_real_time
from cli.logs import log_to_stderr
from cli.naming import pinned_here
from cli.output import emit, out, spinner, table
from cli.preflight import check_names
from cli.tree import ArbiterSocket, Tree, arbiter_service
from league.agents import AgentSpec
from league.home import ArenaHome
from league.pairing import Entrant
from league.settings import load_settings
from league.timing import LOCK_STEP, default_time, read_time
from worker.conformance import CheckSettings, Report, check_agent
from worker.host_settings import load_sandbox_settings
from worker.leftovers import reap_leftovers


def check_and_show(text: str, game: str, time: str | None, start_limit: float, json: bool) -> bool:
    """Checks an agent for a game and prints what was found; whether it passed."""
    settings = settings_by_game([game], time, start_limit)
    (entrant,) = pinned_here([Entrant(text, text)], game)
    check_names([entrant.started_as], game)
    (report,) = run_checks(AgentSpec.parse(entrant.started_as), settings)
    if json:
        emit(report.to_dict())
    else:
        print_report(report.to_dict())
    return report.passed


def settings_by_game(
    games: Iterable[str], time: str | None, start_limit: float
) -> dict[str, CheckSettings]:
    """How to check for each game; `time` None: as is usual for it.

    Raises UnknownGame, InvalidTimeControl, InvalidSettings.
    """
    sandbox = load_sandbox_settings()
    times = {game: read_time(game, time or _usual_time(game)) for game in games}
    return {game: CheckSettings(start_limit, text, sandbox=sandbox) for game, text in times.items()}


def _usual_time(game: str) -> str:
    """In real time a check is as quick as the agent is, too."""
    return LOCK_STEP if is_real_time(game) else default_time(game)


def run_checks(agent: AgentSpec, settings: Mapping[str, CheckSettings]) -> list[Report]:
    """Checks an agent for each game, with an arbiter of our own; a report a game."""
    log_to_stderr(logging.ERROR)
    reap_leftovers(load_sandbox_settings())
    home = ArenaHome(load_settings().home)
    with (
        ArbiterSocket() as socket,
        Tree([arbiter_service(socket.address)], home.logs),
        spinner() as say,
    ):
        return [
            check_agent(agent, game, socket.address, each, say) for game, each in settings.items()
        ]


def print_report(report: Mapping[str, Any]) -> None:
    """Prints a report (see Report.to_dict): every test, why it failed, its figures."""
    tests = report["tests"]
    rows = [
        (each["test"], _verdict(each), each["reason"] or _figures(each["figures"]) or each["asks"])
        for each in tests
    ]
    title = f"Check of {report['agent']} for {report['game']}"
    out.print(table(title, ("test", "result", "what was found"), rows))
    if report["not_tried"]:
        out.print(f"not tried: {', '.join(report['not_tried'])}")
    if tests[0]["passed"]:  # else the reason quotes the log
        for line in report["log"]:
            out.print(f"its log: {line}", markup=False, soft_wrap=True)
    failed = sum(each["required"] and not each["passed"] for each in tests)
    out.print(f"[bold]{'passed' if report['passed'] else f'failed {failed} of its tests'}[/]\n")


def _verdict(finding: Mapping[str, Any]) -> Text:
    if finding["passed"]:
        return Text("passed", "green")
    return Text("failed", "red") if finding["required"] else Text("advice", "yellow")


def _figures(figures: Mapping[str, float | str]) -> str:
    return ", ".join(_figure(name, value) for name, value in figures.items() if value != "")


def _figure(name: str, value: float | str) -> str:
    words = name.replace("_", " ")
    if name.endswith("_bytes"):
        return f"{words.removesuffix(' bytes')} {float(value) / 2**20:.0f} MiB"
    for unit in ("ms", "us"):
        if name.endswith(f"_{unit}"):
            return f"{words.removesuffix(f' {unit}')} {value} {unit}"
    return f"{words} {value}"
