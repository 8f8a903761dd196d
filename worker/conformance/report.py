"""What a check found: one finding a test, with its reason and its figures."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

# Times in milliseconds or microseconds, sizes in bytes: a figure's name ends in its unit.
Figures = Mapping[str, float | str]


class Fault(Exception):
    """What an agent did wrong: one line that says what the protocol asks for."""


class Broken(Fault):
    """Its stream ended or broke, perhaps because the agent itself did."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How one test came out.

    `reason` says what was wrong; of a test that was passed, what is worth knowing. An
    agent that fails a test that is not `required` is admitted, to its own disadvantage.
    """

    test: str
    asks: str  # what an agent has to do
    passed: bool
    reason: str = ""
    figures: Figures = field(default_factory=dict)
    required: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """A whole check of one agent for one game.

    `not_tried` are the tests that made no sense any more: an agent that does not start
    cannot be asked anything. `log` is the end of what the agent wrote.
    """

    agent: str
    game: str
    checked_at: str  # ISO 8601, UTC
    findings: tuple[Finding, ...]
    not_tried: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The required tests that it failed."""
        return tuple(each for each in self.findings if each.required and not each.passed)

    @property
    def passed(self) -> bool:
        """Whether the agent may be admitted."""
        return not self.failures and not self.not_tried

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON's types."""
        return {
            "agent": self.agent,
            "game": self.game,
            "passed": self.passed,
            "checked_at": self.checked_at,
            "tests": [asdict(finding) for finding in self.findings],
            "not_tried": list(self.not_tried),
            "log": list(self.log),
        }
