"""A match between a hostile bot and an honest one, another match beside it, and what is left."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from league.pairing import Entrant, Pairing
from league.record import MatchRecord
from league.verify import verify
from tests.hostile.attacks import UNPLAYABLE, Attack, Fight
from tests.worker import fakes
from worker.errors import PairingUnplayable
from worker.local import play_local
from worker.settings import PlaySettings

AGENTS = Path(__file__).parent / "agents"
_REPORT = "report "


def fight(
    attack: Attack,
    kind: str,
    agents: Sequence[str],
    beside: Sequence[str],
    arbiter: str,
    settings: PlaySettings,
) -> tuple[Fight, list[MatchRecord]]:
    """Plays it: the hostile bot first; the records of the matches beside it.

    `agents` are the texts of the hostile bot and its rival.
    """
    pairing = replace(
        _pairing(1, "joust", (0, 1), agents), time=attack.time, start_limit=attack.start_limit
    )
    others = replace(_pairing(2, "chess", (0, 1), beside), time="60+1", start_limit=30.0)
    hostile, records, refusal = [], [], ""
    try:
        for record in play_local([others, pairing], arbiter, 2, settings):
            (hostile if record.pairing == pairing.pairing_id else records).append(record)
    except PairingUnplayable as error:
        refusal = str(error)
    record = hostile[0] if hostile else None
    termination = record.termination if record else UNPLAYABLE
    detail = record.detail if record else refusal
    assert settings.logs is not None
    log = (settings.logs / pairing.pairing_id / "0-e0.log").read_text(errors="replace")
    return Fight(kind, termination, detail, record, log, _report(log)), records


def judge(attack: Attack, told: Fight, beside: Sequence[MatchRecord]) -> None:
    """Fails if anybody but the hostile bot was harmed."""
    assert told.termination == attack.expected(told.kind), (told.detail, told.log[-2000:])
    assert attack.detail in told.detail
    if told.record is not None:
        assert told.record.at_fault == 0, told.detail
        assert told.record.scores == (0.0, 1.0)
        assert verify(told.record) == []
        assert {record.at_fault for record in beside} == {-1}
        assert [verify(record) for record in beside] == [[]]
    attack.check(told)


def running(script: str) -> list[int]:
    """The processes of this host, in whatever namespace, that run one of the agents."""
    mark = f"agents/{script}.py".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                if mark in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue  # it ended
    return found


def _pairing(
    number: int, game: str, seats: tuple[int, ...], agents: Sequence[str]
) -> Pairing:
    pairing = fakes.pairing([seats], agents, number, game)
    assert [entrant.name for entrant in pairing.entrants] == ["e0", "e1"]
    assert isinstance(pairing.entrants[0], Entrant)
    return pairing


def _report(log: str) -> dict[str, object]:
    lines = [line for line in log.splitlines() if line.startswith(_REPORT)]
    return json.loads(lines[-1].removeprefix(_REPORT)) if lines else {}
