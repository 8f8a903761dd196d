"""Local play with the real arbiter in a process of its own, and real bots."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from league.pairing import Entrant
from league.verify import verify
from tests.worker import fakes
from tests.worker.arbiter_process import ArbiterProcess
from tests.worker.conftest import MakeBot
from worker.local import play_local
from worker.settings import PlaySettings

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(60)]

# Plays the first legal move; {} may do something else first.
_BOT = """
import os, signal
import arena_sdk
def agent(turn):
    {}
    return turn.legal_moves[0]
arena_sdk.serve(agent)
"""


def test_a_bot_that_crashes_loses_and_is_started_again(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot
) -> None:
    crash = bot(_BOT.format("if turn.ply >= 4: os._exit(3)"))
    good = bot(_BOT.format("pass"))
    pairing = replace(fakes.pairing(), entrants=(Entrant("crash", crash), Entrant("good", good)))
    records = list(play_local([pairing], arbiter.address, 1, settings))
    for record in records:
        loser = record.seats[record.at_fault]
        assert (record.termination, loser.name, loser.score) == ("CRASH", "crash", 0.0)
        assert len(record.moves) == 4 + record.at_fault
        assert verify(record) == []


@pytest.mark.parametrize("time", ["10+0.1", "cpu=5"])
def test_a_bot_that_does_not_start_loses_all_its_matches(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot, time: str
) -> None:
    agents = {"gone": bot("raise SystemExit('no model file')"), "good": bot(_BOT.format("pass"))}
    entrants = tuple(Entrant(name, agent) for name, agent in agents.items())
    pairing = replace(fakes.pairing(), entrants=entrants, time=time)
    records = list(play_local([pairing], arbiter.address, 1, settings))
    assert [record.at_fault for record in records] == [0, 1]
    for record in records:
        loser = record.seats[record.at_fault]
        assert (record.termination, loser.name, loser.score) == ("NOT_READY", "gone", 0.0)
        assert record.detail == "at the start: ended before it was ready (exit code 1)"
        assert record.moves == ()
        assert record.pondering == "off"
        assert verify(record) == []
    assert settings.logs is not None
    assert "no model file" in (settings.logs / "cup-00001" / "0-gone.log").read_text()


def test_a_match_goes_on_after_its_arbiter_was_killed(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot, tmp_path: Path
) -> None:
    settings = replace(settings, sandbox=replace(settings.sandbox, bubblewrap=False))
    killed = tmp_path / "killed"
    # The bot itself, not confined, kills the arbiter: once, and in the middle of its turn.
    kill = (
        f"mark = {str(killed)!r}\n"
        "    if turn.ply == 6 and not os.path.exists(mark):\n"
        "        open(mark, 'w').close()\n"
        "        os.kill(int(open(mark + '.pid').read()), signal.SIGKILL)"
    )
    agents = [bot(_BOT.format(kill)), bot(_BOT.format("pass"))]
    (tmp_path / "killed.pid").write_text(str(arbiter.child.pid))
    arbiter.child.on_exit(lambda _: arbiter.start())
    entrants = (Entrant("killer", agents[0]), Entrant("good", agents[1]))
    pairing = replace(fakes.pairing([(0, 1)]), entrants=entrants)
    with closing(play_local([pairing], arbiter.address, 1, settings)) as records:
        (record,) = records
    assert killed.exists()
    assert [(void.attempt, void.blame) for void in record.voids] == [(1, "arbiter")]
    assert record.attempt == 2
    assert record.termination == "NO_MOVES"  # whoever was frozen when it died runs again
    assert [charge.ply for charge in record.ledger] == list(range(len(record.moves)))
    assert verify(record) == []
