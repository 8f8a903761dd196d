"""Which core each sandbox of a pairing is started on."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from league.agents import AgentSpec
from tests.worker import fakes
from worker.interrupt import Interrupt
from worker.settings import PlaySettings, SandboxSettings
from worker.starter import lent_cores, starter


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SandboxSettings:
    """Settings for a host of three cores that nobody else uses."""
    for core in range(3):
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr("worker.cores._CORES", tmp_path)
    return SandboxSettings(cores=(0, 1, 2))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """Agents and cores of all sandboxes that are started; none is in truth."""
    told: list[tuple[str, tuple[int, ...]]] = []

    def start(agent: AgentSpec, settings: SandboxSettings, log: Path | None) -> fakes.FakeSandbox:
        told.append((agent.text, settings.cores))
        return fakes.FakeSandbox()

    monkeypatch.setattr("worker.starter.start_sandbox", start)
    return told


def test_in_lock_step_one_core_does_for_all(host: SandboxSettings) -> None:
    pairing = replace(fakes.pairing([(0, 1)]), pondering="on", time="lockstep")
    with lent_cores(pairing, host, Interrupt()) as lent:
        assert lent == (0,)


@pytest.mark.parametrize(
    ("pondering", "cores"), [("off", [(0,), (0,), (0,)]), ("on", [(0,), (1,), (2,)])]
)
def test_with_pondering_each_has_a_core_of_its_own_and_else_all_have_one(
    pondering: str,
    cores: list[tuple[int, ...]],
    host: SandboxSettings,
    started: list[tuple[str, tuple[int, ...]]],
) -> None:
    pairing = replace(fakes.pairing([(0, 1, 0), (1, 0, 0)]), pondering=pondering)
    with ExitStack() as undo:
        lent = undo.enter_context(lent_cores(pairing, host, Interrupt()))
        start = starter(pairing, PlaySettings(sandbox=host), lent)
        for entrant, copy in ((0, 0), (0, 1), (1, 0)):
            start(pairing.entrants[entrant], copy)
    assert started == list(zip(("random", "random", "greedy"), cores, strict=True))
