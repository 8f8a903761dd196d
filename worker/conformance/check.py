"""The whole check: the agent is started, asked, disturbed, and plays a match in every seat."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from arena_games import get_rules, is_real_time
from league.agents import AgentSpec
from worker.agent_log import last_lines
from worker.conformance.footprint import resident_bytes
from worker.conformance.live_trials import LIVE_TRIALS
from worker.conformance.matches import opponent, play_seat
from worker.conformance.report import Fault, Figures, Finding, Report
from worker.conformance.subject import Subject
from worker.conformance.trials import NOTE, TRIALS, Trial
from worker.errors import SandboxError
from worker.sandbox import Sandbox, start_sandbox
from worker.settings import PlaySettings, SandboxSettings

_LOG_LINES = 5


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """How patient a check is. Seconds."""

    start_limit: float = 30.0
    time: str = "10+0.1"  # the time control of the matches
    # For an answer in a turn: what the clock shows, and half as much again.
    patience: float = 15.0
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)


def check_agent(
    agent: AgentSpec,
    game: str,
    arbiter_address: str,
    settings: CheckSettings,
    on_test: Callable[[str], object] = lambda _: None,
) -> Report:
    """Puts an agent to every test for one game. `on_test` hears what each one asks.

    Raises SandboxError for an agent that cannot be started at all (no such command or
    image), ArbiterUnreachable. Whatever else goes wrong is the agent's, and in the report.
    """
    with TemporaryDirectory(prefix="arena-check-") as folder:
        log = Path(folder, "agent.log")

        def start() -> Sandbox:
            return start_sandbox(agent, settings.sandbox, log)

        subject = Subject(start, game, settings.start_limit, settings.patience)
        try:
            check = _Check(subject, arbiter_address, settings, on_test)
            findings = check.run()
        finally:
            subject.stop()
        report = Report(
            agent=agent.text,
            game=game,
            checked_at=datetime.now(UTC).isoformat(timespec="seconds"),
            findings=tuple(findings),
            not_tried=check.left(findings),
        )
        if report.passed or not log.exists():
            return report
        return replace(report, log=tuple(last_lines(log.read_text(errors="replace"), _LOG_LINES)))


class _Check:
    """One run through all tests."""

    def __init__(
        self,
        subject: Subject,
        arbiter_address: str,
        settings: CheckSettings,
        on_test: Callable[[str], object],
    ) -> None:
        self._subject = subject
        self._arbiter = arbiter_address
        self._settings = settings
        self._on_test = on_test
        trials = LIVE_TRIALS if is_real_time(subject.game) else TRIALS
        self._trials = [START, *trials, *self._matches()]

    def run(self) -> list[Finding]:
        """The findings, up to the test without which there is no other."""
        findings = []
        for trial in self._trials:
            self._on_test(trial.asks)
            findings.append(self._try(trial))
            if trial.basic and not findings[-1].passed:
                break
        return findings

    def left(self, findings: list[Finding]) -> tuple[str, ...]:
        """The tests that were not tried."""
        return tuple(trial.name for trial in self._trials[len(findings) :])

    def _try(self, trial: Trial) -> Finding:
        found = Finding(trial.name, trial.asks, True, required=trial.required)
        try:
            self._subject.run()
            figures = dict(trial.run(self._subject))
        except SandboxError as error:
            if error.permanent:
                raise
            return replace(found, passed=False, reason=str(error))
        except Fault as fault:
            return replace(found, passed=False, reason=str(fault))
        return replace(found, reason=str(figures.pop(NOTE, "")), figures=figures)

    def _matches(self) -> list[Trial]:
        game = self._subject.game
        rival = opponent(game)
        return [
            Trial(f"match-{name}", f"plays a match as {name} against {rival}", self._match(seat))
            for seat, name in enumerate(get_rules(game).seat_names)
        ]

    def _match(self, seat: int) -> Callable[[Subject], Figures]:
        def run(subject: Subject) -> Figures:
            play = PlaySettings(starts=1, sandbox=self._settings.sandbox)
            figures = play_seat(subject, seat, self._settings.time, self._arbiter, play)
            return {**figures, **_memory(subject)}

        return run


def _start(subject: Subject) -> Figures:
    return {"start_ms": round(1000 * subject.start_s, 1), **_memory(subject)}


def _memory(subject: Subject) -> Figures:
    assert subject.sandbox is not None
    resident = resident_bytes(subject.sandbox.freeze)
    return {} if resident is None else {"memory_bytes": resident}


START = Trial("start", "starts and listens within its limit", _start, basic=True)
