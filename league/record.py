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

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination, get_rules, is_real_time
from league.errors import InvalidRecord
from league.lots import promised
from league.pairing import Pairing, Seating
from league.real_time import RealTime, merged_log, order_texts, real_time_of

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


def build_record(
    pairing: Pairing,
    seating: Seating,
    journal: Sequence[arbiter_pb2.JournalEntry],
    finished: arbiter_pb2.Finished,
    *,
    started_at: str,
    wall_s: float,
    voids: Sequence[VoidAttempt] = (),
) -> MatchRecord:
    """The record of a match that the arbiter finished.

    `journal` is the whole journal, of all attempts, in order of plies; `wall_s` the time
    the match took.
    """
    real_time = is_real_time(pairing.game)
    return MatchRecord(
        match=seating.match_id,
        tournament=pairing.tournament,
        pairing=pairing.pairing_id,
        game=pairing.game,
        rules_version=get_rules(pairing.game).rules_version,
        options=dict(pairing.options),
        seed=pairing.seed,
        position=pairing.position,
        opening=tuple(pairing.opening),
        time=pairing.time,
        pondering=pondering_of(finished.pondering),
        seats=_seats(pairing, seating, finished),
        scores=tuple(finished.scores),
        termination=termination_of(finished.termination).name,
        at_fault=finished.at_fault,
        attempt=finished.attempt,
        started_at=started_at,
        wall_s=round(wall_s, 3),
        detail=finished.detail,
        voids=tuple(voids),
        **(_log(pairing, seating, journal, finished) if real_time else _turns(journal, finished)),
    )


def _turns(
    journal: Sequence[arbiter_pb2.JournalEntry], finished: arbiter_pb2.Finished
) -> dict[str, Any]:
    """The plies of a game with turns."""
    last = finished.last_charge if finished.HasField("last_charge") else None
    return {
        "moves": tuple(entry.move for entry in journal),
        "ledger": tuple(_charge(e.ledger, [c.left_us for c in e.clocks]) for e in journal),
        "last_charge": _charge(last, []) if last else None,
        "thoughts": tuple(_thought(e) for e in journal if e.HasField("thought")),
    }


def _log(
    pairing: Pairing,
    seating: Seating,
    journal: Sequence[arbiter_pb2.JournalEntry],
    finished: arbiter_pb2.Finished,
) -> dict[str, Any]:
    """The plies of a game in real time."""
    log = merged_log(journal)
    return {
        "moves": order_texts(log),
        "ledger": (),
        "real_time": real_time_of(log, finished, promised(pairing, seating)),
    }


def termination_of(value: agent_pb2.Termination) -> Termination:
    """The domain's enum for the wire's; both have the same names."""
    return Termination[agent_pb2.Termination.Name(value).removeprefix("TERMINATION_")]


def pondering_of(value: agent_pb2.Pondering) -> str:
    """Whether agents could think on their rivals' time: "off", "on" or "unenforced"."""
    name = agent_pb2.Pondering.Name(value).removeprefix("PONDERING_").lower()
    return "unenforced" if name == "unspecified" else name


def summary(record: MatchRecord) -> dict[str, Any]:
    """What `arena play --json` prints of a match.

    `moves` and `plies` count from the start position, so they include the opening (its
    length is `opening`); a seat's `plies` are the moves it made itself. In real time they
    are its orders.
    """
    told = {
        "match": record.match,
        "game": record.game,
        "options": dict(record.options),
        "seed": record.seed,
        "position": record.position,
        "seats": [_seat_summary(record, seat) for seat in record.seats],
        "termination": record.termination,
        "opening": len(record.opening),
        "plies": len(record.opening) + len(record.moves),
        "moves": [*record.opening, *record.moves],
        "wall_s": record.wall_s,
    }
    if record.real_time is not None:
        part = record.real_time
        shown = ("lot_seed", "salt", "commitment", "time_ms", "hash")
        told |= {"time": record.time, **{name: getattr(part, name) for name in shown}}
    return told


def _seat_summary(record: MatchRecord, seat: SeatRecord) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "agent": seat.name,
        "score": seat.score,
        "clock_left_ms": seat.clock_left_ms,
        "plies": _own_plies(record, seat.seat),
    }


def _own_plies(record: MatchRecord, seat: int) -> int:
    if record.real_time is not None:
        return record.real_time.seats[seat].orders
    return sum(charge.seat == seat for charge in record.ledger)


def _seats(
    pairing: Pairing, seating: Seating, finished: arbiter_pb2.Finished
) -> tuple[SeatRecord, ...]:
    told = []
    for seat, (index, report) in enumerate(zip(seating.seats, finished.seats, strict=True)):
        entrant = pairing.entrants[index]
        told.append(
            SeatRecord(
                seat=seat,
                name=entrant.name,
                agent=entrant.agent,
                score=finished.scores[seat],
                clock_left_ms=report.clock.left_us / 1000,
                turns=report.turns,
                charged_ms=report.charged_us / 1000,
                wall_ms=report.wall_us / 1000,
                start_ms=report.start_us / 1000,
                round_trip_us=report.round_trip_us,
                ignored=report.ignored,
                false_claims=report.false_claims,
                said_name=report.said_name,
                said_version=report.said_version,
            )
        )
    return tuple(told)


def _charge(entry: agent_pb2.LedgerEntry, clocks_us: Sequence[int]) -> Charge:
    evidence = {f.name: getattr(entry, f.name) for f in fields(Charge) if f.name != "clocks_us"}
    return Charge(**evidence, clocks_us=tuple(clocks_us))


def _thought(entry: arbiter_pb2.JournalEntry) -> dict[str, Any]:
    thought = entry.thought
    told: dict[str, Any] = {"ply": entry.ply}
    told |= {k: getattr(thought, k) for k in ("score", "depth", "nodes") if thought.HasField(k)}
    if thought.principal_variation:
        told["pv"] = list(thought.principal_variation)
    if thought.comment:
        told["comment"] = thought.comment
    return told


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
