"""The clocks, the count of orders, and the view of a match."""

from hypothesis import given
from hypothesis import strategies as st

from arbiter.realtime.bucket import TokenBucket
from arena_games.achess import AchessConfig, Order, Simulation
from arena_sdk.realtime.allowance import Allowance
from arena_sdk.realtime.clock import TickClock, WallClock
from arena_sdk.realtime.loop import TickLoop
from arena_sdk.realtime.told import Happened, Snapshot
from arena_sdk.realtime.view import View


class Watch:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_quickest_message_tells_the_time() -> None:
    watch = Watch()
    clock = WallClock(0, watch)
    watch.now += 5
    assert clock.now() == 5000
    clock.hear(40)  # the match began later than we thought
    assert clock.now() == 40
    watch.now += 0.1
    assert clock.now() == 140
    clock.hear(120)  # 20 ms longer on its way
    assert clock.now() == 140
    clock.hear(155)
    assert clock.now() == 155


def test_the_time_of_lock_step_stands_still() -> None:
    clock = TickClock(100)
    clock.hear(50)
    assert clock.now() == 100
    clock.hear(150)
    assert clock.now() == 150


@given(
    burst=st.integers(1, 20),
    rate=st.integers(1, 50),
    waits=st.lists(st.integers(0, 400), max_size=40),
)
def test_orders_are_counted_as_the_arbiter_counts_them(
    burst: int, rate: int, waits: list[int]
) -> None:
    bucket, allowance, now = TokenBucket(burst, rate), Allowance(burst, rate), 0
    for wait in waits:
        now += wait
        left = allowance.left(now)
        allowance.spend(now)
        assert bucket.take(now) is (left > 0)


def test_a_loop_in_the_time_of_the_match_tells_when_it_goes_on() -> None:
    clock = TickClock(0)
    idle: list[int | None] = []

    def rest(until: int | None) -> None:
        idle.append(until)
        clock.hear(350 if until is None else until)
        loop.call_soon_threadsafe(loop.stop if until is None else lambda: None)

    loop = TickLoop(clock, rest)
    fired: list[float] = []
    for seconds in (0.3, 0.1, 0.1 + 0.2):
        loop.call_later(seconds, lambda: fired.append(clock.now()))
    loop.run_forever()
    loop.close()
    assert idle == [100, 300, None]
    assert fired == [100, 300, 300]


def snapshot(simulation: Simulation, sequence: int) -> Snapshot:
    return Snapshot(sequence, simulation.time, simulation.text(), simulation.hash())


def test_a_view_follows_events_and_goes_by_newer_snapshots() -> None:
    simulation = Simulation(AchessConfig(), 1)
    view = View(simulation.config, snapshot(simulation, 0))
    simulation.submit(Order(1, "w", 12, "e4"))
    first = simulation.advance(50)
    assert view.happen(Happened(1, 50, tuple(first))) == first
    assert view.mirror().text() == simulation.text()
    old = snapshot(simulation, 1)
    second = simulation.advance(550)
    assert view.happen(Happened(1, 550, (*first, *second))) == second, "what is known is skipped"
    view.see(old)
    assert view.mirror().text() == simulation.text()
    simulation.advance(3000)
    view.see(snapshot(simulation, 9))
    assert (view.sequence, view.mirror().text()) == (9, simulation.text())


def test_a_view_knows_how_many_pieces_there_were() -> None:
    simulation = Simulation(AchessConfig(), 1, "k7/8/8/8/8/8/8/K6R -")
    view = View(simulation.config, snapshot(simulation, 0), "k7/8/8/8/8/8/8/K6R -")
    assert view.count == view.mirror().simulation().count == 3
