"""Matches between real processes that are frozen while not to move."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from arbiter import spec
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import get_game
from tests.arbiter.stage import Played, Stage, match_spec, run_on_stage


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the real games are played."""
    monkeypatch.setattr(spec, "get_game", get_game)


@pytest.fixture
def agents(tmp_path: Path) -> Iterator[list[arbiter_pb2.SeatSpec]]:
    children, seats = [], []
    for seat in range(3):
        address = f"unix:{tmp_path}/{seat}"
        child = subprocess.Popen(
            [sys.executable, "-m", "bench.instant", address], start_new_session=True
        )
        children.append(child)
        handle = arbiter_pb2.FreezeHandle(process_group=child.pid)
        seats.append(arbiter_pb2.SeatSpec(address=address, sandboxed=True, freeze=handle))
    yield seats
    for child in children:
        child.kill()
        child.wait()


def play(seats: list[arbiter_pb2.SeatSpec], **changes: object) -> Played:
    options = {"max_plies": "30"}

    async def scenario(stage: Stage) -> Played:
        return await stage.run(
            match_spec(
                seats,
                game="threechess",
                options=options,
                start_limit_us=30_000_000,
                pondering=agent_pb2.PONDERING_OFF,
                **changes,
            )
        )

    return run_on_stage(scenario)


def stopped(seats: list[arbiter_pb2.SeatSpec]) -> list[bool]:
    told = []
    for seat in seats:
        stat = Path(f"/proc/{seat.freeze.process_group}/stat").read_text()
        told.append(stat.rpartition(")")[2].split()[0] == "T")
    return told


def test_frozen_agents_play_and_run_again_afterwards(agents: list[arbiter_pb2.SeatSpec]) -> None:
    played = play(agents)
    assert played.ended == ("MAX_PLIES", -1)
    assert len(played.journal) == 30
    assert played.started is not None
    assert played.started.pondering == agent_pb2.PONDERING_OFF
    assert all(entry.ledger.cpu_us >= 0 for entry in played.journal)
    assert stopped(agents) == [False] * 3


def test_without_a_handle_on_every_seat_the_record_says_so(
    agents: list[arbiter_pb2.SeatSpec],
) -> None:
    agents[1].ClearField("freeze")
    played = play(agents)
    assert played.ended == ("MAX_PLIES", -1)
    assert played.started is not None
    assert played.started.pondering == agent_pb2.PONDERING_UNENFORCED


def test_a_cpu_clock_counts_what_the_sandbox_used(agents: list[arbiter_pb2.SeatSpec]) -> None:
    played = play(agents, time_control="cpu=60")
    assert played.ended == ("MAX_PLIES", -1)
    for entry in played.journal:
        assert entry.ledger.charged_us == entry.ledger.cpu_us
    assert any(entry.ledger.charged_us > 0 for entry in played.journal)


@contextmanager
def agent(address: str, thinks: str) -> Iterator[arbiter_pb2.SeatSpec]:
    """A bot that does that with its turn."""
    code = (
        "import time\n"
        "from arena_sdk import serve\n"
        "def think(turn):\n"
        f"    {thinks}\n"
        f"serve(think, address={address!r})\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        handle = arbiter_pb2.FreezeHandle(process_group=child.pid)
        yield arbiter_pb2.SeatSpec(address=address, sandboxed=True, freeze=handle)
    finally:
        child.kill()
        child.wait()


def test_an_empty_cpu_budget_is_found_while_the_agent_computes(
    tmp_path: Path, agents: list[arbiter_pb2.SeatSpec]
) -> None:
    with agent(f"unix:{tmp_path}/it", "while not turn.abandoned: pass") as agents[0]:
        played = play(agents, time_control="cpu=0.2,wall=600")
    assert played.ended == ("TIME_FORFEIT", 0)
    assert played.finished is not None
    assert played.finished.last_charge.charged_us > 200_000


def test_who_computes_nothing_loses_by_the_cap_on_wall_time(
    tmp_path: Path, agents: list[arbiter_pb2.SeatSpec]
) -> None:
    with agent(f"unix:{tmp_path}/it", "time.sleep(600)") as agents[0]:
        # In a late attempt no short stall of this machine is an excuse.
        played = play(agents, time_control="cpu=60,wall=0.5", attempt=4)
    assert played.ended == ("TIME_FORFEIT", 0)
    assert played.finished is not None
    assert played.finished.last_charge.left_us > 0
    assert "-" not in played.finished.detail


def test_who_had_no_cpu_since_others_were_on_its_core_does_not_lose_on_time(
    tmp_path: Path, agents: list[arbiter_pb2.SeatSpec]
) -> None:
    core = min(os.sched_getaffinity(0))
    spin = [sys.executable, "-S", "-c", "while True: pass"]
    computes = "begin = time.process_time()\n    while time.process_time() < begin + 0.4: pass"
    with ExitStack() as stack:
        agents[0] = stack.enter_context(agent(f"unix:{tmp_path}/it", computes))
        spinners = [subprocess.Popen(spin, start_new_session=True) for _ in range(4)]
        for spinner in spinners:
            stack.callback(spinner.wait)
            stack.callback(spinner.kill)
        for pid in (agents[0].freeze.process_group, *(spinner.pid for spinner in spinners)):
            os.sched_setaffinity(pid, {core})
        played = play(agents, time_control="move=500ms")
    assert played.void is not None
    assert played.void.blame == arbiter_pb2.BLAME_HOST
    assert "kept the agent waiting" in played.void.reason
