"""What the loop's polls say about when a reply arrived."""

from arbiter.looptime import LagMeter, LoopClock
from arbiter.pulse import Pulse


def clock_after(*polls: tuple[int, int]) -> LoopClock:
    clock = LoopClock(now=lambda: 0)
    for entered, returned in polls:
        clock.polled(entered, returned)
    return clock


def test_an_idle_loop_knows_the_arrival() -> None:
    """The reply ended a long wait; the reader runs one iteration later."""
    clock = clock_after((10, 5_000), (5_040, 5_041))
    assert clock.arrived_after() == 5_000


def test_a_busy_loop_only_knows_that_it_was_not_there_before() -> None:
    """Polls that do not wait, 3 ms apart: the reply shown by the second of them arrived
    after the first."""
    clock = clock_after((1_000, 1_001), (4_000, 4_001), (4_050, 4_051))
    assert clock.arrived_after() == 1_001


def test_a_stalled_loop_charges_nothing_of_its_stall() -> None:
    clock = clock_after((1_000, 1_001), (9_001_000, 9_001_001), (9_001_040, 9_001_041))
    assert clock.arrived_after() == 1_001


def test_lag_quantiles() -> None:
    meter = LagMeter(keep=4)
    assert meter.quantile(0.99) == 0
    for lag in (-5, 10, 20, 30, 40):
        meter.note(lag)
    assert (meter.quantile(0), meter.quantile(0.5), meter.quantile(1)) == (10, 30, 40)


def test_a_late_pulse_is_remembered_as_a_stall() -> None:
    pulse = Pulse(LoopClock(now=lambda: 0))
    pulse.beat(due=1_000_000, now=1_010_000)
    assert pulse.stalled(0, 10_000_000) == 0
    pulse.beat(due=2_000_000, now=2_500_000)
    assert pulse.stalled(0, 10_000_000) == 500_000
    assert pulse.stalled(2_400_000, 2_450_000) == 50_000
    assert pulse.stalled(2_600_000, 9_000_000) == 0
