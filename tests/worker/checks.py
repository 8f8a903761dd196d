"""What the checks of agents in these tests have in common."""

import os
import sys
from pathlib import Path

from worker.conformance import CheckSettings, Report
from worker.settings import SandboxSettings

_HERE = Path(__file__).parent


def impatient(directory: Path, time: str, patience: float) -> CheckSettings:
    """Settings that wait long for nobody, with the packages in view."""
    sandbox = SandboxSettings(
        directory=directory,
        environment={"PATH": os.environ["PATH"]},
        readable=(_HERE.parents[1],),  # where they are installed from here
    )
    return CheckSettings(start_limit=10.0, time=time, patience=patience, sandbox=sandbox)


def script(name: str, fault: str) -> str:
    """The agent text of a bot of this folder, with that fault."""
    return f"cmd:{sys.executable} {_HERE / name} {fault}"


def failed(report: Report) -> dict[str, str]:
    """The tests that an agent failed, and why."""
    return {each.test: each.reason for each in report.findings if not each.passed}
