"""Matches of AChess without an arbiter: random orders, with a report such as it writes."""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination, get_real_time_game
from arena_games.achess import Order, Reject, Simulation
from league.lots import lot_seed, salt
from league.openings import start_simulation
from league.pairing import Entrant, Pairing, Seating
from league.record import MatchRecord
from league.recording import build_record

QUICK = {"ms_per_space": "100", "max_ms": "20000", "quiet_ms": "5000"}
_BATCH = 7
_SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def pairing(seed: int = 1, time: str = "lockstep", position: str = "") -> Pairing:
    entrants = (Entrant("a", "achess:random"), Entrant("b", "achess:rusher"))
    seatings = (Seating("p.1", (0, 1)), Seating("p.2", (1, 0)))
    return Pairing("p", "t", "achess", QUICK, seed, position, (), time, 5, entrants, seatings, "on")


def play(
    block: Pairing,
    seating: Seating,
    *,
    resign_at: int | None = None,
    termination: Termination | None = None,
) -> MatchRecord:
    """A match of random orders, a hundred a second, to its end, or until White resigns at
    that time or, with a `termination`, breaks off then."""
    match, orders = simulate(block, seating, resign_at)
    finished = finish(block, seating, match, orders, termination)
    journal = journal_of(orders, match)
    return build_record(
        block, seating, journal, finished, started_at="2026-01-02T03:04:05+00:00", wall_s=1.5
    )


def finish(
    block: Pairing,
    seating: Seating,
    match: Simulation,
    orders: Sequence[Order],
    termination: Termination | None = None,
) -> arbiter_pb2.Finished:
    """What the arbiter says of a match that is over."""
    outcome = match.outcome()
    assert outcome is not None
    resigned = outcome.termination is Termination.RESIGNATION
    return arbiter_pb2.Finished(
        attempt=1,
        scores=outcome.scores,
        termination=_wire(termination if termination and resigned else outcome.termination),
        at_fault=outcome.scores.index(0.0) if resigned else -1,
        position=match.text(),
        plies=len(orders),
        seats=[arbiter_pb2.SeatReport(round_trip_us=300, said_name="x")] * 2,
        pondering=agent_pb2.PONDERING_ON,
        achess=_report(block, seating, match, orders),
    )


def not_ready(block: Pairing, seating: Seating) -> MatchRecord:
    """A match that never began, since Black was not ready."""
    finished = arbiter_pb2.Finished(
        attempt=1,
        scores=[1.0, 0.0],
        termination=agent_pb2.TERMINATION_NOT_READY,
        at_fault=1,
        seats=[arbiter_pb2.SeatReport()] * 2,
        pondering=agent_pb2.PONDERING_ON,
    )
    return build_record(block, seating, [], finished, started_at="2026-01-02", wall_s=0.1)


def journal_of(orders: Sequence[Order], match: Simulation) -> list[arbiter_pb2.JournalEntry]:
    """The log of a match in pieces, as a worker keeps it."""
    ends = [*range(0, len(orders), _BATCH), len(orders)]
    pieces = [orders[begin:end] for begin, end in pairwise(ends)]
    return [
        arbiter_pb2.JournalEntry(
            ply=number,
            achess_log=arbiter_pb2.AchessLog(
                attempt=1,
                orders=[_stamped(number * _BATCH + i + 1, each) for i, each in enumerate(piece)],
                time_ms=match.time,
                hash=match.hash(),
            ),
        )
        for number, piece in enumerate(pieces)
    ]


def simulate(
    block: Pairing, seating: Seating, resign_at: int | None = None
) -> tuple[Simulation, list[Order]]:
    """A match and its log."""
    chance = random.Random(f"{block.seed} {seating.match_id}")
    game = get_real_time_game(block.game)
    match = start_simulation(game, block.options, lot_seed(block, seating), block.position)
    orders: list[Order] = []
    now = 0
    while not match.over:
        now += chance.randrange(20)
        if now > match.time:  # its tick is not decided before it is over
            match.advance(now - 1)
        if resign_at is not None and now >= resign_at:
            order = Order(now, "w", resign=True)
        else:
            to = chance.choice([*_SQUARES, "z9"])
            order = Order(now, chance.choice("wb"), chance.randrange(33), to)
        match.submit(order)
        orders.append(order)
        if order.resign:
            match.advance(now + 50)
    return match, orders


def _report(
    block: Pairing, seating: Seating, match: Simulation, orders: Sequence[Order]
) -> arbiter_pb2.AchessReport:
    again = start_simulation(
        get_real_time_game(block.game), block.options, match.seed, block.position
    )
    for order in orders:
        again.submit(order)
    rejects = [e.player for e in again.advance(match.time) if isinstance(e, Reject)]
    seats = [
        arbiter_pb2.AchessSeatReport(
            orders=sum(order.player == player for order in orders),
            rejected=rejects.count(player),
            round_trip_us=300,
        )
        for player in "wb"
    ]
    return arbiter_pb2.AchessReport(
        lot_seed=match.seed,
        salt=salt(block, seating).hex(),
        time_ms=match.time,
        state=match.text(),
        hash=match.hash(),
        seats=seats,
        late_p50_us=40,
        late_p99_us=900,
        late_max_us=2000,
    )


def _stamped(counter: int, order: Order) -> arbiter_pb2.StampedOrder:
    seat = "wb".index(order.player)
    if order.resign:
        sent = agent_pb2.Order(resign=True)
    else:
        sent = agent_pb2.Order(piece=cast("int", order.piece), to=str(order.to))
    return arbiter_pb2.StampedOrder(
        stamp_ms=order.t, counter=counter, seat=seat, order=sent, held_ms=counter % 3
    )


def _wire(termination: Termination) -> agent_pb2.Termination:
    value = agent_pb2.Termination.Value(f"TERMINATION_{termination.name}")
    return cast("agent_pb2.Termination", value)
