"""What holds in every match: against the plain transcription of the rules, and within."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.achess import (
    AchessConfig,
    Contest,
    Enter,
    Event,
    Kill,
    Mirror,
    Order,
    Over,
    Promote,
    Reject,
    Simulation,
    Start,
)
from tests.arena_games.achess.matches import Match, random_match
from tests.arena_games.achess.reference import Reference

COMPARED = 80

random_matches = cache(random_match)
# Matches are made in the tests, not drawn: making one takes longer than drawing may.
any_number = st.integers(1_000, 10**9)
few = settings(deadline=None, max_examples=40)


def short_match(number: int) -> Match:
    return random_match(number, 120)


@pytest.mark.parametrize("number", range(COMPARED))
def test_as_the_reference_plays(number: int) -> None:
    match = random_matches(number)
    events, simulation = match.run()
    reference = Reference(match.config.to_mapping(), match.seed, match.position)
    reference.play([order.to_json() for order in match.orders], match.until)
    assert [event.to_json() for event in events] == reference.log
    assert simulation.text() == reference.text()


def test_everything_happens_in_those_matches() -> None:
    seen: Counter[object] = Counter()
    for number in range(COMPARED):
        for event in random_matches(number).run()[0]:
            seen[type(event)] += 1
            seen[getattr(event, "why", None)] += 1
    assert min(seen[kind] for kind in (Start, Reject, Contest, Kill, Enter, Promote, Over)) > 5
    assert {
        *("malformed", "dead", "not_owner", "moving", "cooldown", "geometry", "castle"),
        *("friendly", "blocked", "pawn_blocked", "pawn_empty", "dest", "kill"),
        *("king", "time_cap", "quiet", "resign"),
    } <= set(seen)


@few
@given(any_number)
def test_the_board_stays_in_order(number: int) -> None:
    match = short_match(number)
    dead: set[int] = set()
    over = False
    for events, simulation in match.tick_by_tick():
        assert not (over and events)
        pieces = simulation.pieces()
        assert len({piece.square for piece in pieces}) == len(pieces)
        assert not dead & {piece.id for piece in pieces}
        dead |= {event.piece for event in events if isinstance(event, Kill)}
        over = simulation.over
        assert over == (simulation.outcome() is not None) == (simulation.next_instant is None)
        for piece in pieces:
            assert simulation.at(simulation.square(piece.id)) == piece.id
            assert over or piece.next is None or piece.next > simulation.time


@few
@given(any_number, st.lists(st.integers(0, 12_000), max_size=12))
def test_splitting_the_time_changes_nothing(number: int, splits: list[int]) -> None:
    match = short_match(number)
    events, whole = match.run()
    parts, told = match.start(), []
    for order in match.orders:
        parts.submit(order)
    for split in [*sorted(splits), max(match.until, *splits, 0)]:
        told += parts.advance(split)
    whole.advance(max(match.until, *splits, 0))
    assert told[: len(events)] == events
    assert parts.text() == whole.text()
    assert [event for tick, _ in match.tick_by_tick() for event in tick] == [
        event for event in events if event.t <= match.until - match.until % match.config.tick_ms
    ]


@few
@given(any_number)
def test_running_is_advancing_in_silence(number: int) -> None:
    match = short_match(number)
    _, told = match.run()
    silent = match.start()
    for order in match.orders:
        silent.submit(order)
    silent.run(match.until)
    assert (silent.text(), silent.why) == (told.text(), told.why)


@few
@given(any_number)
def test_a_log_replays_to_the_same_hash(number: int) -> None:
    match = short_match(number)
    log = "\n".join(map(str, match.orders))
    orders = tuple(map(Order.parse, log.split("\n") if log else ()))
    assert match.run(orders)[1].hash() == match.run()[1].hash()


@few
@given(any_number, st.integers(0, 2**64 - 1))
def test_who_is_first_within_a_tick_does_not_matter(number: int, lot: int) -> None:
    """Orders of a tick in another order of arrival, each player's own in the same."""
    match = short_match(number)
    ticks: dict[int, list[Order]] = {}
    for order in match.orders:
        ticks.setdefault(match.start().effective(order.t), []).append(order)
    shuffled: list[Order] = []
    for i, orders in enumerate(ticks.values()):
        first = "wb"[lot >> i % 64 & 1]
        others = sorted(orders, key=lambda order: order.player != first)
        shuffled += [replace(o, t=was.t) for o, was in zip(others, orders, strict=True)]
    events, simulation = match.run()
    mixed, other = match.run(tuple(shuffled))
    assert other.text() == simulation.text()
    assert sorted(map(str, mixed)) == sorted(map(str, events))


@few
@given(any_number)
def test_a_mirror_shows_the_same_at_every_instant(number: int) -> None:
    match = short_match(number)
    mirror = Mirror(match.config, match.position)
    later: Mirror | None = None
    for events, simulation in match.tick_by_tick():
        for seen in (mirror, later):
            if seen is not None:
                seen.follow(events)
                seen.elapse(simulation.time)
                assert seen.text() == simulation.text()
                assert (seen.hash(), seen.time) == (simulation.hash(), simulation.time)
                assert seen.over == simulation.over
        if later is None and simulation.time >= 800:
            later = Mirror.load(match.config, simulation.text(), simulation.count)


@few
@given(any_number)
def test_a_mirror_without_the_starts_knows_who_stands_where(number: int) -> None:
    """What `reveal=entries` hides from White."""
    match = short_match(number)
    mirror = Mirror(match.config, match.position)
    for events, simulation in match.tick_by_tick():
        mirror.follow(
            e for e in events if not (isinstance(e, Start) and simulation.owner(e.piece) == 1)
        )
        mirror.elapse(simulation.time)
        seen, real = mirror.simulation(), simulation.pieces()
        assert [p[:4] for p in seen.pieces()] == [p[:4] for p in real]
        white = [piece for piece in real if piece.owner == "w"]
        assert [piece for piece in seen.pieces() if piece.owner == "w"] == white
        assert all(p.next is None for p in seen.pieces() if p.owner == "b")
        seen.run(seen.time + 500)


@few
@given(any_number)
def test_a_mirrored_match_goes_on_as_the_match(number: int) -> None:
    """With the referee's seed, no orders waiting, and queens as all promotions."""
    match = short_match(number)
    match = replace(match, orders=tuple(replace(order, promo="Q") for order in match.orders))
    mirror = Mirror(match.config, match.position)
    for events, simulation in match.tick_by_tick():
        mirror.follow(events)
        mirror.elapse(simulation.time)
        if simulation.time % 400 == 0 and not simulation.over:
            assert_goes_on_alike(match, simulation, mirror.simulation(match.seed))
            text = simulation.text()
            loaded = Simulation.load(match.config, match.seed, text, simulation.count)
            assert_goes_on_alike(match, simulation, loaded)


def assert_goes_on_alike(match: Match, simulation: Simulation, other: Simulation) -> None:
    assert other.text() == simulation.text()
    events, whole = match.run()
    rest = [order for order in match.orders if other.effective(order.t) > other.time]
    for order in rest:
        other.submit(order)
    told = other.advance(max(match.until, other.time))
    assert told == [event for event in events if event.t > simulation.time]
    whole.run(max(match.until, simulation.time))
    assert (other.text(), other.why) == (whole.text(), whole.why)


@few
@given(any_number)
def test_a_copy_is_independent(number: int) -> None:
    match = short_match(number)
    *_, (_, last) = match.tick_by_tick()
    for events, simulation in match.tick_by_tick():
        if simulation.time % 500 == 0:
            before = simulation.text()
            twin = simulation.copy()
            assert twin.text() == before
            for piece in twin.pieces():
                for to in twin.targets(piece.id)[:1]:
                    twin.order(piece.id, to)
            twin.run(twin.time + 2_000)
            assert simulation.text() == before
        assert events is not None
    assert simulation.text() == last.text()


@few
@given(any_number)
def test_targets_are_what_is_accepted(number: int) -> None:
    match = short_match(number)
    for _, simulation in match.tick_by_tick():
        if simulation.time % 1_000 == 0 and not simulation.over:
            for piece in range(0, simulation.count, 3):
                assert_accepts_targets(simulation, piece)


def assert_accepts_targets(simulation: Simulation, piece: int) -> None:
    """An order takes effect a tick later: where nothing else happens then, nothing changes."""
    tick = simulation.config.tick_ms
    now = simulation.time - simulation.time % tick + tick
    quiet = simulation.copy()
    quiet.run(now)
    if quiet.over:
        return
    targets = quiet.targets(piece)
    for to in range(64):
        trial = simulation.copy()
        trial.order(piece, to)
        started = [e for e in trial.advance(now) if isinstance(e, Start) and e.piece == piece]
        kept = [e for e in simulation.copy().advance(now) if isinstance(e, Start)]
        assert bool(started) == (to in targets or piece in [event.piece for event in kept])


def test_a_whole_match_of_ten_minutes_ends_at_its_cap() -> None:
    """Two rooks go up and down their files and kill nobody."""
    match = Simulation(AchessConfig(quiet_ms=600_000), 3, "r3k3/8/8/8/8/8/8/4K2R -")
    events: list[Event] = []
    while not match.over:
        for piece in match.pieces():
            if piece.type == "R" and piece.next is None:
                file = piece.square[0]
                edge = {"1": "8", "8": "1"}[piece.square[1]]
                match.submit(Order(match.time + 1, piece.owner, piece.id, file + edge))
        events += match.advance(match.time + 100)
    assert (match.time, match.why) == (600_000, "time_cap")
    assert sum(isinstance(event, Enter) for event in events) > 2_000
