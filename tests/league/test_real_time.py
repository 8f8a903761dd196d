"""What the league makes of a game without turns: files, pairings, records, verify."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination
from arena_games.achess import Order, commitment
from arena_games.clock import InvalidTimeControl
from league.errors import InvalidTournament
from league.lots import lot_seed, promised, salt
from league.pool import pool_of, time_class
from league.real_time import merged_log, order_texts
from league.record import MatchRecord
from league.schedule import round_robin
from league.summary import summary
from league.timing import read_time
from league.tournament import Tournament, load_tournament
from league.verify import verify
from tests.league import scripted_orders as scripted

CUP = """name = "cup"
game = "achess"
agents = ["achess:random", "achess:rusher", "achess:guard"]
"""
KINGS = "4k3/8/8/8/8/8/8/4K2R K"


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    block = scripted.pairing()
    return scripted.play(block, block.seatings[0])


def test_a_file_says_who_drives_the_time() -> None:
    cup = Tournament.from_toml(CUP)
    assert (cup.time, cup.pondering) == ("realtime", "on")
    assert Tournament.from_toml(CUP + 'time = "lockstep"\n').time == "lockstep"
    assert Tournament.from_json(cup.to_json()) == cup


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ('time = "10+0.1"', "achess has no clocks; it takes realtime or lockstep"),
        ('pondering = "off"', "pondering 'off': it takes \"on\""),
        ("[openings]\nrandom_plies = 2", "achess has no plies: openings take a file of positions"),
        ("[options]\ncooldown_ms = 30", "cooldown_ms=30: it must be a multiple of tick_ms=50"),
        ("[options]\nwidth = 6", "achess has no option 'width'"),
        ('[options]\nposition = "8 -"', "position '8 -'"),
    ],
)
def test_what_makes_no_sense_without_turns_is_told(line: str, part: str) -> None:
    with pytest.raises(InvalidTournament) as caught:
        Tournament.from_toml(CUP + line + "\n", "cup.toml")
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_with_turns_has_clocks() -> None:
    with pytest.raises(InvalidTimeControl, match="joust has turns, and clocks such as 600"):
        read_time("joust", "realtime")
    assert read_time("joust", " 10 + 0.1") == "10+0.1"


def test_pairings_have_no_opening_and_a_pool_of_their_own() -> None:
    cup = Tournament.from_toml(CUP + 'time = "lockstep"\n[options]\ncooldown_ms = 500\n')
    pairings = list(round_robin(cup))
    assert [len(each.seatings) for each in pairings] == [2, 2, 2]
    for pairing in pairings:
        assert (pairing.opening, pairing.pondering, pairing.time) == ((), "on", "lockstep")
        assert pool_of(pairing) == "tournament:cup/achess:r1:cooldown_ms=500:lockstep"
    assert time_class("realtime") == "realtime"


def test_positions_of_a_file_are_read_by_the_game(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(CUP + '[openings]\nfile = "starts.txt"\n')
    (tmp_path / "starts.txt").write_text(f"# one\n{KINGS}\n")
    (first, *_) = round_robin(load_tournament(file))
    assert first.position == KINGS
    (tmp_path / "starts.txt").write_text("8/8/8/8/8/8/8/8 -\n")
    with pytest.raises(InvalidTournament, match=r"starts\.txt:1: .*White has 0 kings"):
        load_tournament(file)


def test_lots_depend_on_seed_and_match_alone() -> None:
    block = scripted.pairing(seed=3)
    first, second = block.seatings
    assert lot_seed(block, first) == lot_seed(replace(block, pairing_id="q"), first)
    drawn = [lot_seed(block, first), lot_seed(block, second), lot_seed(scripted.pairing(4), first)]
    assert len(set(drawn)) == 3
    assert all(0 <= seed < 2**64 for seed in drawn)
    assert promised(block, first) == commitment(drawn[0], salt(block, first))


def test_a_record_survives_its_text(record: MatchRecord) -> None:
    assert record.real_time is not None
    assert record.real_time.held_ms[:3] == (1, 2, 0)
    assert MatchRecord.from_json(record.to_json()) == record
    bare = replace(record, moves=(), real_time=None)
    assert MatchRecord.from_json(record.head_json()) == bare
    assert len(record.head_json()) <= 1024


def test_the_log_is_kept_as_orders_of_the_game(record: MatchRecord) -> None:
    assert record.ledger == ()
    orders = [Order.parse(text) for text in record.moves]
    assert len(orders) > 100
    assert [order.t for order in orders] == sorted(order.t for order in orders)
    assert any(not order.is_well_formed() for order in orders)


def test_orders_of_the_wire_are_read() -> None:
    orders = [
        agent_pb2.Order(piece=12, to="e4"),
        agent_pb2.Order(piece=-7, to="e8", promotion="N"),
        agent_pb2.Order(piece=2**31 - 1, to="", promotion="K\n"),
        agent_pb2.Order(resign=True),
    ]
    stamped = [
        arbiter_pb2.StampedOrder(stamp_ms=100 + i, seat=i % 2, order=order)
        for i, order in enumerate(orders)
    ]
    log = arbiter_pb2.AchessLog(orders=stamped)
    texts = order_texts(log)
    assert texts == (
        "100 w 12 e4",
        "101 b -7 e8=N",
        '102 w {"piece":2147483647,"to":"","promo":"K\\n"}',
        "103 b resign",
    )
    assert [str(Order.parse(text)) for text in texts] == list(texts)


def test_pieces_of_a_log_make_one_that_goes_as_far_as_the_last() -> None:
    def piece(stamp: int) -> arbiter_pb2.JournalEntry:
        log = arbiter_pb2.AchessLog(
            attempt=2,
            orders=[arbiter_pb2.StampedOrder(stamp_ms=stamp)],
            time_ms=stamp + 50,
            hash=f"of {stamp}",
        )
        return arbiter_pb2.JournalEntry(achess_log=log)

    log = merged_log([piece(10), piece(70)])
    assert [each.stamp_ms for each in log.orders] == [10, 70]
    assert (log.attempt, log.time_ms, log.hash) == (2, 120, "of 70")


def test_the_summary_tells_what_replays_it(record: MatchRecord) -> None:
    told = json.loads(json.dumps(summary(record)))
    assert record.real_time is not None
    assert told["plies"] == len(told["moves"]) == sum(seat["plies"] for seat in told["seats"])
    assert told["lot_seed"] == record.real_time.lot_seed
    assert told["hash"] == record.real_time.hash


@pytest.mark.parametrize("seed", range(4))
def test_sound_records_pass(seed: int) -> None:
    for seating in scripted.pairing(seed).seatings:
        assert verify(scripted.play(scripted.pairing(seed), seating)) == []


def test_a_start_position_is_replayed_too() -> None:
    block = scripted.pairing(position=KINGS)
    record = scripted.play(block, block.seatings[0])
    assert verify(record) == []
    assert record.real_time is not None
    assert record.real_time.state.count("\n") <= 3


@pytest.mark.parametrize("termination", [None, Termination.CRASH, Termination.FLOOD])
def test_who_breaks_off_has_resigned_in_the_log(termination: Termination | None) -> None:
    block = scripted.pairing()
    record = scripted.play(block, block.seatings[0], resign_at=900, termination=termination)
    assert record.termination == (termination or Termination.RESIGNATION).name
    assert (record.scores, record.at_fault) == ((0.0, 1.0), 0)
    assert verify(record) == []
    assert any("follow" in each for each in verify(replace(record, at_fault=7))) == (
        termination is not None
    )
    other = replace(record, termination="OVERSIZE", at_fault=1)
    assert any("ended by RESIGNATION" in each for each in verify(other))


def test_a_match_that_never_began_has_no_log() -> None:
    block = scripted.pairing()
    record = scripted.not_ready(block, block.seatings[0])
    assert record.real_time is None
    assert verify(record) == []
    assert MatchRecord.from_json(record.to_json()) == record
    assert any("follow" in each for each in verify(replace(record, termination="QUIET")))
    assert any("no lot seed" in each for each in verify(replace(record, moves=("9 w 1 c3",))))


def test_every_change_is_found(record: MatchRecord) -> None:
    part = record.real_time
    assert part is not None
    richer = tuple(replace(seat, score=2.0) for seat in record.seats)
    fewer = (replace(part.seats[0], rejected=part.seats[0].rejected - 1), part.seats[1])
    first = next(i for i, text in enumerate(record.moves) if "{" not in text)
    for changed, says in [
        (replace(record, moves=record.moves[:first] + record.moves[first + 1 :]), "orders"),
        (replace(record, moves=("x", *record.moves)), "order 1: 'x': no order"),
        (replace(record, moves=record.moves[::-1]), "order 2: "),
        (replace(record, scores=(2.0, 2.0), seats=richer), "the scores are"),
        (replace(record, termination="BOTH_KINGS_CAPTURED"), "recorded as BOTH_KINGS"),
        (replace(record, time="10+0.1"), "achess has no clocks"),
        (replace(record, rules_version=9), "rules version 9"),
        (replace(record, options={"wings": "2"}), "no option 'wings'"),
        (replace(record, opening=("e2e4",)), "no opening"),
        (replace(record, real_time=replace(part, hash="ab")), "has hash"),
        (replace(record, real_time=replace(part, state="t=0")), "another than recorded"),
        (replace(record, real_time=replace(part, time_ms=part.time_ms + 50)), "it ends at"),
        (replace(record, real_time=replace(part, time_ms=part.time_ms - 50)), "does not follow"),
        (replace(record, real_time=replace(part, salt="00" * 16)), "another commitment"),
        (replace(record, real_time=replace(part, salt="zz")), "lot seed and salt"),
        (replace(record, real_time=replace(part, lot_seed="1")), "another commitment"),
        (replace(record, real_time=replace(part, lot_seed="one")), "'one': it is no number"),
        (replace(record, real_time=replace(part, seats=fewer)), "rejected orders"),
        (replace(record, real_time=replace(part, seats=part.seats[:1])), "but 1 are reported"),
        (replace(record, real_time=replace(part, held_ms=(1,))), "but 1 were held"),
    ]:
        assert any(says in problem for problem in verify(changed)), says


def test_lots_follow_from_the_seed_and_the_arenas_secret() -> None:
    known = scripted.pairing()
    first, second = known.seatings
    kept = replace(known, secret="ab" * 32)
    seeds = {lot_seed(block, match) for block in (known, kept) for match in (first, second)}
    assert len(seeds) == 4
    assert lot_seed(kept, first) == lot_seed(replace(known, secret="ab" * 32), first)
    assert promised(kept, first) == commitment(lot_seed(kept, first), salt(kept, first))
