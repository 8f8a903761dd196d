"""Hostile bots as confined processes."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.hostile.arena import AGENTS, fight, judge
from tests.hostile.attacks import ATTACKS, Attack
from tests.worker.arbiter_process import ArbiterProcess
from tests.worker.conftest import bubblewrap, cgroups  # noqa: F401 - fixtures
from worker.settings import PlaySettings, SandboxSettings

pytestmark = [pytest.mark.sandbox, pytest.mark.usefixtures("bubblewrap", "cgroups")]


def agent(script: str, bait: str) -> str:
    if not script:
        return "random"
    return f"cmd:{shlex.join([sys.executable, str(AGENTS / f'{script}.py'), bait])}"


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.script)
def test_a_process(attack: Attack, bait: str, arbiter: ArbiterProcess, tmp_path: Path) -> None:
    sandbox = SandboxSettings(directory=AGENTS, environment=dict(os.environ))
    settings = PlaySettings(logs=tmp_path / "logs", sandbox=sandbox, beat=0.05)
    agents = agent(attack.script, bait), agent(attack.rival, bait)
    neighbour = agent(attack.beside, bait)
    told, beside = fight(attack, agents, neighbour, arbiter.address, settings)
    judge(attack, told, beside)
