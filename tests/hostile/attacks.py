"""The attacks: what each one is, how its match is to end, and what must not have happened."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from league.record import MatchRecord
from worker.settings import SandboxSettings

# Of a match that the attack did not keep from going on: its author gives up after a while.
PLAYS_ON = "RESIGNATION"

_SETTINGS = SandboxSettings()
_MIB = 1024 * 1024


@dataclass(frozen=True)
class Fight:
    """What came of an attack."""

    record: MatchRecord
    log: str  # what the hostile bot wrote, as far as it was kept
    report: Mapping[str, Any]  # the last that it told of its attack


Check = Callable[[Fight], None]


def _no_more(fight: Fight) -> None:
    """How it ended says it all."""


@dataclass(frozen=True)
class Attack:
    """A hostile bot, agents/SCRIPT.py, and the termination that its match must have, be it a
    process or a container."""

    script: str
    termination: str
    check: Check = _no_more
    rival: str = ""  # a script too; "": the reference agent random
    beside: str = ""  # who plays the other match, where it is to last as long; likewise
    time: str = "3"
    start_limit: float = 10.0
    detail: str = ""  # part of what the record tells


def _disk_filled_no_further(fight: Fight) -> None:
    room = {"private": 1, "/tmp": _SETTINGS.tmp_bytes // _MIB, "/dev/shm": 64}
    for place, (written, why) in fight.report.items():
        assert written <= room.get(place, 0), place
        assert why in ("ENOSPC", "EROFS", "EACCES", "EPERM", "ENOENT"), place
    assert fight.report["/tmp"][1] == "ENOSPC"
    assert fight.report["private"][1] == "ENOSPC"


def _log_is_capped(fight: Fight) -> None:
    assert _SETTINGS.log_bytes <= len(fight.log) < _SETTINGS.log_bytes + 10_000
    assert "log limit reached" in fight.log


def _few_files(fight: Fight) -> None:
    assert fight.report["why"] == "EMFILE"
    assert fight.report["opened"] < _SETTINGS.open_files


def _few_threads(fight: Fight) -> None:
    assert fight.report["why"] == "RuntimeError"
    assert fight.report["started"] < _SETTINGS.processes


def _stole_no_time(fight: Fight) -> None:
    """Frozen, it computes only while a turn travels, and an answer."""
    rivals = sum(charge.wall_us for charge in fight.record.ledger if charge.seat == 1)
    assert rivals > 150_000
    assert fight.report["stolen_us"] < rivals / 4


def _told_nobody(fight: Fight) -> None:
    told = dict(fight.report)
    assert told.pop("interfaces") == ["lo"]
    assert told.pop("neighbours") == []
    for place in ("host", "outward", "abstract", "arbiter", "raw", "packet"):
        assert told.pop(place) in _REFUSED, place
    assert all(answer in _REFUSED for answer in told.pop("engine"))
    assert not told


def _saw_nothing(fight: Fight) -> None:
    told = dict(fight.report)
    assert len(told.pop("processes")) <= 2
    assert told.pop("bait") in _REFUSED
    assert told.pop("through_init") in _REFUSED
    assert told == {"environments": [], "own": [], "read": [], "rival": []}, told


_REFUSED = frozenset(
    ("EPERM", "EACCES", "ENOENT", "EROFS", "ECONNREFUSED", "ENETUNREACH", "EINVAL", "ENOSPC")
)


def _got_no_rights(fight: Fight) -> None:
    got = {name: answer for name, answer in fight.report.items() if answer not in _ESCALATION}
    assert got == {}, got
    assert len(fight.report) > 20


_ESCALATION = _REFUSED | {"ValueError", "PermissionError"}


def _rivals_moves_are_its_own(fight: Fight) -> None:
    assert fight.record.seats[0].ignored >= 3
    assert len(fight.record.moves) == 6


def _was_charged_what_it_took(fight: Fight) -> None:
    own = [charge for charge in fight.record.ledger if charge.seat == 0]
    assert len(own) == 3
    for charge in own:
        assert charge.wall_us >= 100_000  # it slept for that long
        assert charge.transport_us <= 2_000
        # The rest is the arbiter's own measure, in which no word of the agent's has a part.
        assert charge.charged_us == charge.wall_us - charge.own_lag_us - charge.transport_us


def _left_children(fight: Fight) -> None:
    """Which are gone by the time that the next test begins."""
    assert fight.report["left"] == 8


def _its_move_counts(fight: Fight) -> None:
    assert len(fight.record.moves) == 2


ATTACKS = [
    Attack("fork_bomb", "TOO_MANY_PROCESSES", time="20", detail="too many processes (limit 64)"),
    Attack("fork_storm", "TIME_FORFEIT", beside="thinker"),
    Attack("memory_bomb", "OUT_OF_MEMORY", time="20", detail="out of memory (limit 512 MiB)"),
    Attack("fill_disk", PLAYS_ON, _disk_filled_no_further, time="20"),
    Attack("log_flood", PLAYS_ON, _log_is_capped, beside="thinker", time="20"),
    Attack("open_files", PLAYS_ON, _few_files),
    Attack("threads", PLAYS_ON, _few_threads),
    Attack("ponder", PLAYS_ON, _stole_no_time, rival="thinker", beside="thinker"),
    Attack("replace_socket", PLAYS_ON),
    Attack("reach_out", PLAYS_ON, _told_nobody, time="20"),
    Attack("snoop", PLAYS_ON, _saw_nothing, time="20"),
    Attack("escalate", PLAYS_ON, _got_no_rights, time="20"),
    Attack("kill_all", "CRASH"),
    Attack("orphans", PLAYS_ON, _left_children),
    Attack("blame_the_host", "NOT_READY", detail="ended before it was ready (exit code 127)"),
    Attack("bomb_first", "OUT_OF_MEMORY", start_limit=30.0, detail="out of memory (limit 512 MiB)"),
    Attack("symlink_first", "RULE_VIOLATION", detail="a symbolic link where its socket belongs"),
    Attack("symlink_later", "RULE_VIOLATION", detail="no socket where its socket belongs"),
    Attack("mute", "NOT_READY", start_limit=4.0),
    Attack("deaf", "TIME_FORFEIT", time="1"),
    Attack("huge_message", "OVERSIZE", time="20"),
    Attack("inflated_message", "OVERSIZE", time="20"),
    Attack("huge_headers", "CRASH"),
    Attack("endless_moves", "FLOOD"),
    Attack("unreadable", "UNREADABLE"),
    Attack("half_frame", "TIME_FORFEIT", time="1"),
    Attack("garbage", "CRASH"),
    Attack("http2_pings", "TIME_FORFEIT", time="1", beside="thinker"),
    Attack("move_then_crash", "CRASH", _its_move_counts, detail="SIGSEGV"),
    Attack("wrong_seats", PLAYS_ON, _rivals_moves_are_its_own),
    Attack("lies", PLAYS_ON, _was_charged_what_it_took),
    Attack("to_the_limit", "TIME_FORFEIT", time="1"),
]
