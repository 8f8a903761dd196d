"""Hostile bots as containers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.agents.build import BASE
from tests.containers import engine
from tests.hostile.arena import AGENTS, fight, judge
from tests.hostile.attacks import ATTACKS, Attack
from tests.worker.arbiter_process import ArbiterProcess
from worker.settings import PlaySettings, SandboxSettings

pytestmark = pytest.mark.containers

_HONEST = "image:arena/random:1"


@pytest.fixture(scope="session")
def all_agents(host: str) -> str:
    """An image with all of the scripts."""
    files = {path.name: path.read_text() for path in AGENTS.glob("*.py")}
    return engine.build_image(host, f"FROM {BASE}\nCOPY *.py /agents/\n", files)


@pytest.fixture
def no_containers(host: str) -> Iterator[None]:
    yield
    assert engine.containers(host) == []


@pytest.mark.usefixtures("no_containers")
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.script)
def test_a_container(
    attack: Attack,
    host: str,
    all_agents: str,
    bait: str,
    arbiter: ArbiterProcess,
    tmp_path: Path,
) -> None:
    def agent(script: str) -> str:
        if not script:
            return _HONEST
        words = json.dumps(["python3", f"/agents/{script}.py", bait])
        dockerfile = f"FROM {all_agents}\nENTRYPOINT {words}\n"
        return f"image:{engine.build_image(host, dockerfile, {})}"

    sandbox = SandboxSettings(environment={}, container_host=host)
    settings = PlaySettings(logs=tmp_path / "logs", sandbox=sandbox, beat=0.05)
    agents, neighbour = (agent(attack.script), agent(attack.rival)), agent(attack.beside)
    told, beside = fight(attack, agents, neighbour, arbiter.address, settings)
    judge(attack, told, beside)
