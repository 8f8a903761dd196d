"""The record of a match: everything needed to replay it and to judge its clocks again.

A record has two parts, stored apart because listings and standings need only the first:
the head (who, what, scores) and the plies (moves, ledger, thoughts). In JSON the seats and
the ledger are tables, {"columns": [...], "rows": [[...], ...]}; lists of objects would be
up to four times as long.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from league.errors import InvalidRecord
from league.real_time import RealTime

SCHEMA = 1
_PLIES = ("opening", "moves", "ledger", "last_charge", "thoughts", "real_time")


@dataclass(frozen=True, slots=True)
class Charge:
    """One charge of one clock with its evidence; the fields of `arena.v1.LedgerEntry`.

    `clocks_us` is what every seat had left once the move was made, increment or period
    included; it is empty for a turn that had no playable answer.
    """

    ply: int
    seat: int
    wall_us: int
    own_lag_us: int
    transport_us: int
    cpu_us: int
    steal_us: int
    pressure_us: int
    grace_us: int
    charged_us: int
    left_us: int
    clocks_us: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sat where, and how it went for them. Times in milliseconds."""

    seat: int
    name: str
    agent: str
    score: float
    clock_left_ms: float
    turns: int = 0
    charged_ms: float = 0.0
    wall_ms: float = 0.0
    start_ms: float = 0.0  # until it was ready
    round_trip_us: int = -1  # calibrated; -1: it was not
    ignored: int = 0  # messages with the wrong ply, unasked for, or of no use
    false_claims: int = 0
    said_name: str = ""
    said_version: str = ""


@dataclass(frozen=True, slots=True)
class VoidAttempt:
    """An attempt that failed through no agent's fault, and who is to blame."""

    attempt: int
    blame: str  # "host", "arbiter", "network", "sandbox"
    reason: str


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One finished match. `termination` is the name of an `arena_games.Termination`.

    Of a game in real time `moves` are the orders as they were stamped, and there is no ledger.
    """

    match: str
    tournament: str
    pairing: str
    game: str
    rules_version: int
    options: Mapping[str, str]
    seed: int
    position: str
    opening: tuple[str, ...]
    time: str
    pondering: str
    seats: tuple[SeatRecord, ...]
    moves: tuple[str, ...]  # after the opening
    ledger: tuple[Charge, ...]  # one for each of `moves`
    scores: tuple[float, ...]
    termination: str
    at_fault: int  # the seat that broke off the match, or -1
    attempt: int
    started_at: str  # ISO 8601, UTC
    wall_s: float
    detail: str = ""
    last_charge: Charge | None = None  # of a turn that had no playable answer
    thoughts: tuple[Mapping[str, Any], ...] = ()
    voids: tuple[VoidAttempt, ...] = ()
    real_time: RealTime | None = None
    schema: int = field(default=SCHEMA)

    def head_json(self) -> str:
        """The record without its plies."""
        data = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in _PLIES}
        data["options"] = dict(self.options)
        data["seats"] = _table(SeatRecord, self.seats)
        data["voids"] = [asdict(void) for void in self.voids]
        return _dumps(data)

    def plies_json(self) -> str:
        """The moves, the ledger and the thoughts."""
        data: dict[str, Any] = {"opening": self.opening, "moves": self.moves}
        data["ledger"] = _table(Charge, self.ledger)
        if self.last_charge:
            data["last_charge"] = asdict(self.last_charge)
        if self.thoughts:
            data["thoughts"] = [dict(thought) for thought in self.thoughts]
        if self.real_time:
            data["real_time"] = self.real_time.to_dict()
        return _dumps(data)

    def to_json(self) -> str:
        """The whole record as one line, which `from_json` reads back to an equal one."""
        return self.head_json()[:-1] + "," + self.plies_json()[1:]

    @classmethod
    def from_json(cls, text: str | bytes) -> "MatchRecord":
        """The record of a `to_json` text; of a `head_json` text, with empty plies.

        Raises InvalidRecord.
        """
        try:
            data = json.loads(text)
            if data.get("schema") != SCHEMA:
                raise InvalidRecord(
                    f"a match record of schema {data.get('schema')}; this version reads {SCHEMA}"
                )
            return cls(**_read(data))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InvalidRecord(f"not a match record: {error}") from error


def _table(kind: type, rows: Sequence[Any]) -> dict[str, Any]:
    columns = [f.name for f in fields(kind)]
    return {"columns": columns, "rows": [[getattr(row, name) for name in columns] for row in rows]}


def _rows(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def _read(data: dict[str, Any]) -> dict[str, Any]:
    ledger, last = data.get("ledger"), data.get("last_charge")
    real_time = data.get("real_time")
    data["real_time"] = RealTime.from_dict(real_time) if real_time else None
    data["ledger"] = tuple(_read_charge(row) for row in _rows(ledger)) if ledger else ()
    data["last_charge"] = _read_charge(last) if last else None
    data["seats"] = tuple(SeatRecord(**row) for row in _rows(data["seats"]))
    data["voids"] = tuple(VoidAttempt(**void) for void in data["voids"])
    for name in ("opening", "moves", "scores", "thoughts"):
        data[name] = tuple(data.get(name, ()))
    return data


def _read_charge(data: dict[str, Any]) -> Charge:
    return Charge(**data | {"clocks_us": tuple(data["clocks_us"])})


def _dumps(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
