"""How long reference agents think: what each control allows, and when they stop."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_sdk import Clock, Match, Turn
from arena_sdk.agents.budget import allowance, enough, until
from arena_sdk.match import Course


def a_turn(clock: Clock, control: str = "60", abandoned: bool = False) -> Turn:
    match = Match("m", "joust", {}, 0, 0, ("a", "b"), control, "", (), (clock, clock))
    return Turn(match, Course(match), 0, (), (clock, clock), gone=lambda: abandoned)


@pytest.mark.parametrize(
    ("clock", "control", "seconds"),
    [
        (Clock(60.1), "60", 2.4),
        (Clock(60.1, increment=1.0), "60+1", 3.15),
        (Clock(60.1, delay=2.0), "60d2", 4.38),
        (Clock(10.1, moves_to_go=2, period=60.0), "40/60", 5.0),
        (Clock(10.1, moves_to_go=40, period=60.0), "40/60", 0.4),
        (Clock(10.1, moves_to_go=1, period=60.0), "40/60", 8.07),
        (Clock(0.05), "move=50ms", 0.03),
        (Clock(0.01), "move=10ms", 0.003),
        (Clock(0.5, increment=5.0), "10+5", 0.39),
        (Clock(0.08), "60", 0.0),
        (Clock(0.0), "60", 0.0),
        (Clock(-1.0), "60", 0.0),
        (Clock(60.1, charges_cpu=True), "cpu=60", 2.4),
    ],
)
def test_the_time_for_a_move(clock: Clock, control: str, seconds: float) -> None:
    assert allowance(a_turn(clock, control)) == pytest.approx(seconds)


@settings(deadline=None)
@given(
    st.floats(0.01, 600),
    st.sampled_from([(0.0, 0.0), (0.05, 0.0), (5.0, 0.0), (0.0, 0.5)]),
    st.floats(0, 0.004),
)
def test_no_number_of_moves_uses_it_up(
    left: float, bonus: tuple[float, float], late: float
) -> None:
    """Each answer arrives a little later than meant. Without an increment that has an end:
    then what is saved lasts for some more moves."""
    increment, delay = bonus
    for _ in range(300 if increment or delay else min(60, int(0.2 * left / 0.004))):
        seconds = allowance(a_turn(Clock(left, increment=increment, delay=delay)))
        left -= max(0.0, seconds + late - delay)
        assert left >= 0
        left += increment


def test_thinking_stops_with_the_time_or_with_the_match() -> None:
    assert not until(a_turn(Clock(60.0)), 60.0)()
    assert until(a_turn(Clock(60.0)), 0.0)()
    assert until(a_turn(Clock(60.0), abandoned=True), 60.0)()


def test_cpu_time_is_what_counts_where_it_is_charged() -> None:
    clock = Clock(60.0, charges_cpu=True)
    assert not until(a_turn(clock, "cpu=60"), 60.0)()
    assert until(a_turn(clock, "cpu=60"), 0.0)()
    assert until(a_turn(clock, "cpu=60", abandoned=True), 60.0)()


def test_no_new_depth_is_begun_late_but_where_time_saved_is_lost() -> None:
    assert enough(a_turn(Clock(60.0)), 0.0)()
    assert not enough(a_turn(Clock(60.0)), 60.0)()
    assert not enough(a_turn(Clock(0.05), "move=50ms"), 0.0)()
