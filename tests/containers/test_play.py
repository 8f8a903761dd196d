"""Containers at play, with the real arbiter; and frozen ones."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from league.pairing import Entrant
from league.verify import verify
from tests.containers.conftest import LISTEN, MakeImage, Start
from tests.worker import fakes
from tests.worker.arbiter_process import ArbiterProcess
from worker.interrupt import Interrupt
from worker.local import play_local
from worker.settings import PlaySettings

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def arbiter(tmp_path: Path) -> Iterator[ArbiterProcess]:
    made = ArbiterProcess(tmp_path / "arbiter.log")
    yield made
    made.stop()


def test_a_pairing_of_containers(arbiter: ArbiterProcess, play_settings: PlaySettings) -> None:
    entrants = (
        Entrant("random", "image:arena/random:1"),
        Entrant("greedy", "image:arena/greedy:1"),
    )
    pairing = replace(fakes.pairing(), entrants=entrants)
    records = list(play_local([pairing], arbiter.address, 1, play_settings))
    assert [record.match for record in records] == [s.match_id for s in pairing.seatings]
    for record in records:
        assert record.termination == "NO_MOVES"
        assert record.voids == ()
        assert verify(record) == []
    logs = play_settings.logs
    assert logs is not None
    texts = [path.read_text() for path in sorted(logs.rglob("*.log"))]
    assert ["listens at unix:/run/arena/s" in text for text in texts] == [True, True]


def test_a_frozen_container_uses_no_time_and_still_can_be_stopped(
    image: MakeImage, start: Start
) -> None:
    # A process that left its group and session spins, too.
    spin = "\nif os.fork() == 0:\n    os.setsid()\nwhile True: pass\n"
    sandbox = start(image(LISTEN + spin))
    sandbox.wait_ready(20, Interrupt())
    handle = sandbox.freeze
    assert handle is not None
    usage = Path("/sys/fs/cgroup/cpuacct" + handle.cgroup, "cpuacct.usage")
    state = Path("/sys/fs/cgroup/freezer" + handle.cgroup, "freezer.state")
    first = int(usage.read_text())
    while int(usage.read_text()) == first:
        pass  # it spins
    state.write_text("FROZEN")
    while state.read_text().strip() != "FROZEN":
        pass
    frozen = int(usage.read_text())
    assert sum(range(1_000_000)) > 0  # we do work meanwhile
    assert int(usage.read_text()) == frozen
    sandbox.stop()
    assert not state.exists()
