"""Making the record of a match from what its arbiter told: the journal and the end."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination, get_rules, is_real_time
from league.lots import promised
from league.pairing import Pairing, Seating
from league.real_time import merged_log, order_texts, real_time_of
from league.record import Charge, MatchRecord, SeatRecord, VoidAttempt


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
