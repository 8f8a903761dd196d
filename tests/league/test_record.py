import json
from dataclasses import replace
from typing import cast

import pytest

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination, get_game
from league.errors import InvalidRecord
from league.openings import start_position
from league.pairing import Entrant, Pairing, Seating
from league.record import MatchRecord, VoidAttempt
from league.recording import build_record, termination_of
from league.schedule import round_robin
from league.summary import summary
from league.tournament import Tournament
from tests.league.scripted import play


@pytest.fixture(scope="module")
def pairing() -> Pairing:
    return next(round_robin(Tournament.from_toml(THREE)))


THREE = """
name = "threechess-cup"
game = "threechess"
time = "600"
agents = ["greedy", "paranoid:depth=3", "mcts:seconds=0.5"]
[options]
max_plies = 60
[openings]
random_plies = 4
"""


def test_a_record_survives_its_text(pairing: Pairing) -> None:
    record = play(pairing, pairing.seatings[1])
    assert MatchRecord.from_json(record.to_json()) == record
    voids = (VoidAttempt(1, "host", "stall"),)
    more = replace(record, voids=voids, last_charge=record.ledger[0], thoughts=({"ply": 4},))
    assert MatchRecord.from_json(more.to_json()) == more


def test_the_head_alone_is_a_record_without_plies(pairing: Pairing) -> None:
    record = play(pairing, pairing.seatings[0])
    bare = replace(record, moves=(), ledger=(), opening=())
    assert MatchRecord.from_json(record.head_json()) == bare


def test_beside_moves_and_ledger_a_record_is_small(pairing: Pairing) -> None:
    record = play(pairing, pairing.seatings[0])
    assert len(record.head_json().encode()) <= 1024


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 99}', '{"schema": 1}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        MatchRecord.from_json(text)


def test_seats_are_taken_from_the_seating(pairing: Pairing) -> None:
    seating = Seating("m.1", (2, 0, 1))
    record = play(pairing, seating)
    names = ["mcts:seconds=0.5", "greedy", "paranoid:depth=3"]
    assert [seat.name for seat in record.seats] == names
    assert [seat.score for seat in record.seats] == list(record.scores)


def test_thoughts_and_the_last_charge_are_kept() -> None:
    pairing = Pairing(
        "p", "t", "joust", {}, 1, "", (), "60", 5, (Entrant("a", "a"), Entrant("b", "b")),
        (Seating("p.1", (0, 1)),),
    )  # fmt: skip
    move = get_game("joust").start().legal_moves()[0]
    thought = agent_pb2.Thought(score=0.0, depth=3, principal_variation=[move], comment="hm")
    journal = [arbiter_pb2.JournalEntry(ply=0, seat=0, move=move, thought=thought)]
    finished = arbiter_pb2.Finished(
        attempt=2,
        scores=[0, 1],
        termination=agent_pb2.TERMINATION_TIME_FORFEIT,
        seats=[arbiter_pb2.SeatReport(), arbiter_pb2.SeatReport()],
        last_charge=agent_pb2.LedgerEntry(ply=1, seat=1, charged_us=77),
    )
    record = build_record(
        pairing, pairing.seatings[0], journal, finished, started_at="now", wall_s=1.23456
    )
    assert record.thoughts == ({"ply": 0, "score": 0.0, "depth": 3, "pv": [move], "comment": "hm"},)
    assert record.last_charge is not None
    assert record.last_charge.charged_us == 77
    assert (record.attempt, record.wall_s, record.termination) == (2, 1.235, "TIME_FORFEIT")


def test_every_wire_termination_has_its_own() -> None:
    values = [value for value in agent_pb2.Termination.values() if value]
    found = {termination_of(cast("agent_pb2.Termination", value)) for value in values}
    assert found == set(Termination)
    assert len(values) == len(found)


def test_the_summary_can_be_replayed_from_the_start(pairing: Pairing) -> None:
    record = play(pairing, pairing.seatings[0])
    told = json.loads(json.dumps(summary(record)))
    position = start_position(get_game(told["game"]), told["options"], told["seed"], "")
    for move in told["moves"]:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert [seat["score"] for seat in told["seats"]] == list(outcome.scores)
    assert told["plies"] == len(told["moves"])
    assert sum(seat["plies"] for seat in told["seats"]) == told["plies"] - told["opening"]
