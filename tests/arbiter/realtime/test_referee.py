"""The pure referee of AChess."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.realtime.bucket import TokenBucket
from arbiter.realtime.equaliser import Wire, holds
from arbiter.realtime.referee import Referee, Reply, Told
from arena_games.achess import START, AchessConfig, Enter, Order, Over, Reject, Simulation, Start
from arena_games.achess.gateway import GatewayConfig

VECTORS = Path(__file__).parents[2] / "data" / "achess_vectors.jsonl"
QUICK = AchessConfig(tick_ms=50, ms_per_space=100)


def referee(position: str = START, config: AchessConfig = QUICK, **gateway: object) -> Referee:
    return Referee(Simulation(config, 7, position), GatewayConfig(**gateway))  # type: ignore[arg-type]


def replies(told: list[tuple[Told, Told]], seat: int) -> list[Reply]:
    return [reply for each in told for reply in each[seat].replies]


@pytest.mark.parametrize("line", VECTORS.read_text().splitlines())
def test_what_the_referee_stamped_is_what_the_rules_say(line: str) -> None:
    vector = json.loads(line)
    config = AchessConfig.from_mapping(vector["config"])
    simulation = Simulation(config, int(vector["seed"]), vector["fen"])
    game = Referee(simulation, GatewayConfig(burst=1000))
    for order in vector["orders"]:
        assert game.order(Order.from_json(order)) is None
    told = game.advance(vector["until"])
    for seat in (0, 1):
        assert [e.to_json() for t in told for e in t[seat].events] == vector["expect_events"]
        assert game.seats[seat].sequence == len(vector["expect_events"])
    assert game.simulation.hash() == vector["expect_state_sha256"]


def test_every_order_is_answered_with_its_number() -> None:
    game = referee()
    game.order(Order(1, "w", 12, "e4"), number=31)
    game.order(Order(2, "w", 12, "e3"), number=32)
    game.order(Order(3, "b", 20, "e4"), number=33)
    game.order(Order(3, "b", 20, "e5"), number=34)
    told = game.advance(50)
    assert replies(told, 0) == [Reply(0, 31, "", 1, 1), Reply(0, 32, "moving", 2, 2)]
    assert replies(told, 1) == [Reply(1, 33, "geometry", 3, 3), Reply(1, 34, "", 3, 4)]
    assert (game.seats[0].orders, game.seats[0].rejected) == (2, 1)


def test_castling_has_two_events_and_one_answer() -> None:
    game = referee("r3k2r/8/8/8/8/8/8/R3K2R KQkq")
    game.order(Order(1, "w", 2, "a2"), number=1)
    game.order(Order(1, "w", 1, "g1"), number=2)
    game.order(Order(1, "w", 0, "a3"), number=3)
    told = game.advance(50)
    events = told[0][0].events
    assert [type(event) for event in events] == [Reject, Start, Start, Start]
    assert [(r.number, r.why, r.sequence) for r in replies(told, 0)] == [
        (1, "geometry", 1),
        (2, "", 2),
        (3, "", 4),
    ]


def test_a_knight_that_leaps_after_a_double_step_is_not_taken_for_a_rook() -> None:
    game = referee()
    game.order(Order(1, "w", 12, "e4"), number=1)
    game.order(Order(1, "w", 6, "f3"), number=2)
    game.order(Order(1, "w", 13, "f3"), number=3)
    told = game.advance(50)
    assert [r.sequence for r in replies(told, 0)] == [1, 2, 3]


def test_orders_over_the_rate_get_no_stamp() -> None:
    game = referee(burst=2, rate=1)
    said = [game.order(Order(1, "w", piece, "a3"), number=piece) for piece in range(4)]
    assert said == [None, None, Reply(0, 2, "rate", -1, 0), Reply(0, 3, "rate", -1, 0)]
    assert game.order(Order(1, "b", 24, "a6")) is None, "a rival has a bucket of his own"
    assert game.order(Order(1, "w", resign=True)) is None, "nobody is kept from resigning"
    assert len(game.log) == 4
    assert game.seats[0].over_rate == 2


def test_nobody_is_answered_after_the_end() -> None:
    game = referee()
    game.order(Order(1, "b", resign=True), number=9)
    game.order(Order(2, "w", 12, "e4"), number=1)
    told = game.advance(1000)
    assert [each.events for each in told[0]] == [(Over(50, "white", "resign"),)] * 2
    assert replies(told, 0) == replies(told, 1) == []
    game.order(Order(2000, "w", 12, "e4"))
    assert game.advance(3000) == []


def test_who_reveals_entries_only_hides_what_is_ordered() -> None:
    game = referee(reveal="entries")
    game.order(Order(1, "w", 12, "e4"), number=1)
    game.order(Order(1, "w", 12, "e9"), number=2)
    told = game.advance(150)
    assert [[type(e) for e in each[0].events] for each in told] == [[Start, Reject], [Enter]]
    assert [[type(e) for e in each[1].events] for each in told] == [[], [Enter]]
    assert (told[1][0].sequence, told[1][1].sequence) == (3, 1)
    assert ">e4" in game.state_for(0)
    assert "12:wP@e3\n" in game.state_for(1)


def test_a_bucket_fills_up_again_to_its_burst() -> None:
    bucket = TokenBucket(burst=2, rate=10)
    assert [bucket.take(0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(99), bucket.take(100), bucket.take(100)] == [False, True, False]
    assert [bucket.take(10_000) for _ in range(3)] == [True, True, False]


def test_delays_are_made_equal_within_the_cap() -> None:
    near, far = Wire(1_000_000), Wire(1_000_000)
    assert holds([near, far], 150_000) == [0, 0], "nothing is known yet"
    for trip in (2_000, 900_000, 4_000):
        near.note(trip)
    for _ in range(15):
        far.note(84_000)
    assert holds([near, far], 150_000) == [40_000, 0]
    assert holds([near, far], 10_000) == [10_000, 0]
    assert holds([near, far], 0) == [0, 0]


def test_a_sandbox_cannot_say_that_its_way_is_long() -> None:
    liar = Wire(2_000)
    liar.note(800_000)
    assert liar.half == 1_000


ORDERS = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.sampled_from("wb"),
        st.integers(0, 33),
        st.sampled_from([file + rank for file in "abcdefgh" for rank in "12345678"]),
    ),
    max_size=60,
)


@given(ORDERS, st.integers(0, 8000))
@settings(deadline=None, max_examples=60)
def test_a_resumed_match_goes_on_as_it_would_have(
    orders: list[tuple[int, str, int, str]], cut: int
) -> None:
    whole = referee(burst=1000)
    stamp = 0
    for pause, player, piece, to in orders:
        stamp += pause
        whole.order(Order(stamp, player, piece, to))
    whole.advance(stamp + 3000)
    half = referee(burst=1000)
    cut -= cut % 50
    known = [stamped for stamped in whole.log if stamped.order.t <= cut]
    half.resume(known, min(cut, stamp + 3000))
    for stamped in whole.log[len(known) :]:
        half.order(stamped.order)
    half.advance(stamp + 3000)
    assert half.simulation.hash() == whole.simulation.hash()
    assert half.log == whole.log
    assert half.seats[0].sequence == whole.seats[0].sequence
