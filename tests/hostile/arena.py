"""A match between a hostile bot and an honest one, another match beside it, and what is left."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from league.record import MatchRecord
from league.verify import verify
from tests.hostile.attacks import Attack, Fight
from tests.worker import fakes
from worker.local import play_local
from worker.settings import PlaySettings

AGENTS = Path(__file__).parent / "agents"
_REPORT = "report "


def fight(
    attack: Attack,
    agents: Sequence[str],
    neighbour: str,
    arbiter: str,
    settings: PlaySettings,
) -> tuple[Fight, list[MatchRecord]]:
    """Plays it: the hostile bot first; the records of the matches beside it.

    `agents` are the texts of the hostile bot and its rival, `neighbour` that of both who
    play beside them.
    """
    hostile_match = fakes.pairing([(0, 1)], agents, 1)
    pairing = replace(hostile_match, time=attack.time, start_limit=attack.start_limit)
    # A match between those who do not think takes its time by many moves.
    game = "joust" if attack.beside else "chess"
    others = replace(fakes.pairing([(0, 1)], (neighbour,) * 2, 2, game), time="60+1")
    hostile: list[MatchRecord] = []
    records: list[MatchRecord] = []
    for each in play_local([others, pairing], arbiter, 2, settings):
        (hostile if each.pairing == pairing.pairing_id else records).append(each)
    (record,) = hostile
    assert settings.logs is not None
    log = (settings.logs / pairing.pairing_id / "0-e0.log").read_text(errors="replace")
    return Fight(record, log, _report(log)), records


def judge(attack: Attack, told: Fight, beside: Sequence[MatchRecord]) -> None:
    """Fails if anybody but the hostile bot was harmed."""
    record = told.record
    assert record.termination == attack.termination, (record.detail, told.log[-2000:])
    assert attack.detail in record.detail
    assert record.at_fault == 0, record.detail
    assert record.scores == (0.0, 1.0)
    assert record.pondering == "off"
    assert verify(record) == []
    assert {other.at_fault for other in beside} == {-1}
    assert [verify(other) for other in beside] == [[]]
    attack.check(told)


def running() -> list[int]:
    """The processes of this host, in whatever namespace, that run one of the agents."""
    return [int(place.name) for place in Path("/proc").glob("[0-9]*") if _runs_an_agent(place)]


def _runs_an_agent(process: Path) -> bool:
    try:
        words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # it ended
        return False
    named = [Path(word) for word in words if word.endswith(".py")]
    return "python" in words[0] and any(
        path.parent.name == AGENTS.name and (AGENTS / path.name).exists() for path in named
    )


def _report(log: str) -> dict[str, object]:
    lines = [line for line in log.splitlines() if line.startswith(_REPORT)]
    return json.loads(lines[-1].removeprefix(_REPORT)) if lines else {}
