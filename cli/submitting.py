"""`arena submit`: a bot is checked, and admitted as a version that never changes."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from arena_sdk.agents import CATALOGUE
from cli.checking import print_report, run_checks, settings_by_game
from cli.errors import UserError
from cli.output import emit, err, out
from league import submissions
from league.agents import AgentSpec
from league.home import open_redis
from league.settings import load_settings
from league.store import connect
from league.submissions import Submission
from worker.conformance import Report
from worker.container_engine import open_engine
from worker.host_settings import load_sandbox_settings
from worker.settings import SandboxSettings

# What names an image by its content ("sha256:..."), by its name; raises SandboxError.
Resolve = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a bot runs, as its author says: `given` is the agent text of it."""

    given: str

    @classmethod
    def of(cls, *, image: str | None, command: str | None, address: str | None) -> Self:
        """The one that is given. Raises UserError unless it is exactly one, InvalidAgent."""
        prefixes = {"image:": image, "cmd:": command, "grpc://": address}
        given = [prefix + text for prefix, text in prefixes.items() if text is not None]
        if len(given) != 1:
            raise UserError(
                "say where the bot runs by one of --image NAME:TAG, --command 'COMMAND', "
                "--address HOST:PORT"
            )
        return cls(AgentSpec.parse(given[0]).text)

    def fixed(self, directory: Path, resolve: Resolve) -> AgentSpec:
        """What is run from now on: an image by its digest, a command by absolute paths."""
        agent = AgentSpec.parse(self.given)
        match agent.kind:
            case "image":
                return AgentSpec.parse(f"image:{resolve(agent.target)}")
            case "command":
                return AgentSpec.parse(f"cmd:{anchored(agent.target, directory)}")
        return agent


def anchored(command: str, directory: Path) -> str:
    """The command with the files of a directory that it names as absolute paths, since a
    worker may start it elsewhere. Raises UserError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"--command {command!r}: {error}") from None
    told = []
    for place, word in enumerate(words):
        named = word and (place > 0 or "/" in word) and (directory / word).exists()
        told.append(str((directory / word).absolute()) if named else word)
    return shlex.join(told)


def submit_agent(
    name: str,
    place: Place,
    games: Sequence[str],
    time: str | None,
    start_limit: float,
    json: bool,
    resolve: Resolve | None = None,
) -> bool:
    """Checks a bot for each game and stores it; False if it did not pass: nothing is stored.

    Raises UserError, InvalidSubmission and whatever keeps the check from being made.
    """
    submissions.check_name(name, tuple(CATALOGUE))
    settings = settings_by_game(games, time, start_limit)
    agent = place.fixed(Path.cwd(), resolve or _digests(load_sandbox_settings()))
    with ExitStack() as stack:
        # First of all: a store that cannot be reached is to be known before a long check.
        url = stack.enter_context(open_redis(load_settings()))
        redis = stack.enter_context(closing(connect(url)))
        reports = run_checks(agent, settings)
        if not all(report.passed for report in reports):
            _refuse(name, reports, json)
            return False
        submission = Submission(
            name=name,
            games=tuple(dict.fromkeys(games)),
            runs=agent.text,
            given=place.given,
            submitted_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        told = {report.game: report.to_dict() for report in reports}
        version = submissions.submit(redis, submission, told)
    _admit(version.text, submission, told, json)
    return True


def _digests(settings: SandboxSettings) -> Resolve:
    return lambda image: open_engine(settings).find_image(image).id


def _refuse(name: str, reports: Sequence[Report], json: bool) -> None:
    if json:
        emit({"agent": None, "name": name, "reports": {r.game: r.to_dict() for r in reports}})
    for report in reports:
        if not json:
            print_report(report.to_dict())
        for finding in report.failures:
            err.print(
                f"{name} is refused for {report.game}: {finding.test}: {finding.reason}",
                style="red",
                markup=False,
                soft_wrap=True,
            )


def _admit(text: str, submission: Submission, reports: Mapping[str, Any], json: bool) -> None:
    if json:
        emit({"agent": text, "name": submission.name, "runs": submission.runs, "reports": reports})
        return
    for report in reports.values():
        print_report(report)
    out.print(
        f"[bold]{text}[/] is admitted. Name it as {submission.name} (always the latest version) "
        f"or {text}, in `arena play` and in tournaments."
    )
