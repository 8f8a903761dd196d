"""Time controls and clocks."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_games.clock import SECOND, Clock, InvalidTimeControl, TimeControl

TIMEOUTS = Path(__file__).parent.parent / "data" / "threechess_timeouts.jsonl"


@pytest.mark.parametrize(
    ("text", "budget", "increment", "delay", "moves"),
    [
        ("600", 600 * SECOND, 0, 0, 0),
        ("10+0.1", 10 * SECOND, SECOND // 10, 0, 0),
        ("10d0.5", 10 * SECOND, 0, SECOND // 2, 0),
        ("40/60+0.5", 60 * SECOND, SECOND // 2, 0, 40),
        ("40/60d0.5", 60 * SECOND, 0, SECOND // 2, 40),
        ("5m + 3s", 300 * SECOND, 3 * SECOND, 0, 0),
        (".5", SECOND // 2, 0, 0, 0),
    ],
)
def test_reads_budgets(text: str, budget: int, increment: int, delay: int, moves: int) -> None:
    control = TimeControl.parse(text)
    assert (control.budget_us, control.increment_us) == (budget, increment)
    assert (control.delay_us, control.period_moves) == (delay, moves)
    assert not control.per_move
    assert not control.cpu


def test_reads_the_controls_with_a_name() -> None:
    assert TimeControl.parse("move=100ms") == TimeControl("move=100ms", 100_000, per_move=True)
    assert TimeControl.parse("cpu=60").wall_cap_us == 240 * SECOND
    control = TimeControl.parse("cpu=60+0.1,wall=90")
    assert (control.cpu, control.increment_us, control.wall_cap_us) == (
        True,
        SECOND // 10,
        90 * SECOND,
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-5",
        "0",
        "0/60",
        "40/",
        "10+",
        "10++1",
        "10d",
        "move=",
        "move=0",
        "cpu=0",
        "1e9",
        "9999h",
        "10+9999h",
        "nan",
        "inf",
        "10 parsecs",
        "move=1+1",
        "cpu=60,wall=9999h",
        "cpu=60,wall=0",
        "10001/60",
        "\N{ARABIC-INDIC DIGIT SIX}0",
    ],
)
def test_refuses_what_is_no_control_in_one_line(text: str) -> None:
    with pytest.raises(InvalidTimeControl) as caught:
        TimeControl.parse(text)
    assert "\n" not in str(caught.value)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["9" * 400, "9" * 5000 + "/60", "move=." + "0" * 400 + "1"])
def test_refuses_numbers_too_long_to_be_read(text: str) -> None:
    with pytest.raises(InvalidTimeControl):
        TimeControl.parse(text)


@given(st.text(max_size=20))
def test_never_raises_anything_else(text: str) -> None:
    try:
        control = TimeControl.parse(text)
    except InvalidTimeControl:
        return
    assert TimeControl.parse(control.text) == control
    assert control.budget_us > 0


def test_exactly_nothing_left_plays_on() -> None:
    clock = Clock.start(TimeControl.parse("1"))
    assert not clock.charged(SECOND).flagged
    assert clock.charged(SECOND + 1).flagged


def test_increment_comes_after_the_move_and_not_before() -> None:
    clock = Clock.start(TimeControl.parse("1+5"))
    assert clock.charged(SECOND + 1).flagged
    assert clock.charged(SECOND).pressed().left_us == 5 * SECOND


def test_delay_is_free_on_each_move() -> None:
    control = TimeControl.parse("1d0.5")
    assert control.charge(SECOND // 2, 0, 0, 0, -1) == 0
    assert control.charge(SECOND, 0, 0, 0, -1) == SECOND // 2
    assert Clock.start(control).allowance_us == SECOND + SECOND // 2


def test_periods_add_their_budget_after_their_last_move() -> None:
    clock = Clock.start(TimeControl.parse("2/60"))
    assert clock.moves_to_go == 2
    clock = clock.charged(10 * SECOND).pressed()
    assert (clock.left_us, clock.moves_to_go) == (50 * SECOND, 1)
    clock = clock.charged(10 * SECOND).pressed()
    assert (clock.left_us, clock.moves_to_go) == (100 * SECOND, 2)


def test_a_per_move_allowance_does_not_carry_over() -> None:
    clock = Clock.start(TimeControl.parse("move=100ms"))
    assert clock.charged(30_000).pressed().left_us == 100_000
    assert clock.charged(100_001).flagged


def test_a_cpu_control_charges_cpu_and_caps_wall_time() -> None:
    control = TimeControl.parse("cpu=1,wall=3")
    assert control.charge(9 * SECOND, 0, 0, 0, SECOND // 4) == SECOND // 4
    clock = Clock.start(control).charged(SECOND // 4, 2 * SECOND).pressed()
    assert clock.allowance_us == SECOND
    assert not clock.flagged
    assert clock.charged(0, SECOND + 1).flagged


def test_the_cap_on_wall_time_grows_with_what_is_added() -> None:
    def after_two_moves(text: str) -> int:
        clock = Clock.start(TimeControl.parse(text))
        return clock.charged(0, 5 * SECOND).pressed().charged(0, 0).pressed().allowance_us

    assert after_two_moves("cpu=1+1") == (4 + 2 * 4 - 5) * SECOND
    assert after_two_moves("cpu=1d1") == (4 + 3 * 4 - 5) * SECOND
    assert after_two_moves("cpu=1+1,wall=9") == (9 - 5) * SECOND


def test_the_reference_runners_time_forfeits() -> None:
    """Every golden time forfeit: who runs out, when, and with how much on each clock."""
    for line in TIMEOUTS.read_text().splitlines():
        case = json.loads(line)
        control = TimeControl.parse(f"{case['budget_ms']}ms")
        clocks = [Clock.start(control)] * 3
        flags = []
        for ply, (_, _, spent_ms) in enumerate(case["moves"]):
            seat = ply % 3
            after = clocks[seat].charged(spent_ms * 1000)
            flags.append(after.flagged)
            clocks[seat] = after if after.flagged else after.pressed()
        assert flags == [False] * (len(flags) - 1) + [True]
        assert [clock.left_us // 1000 for clock in clocks] == case["time_left"]
        assert ("BLUE", "GREEN", "RED")[seat] == case["loser"]


amounts = st.integers(0, 10 * SECOND)


@given(amounts, amounts, amounts, st.sampled_from(["60", "60+1", "60d0.2", "3/60+1", "move=20"]))
def test_a_charge_is_never_more_than_the_wall_time(
    wall: int, lag: int, transport: int, text: str
) -> None:
    control = TimeControl.parse(text)
    charge = control.charge(wall, lag, transport, 0, -1)
    assert 0 <= charge <= wall
    assert control.charge(wall, lag, transport, charge, -1) == 0 or control.delay_us
