"""Matches without an arbiter: random legal moves, with a ledger such as it writes."""

import random
from dataclasses import dataclass
from typing import cast

from redis import Redis

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Outcome, Termination, get_game
from arena_games.clock import Clock, TimeControl
from league import results
from league.openings import start_position
from league.pairing import Pairing, Seating
from league.pool import pool_of
from league.record import MatchRecord
from league.recording import build_record
from league.tournament import Tournament


@dataclass(frozen=True)
class League:
    """A registered tournament in a store."""

    redis: Redis
    tournament: Tournament
    pairings: dict[str, Pairing]

    def record_all(self, pairing_id: str, attempt: int) -> list[bool]:
        """Plays and records all matches of a pairing."""
        pairing = self.pairings[pairing_id]
        return [self.record(pairing, seating, attempt) for seating in pairing.seatings]

    def record(self, pairing: Pairing, seating: Seating, attempt: int) -> bool:
        told = play(pairing, seating, attempt=attempt)
        return results.record(self.redis, pool_of(pairing), told, pairing.pairing_id, attempt)


def play(
    pairing: Pairing,
    seating: Seating,
    *,
    attempt: int = 1,
    resign_after: int | None = None,
    cpu_us: int = -1,
) -> MatchRecord:
    """A match of random moves that take so much CPU time, to its end or until somebody
    resigns."""
    journal, outcome, clocks, at_fault = _moves(pairing, seating, resign_after, cpu_us)
    finished = arbiter_pb2.Finished(
        attempt=attempt,
        scores=outcome.scores,
        termination=_wire(outcome),
        at_fault=at_fault,
        plies=len(pairing.opening) + len(journal),
        seats=[_report(seat, clock, journal) for seat, clock in enumerate(clocks)],
    )
    return build_record(
        pairing, seating, journal, finished, started_at="2026-01-02T03:04:05+00:00", wall_s=1.5
    )


def entry(ply: int, move: str = "a1b3") -> bytes:
    """A journal entry of no particular match."""
    return arbiter_pb2.JournalEntry(ply=ply, move=move).SerializeToString()


def _moves(
    pairing: Pairing, seating: Seating, resign_after: int | None, cpu_us: int
) -> tuple[list[arbiter_pb2.JournalEntry], Outcome, list[Clock], int]:
    chance = random.Random(f"{pairing.seed} {seating.match_id}")
    game, control = get_game(pairing.game), TimeControl.parse(pairing.time)
    position = start_position(game, pairing.options, pairing.seed, pairing.position)
    for move in pairing.opening:
        position = position.play(move)
    clocks = [Clock.start(control)] * game.seats
    journal: list[arbiter_pb2.JournalEntry] = []
    while (outcome := position.outcome()) is None:
        seat = position.to_move
        if len(journal) == resign_after:
            return journal, position.forfeit(seat, Termination.RESIGNATION), clocks, seat
        move = chance.choice(position.legal_moves())
        wall, lag, transport = chance.randrange(200, 50_000), 30, 150
        charged = control.charge(wall, lag, transport, 0, cpu_us)
        clock = clocks[seat].charged(charged, wall - lag - transport)
        ledger = agent_pb2.LedgerEntry(
            ply=position.ply,
            seat=seat,
            wall_us=wall,
            own_lag_us=lag,
            transport_us=transport,
            cpu_us=cpu_us,
            steal_us=-1,
            pressure_us=-1,
            charged_us=charged,
            left_us=clock.left_us,
        )
        clocks[seat] = clock.pressed()
        journal.append(
            arbiter_pb2.JournalEntry(
                ply=position.ply,
                seat=seat,
                move=move,
                ledger=ledger,
                clocks=[agent_pb2.Clock(left_us=each.left_us) for each in clocks],
            )
        )
        position = position.play(move)
    return journal, outcome, clocks, -1


def _report(
    seat: int, clock: Clock, journal: list[arbiter_pb2.JournalEntry]
) -> arbiter_pb2.SeatReport:
    mine = [each.ledger for each in journal if each.seat == seat]
    return arbiter_pb2.SeatReport(
        clock=agent_pb2.Clock(left_us=clock.left_us),
        turns=len(mine),
        charged_us=sum(each.charged_us for each in mine),
        wall_us=sum(each.wall_us for each in mine),
        round_trip_us=212,
        start_us=412_345,
        said_name="arena reference agent",
        said_version="0.1.0",
    )


def _wire(outcome: Outcome) -> agent_pb2.Termination:
    name = f"TERMINATION_{outcome.termination.name}"
    return cast("agent_pb2.Termination", agent_pb2.Termination.Value(name))
