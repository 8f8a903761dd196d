"""Texts of orders, and what a caller may not hand in."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_games.achess import AchessConfig, Order, Reject, Simulation, event_from_json
from arena_games.errors import IllegalMove, InvalidMove

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
) | st.text(max_size=8)
orders = st.builds(
    Order,
    t=st.integers(0, 10**12 - 1),
    player=st.sampled_from("wb"),
    piece=st.integers(-2, 40) | json_values,
    to=st.sampled_from(["a1", "e4", "h8", "i9"]) | json_values,
    promo=st.sampled_from("QRBNKP") | json_values,
)

calm = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (Order(1234, "w", 12, "e4"), "1234 w 12 e4"),
        (Order(0, "b", 20, "e1", "N"), "0 b 20 e1=N"),
        (Order(7, "b", resign=True), "7 b resign"),
        (Order(7, "w", -1, "e4"), "7 w -1 e4"),
        (Order(7, "w", "12", "e4"), '7 w {"piece":"12","to":"e4","promo":"Q"}'),
        (Order(7, "w", None, "z9", "X"), '7 w {"piece":null,"to":"z9","promo":"X"}'),
        (Order(7, "w", True, "e4"), '7 w {"piece":true,"to":"e4","promo":"Q"}'),
        (Order(7, "w", 10**12, "e4"), '7 w {"piece":1000000000000,"to":"e4","promo":"Q"}'),
    ],
)
def test_texts(order: Order, text: str) -> None:
    assert str(order) == text
    assert Order.parse(text) == order


@calm
@given(orders)
def test_every_order_is_written_and_read(order: Order) -> None:
    text = str(order)
    assert "\n" not in text
    assert Order.parse(text) == order
    assert type(Order.parse(text).piece) is type(order.piece)
    assert Order.from_json(order.to_json()) == order


@calm
@given(orders)
def test_whatever_is_received_is_answered(order: Order) -> None:
    simulation = Simulation(AchessConfig(), 1)
    order = Order(0, order.player, order.piece, order.to, order.promo)
    simulation.submit(order)
    (event, *_) = simulation.advance(0)
    malformed = isinstance(event, Reject) and event.why == "malformed"
    known = type(order.piece) is int and 0 <= order.piece < 32
    assert malformed == (not order.is_well_formed() or not known)
    if isinstance(event, Reject):
        assert event.piece is order.piece


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e2e4",
        "1234 x 12 e4",
        "-1 w 12 e4",
        "1 w 12 i9",
        "1 w 12 e8=K",
        "1 w 012 e4",
        "1 w 12 e4\n",
        "1  w 12 e4",
        "1 w {}",
        "1 w {x}",
        '1 w {"piece":1,"to":"e4","promo":"Q","x":1}',
        "１ w 12 e4",
    ],
)
def test_no_order_text(text: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        Order.parse(text)
    assert "\n" not in str(caught.value)


def test_an_order_that_no_json_holds_has_no_text() -> None:
    with pytest.raises(InvalidMove):
        str(Order(1, "w", object(), "e4"))
    with pytest.raises(InvalidMove):
        str(Order(1, "w", float("nan"), "e4"))
    with pytest.raises(InvalidMove):
        str(Order(1, "w", 10**5000, "e4"))


@pytest.mark.parametrize(
    "given",
    [
        {"t": 0, "player": "white", "piece": 1, "to": "e4"},
        {"t": 0, "player": "", "piece": 1, "to": "e4"},
        {"t": 0, "player": None, "resign": True},
        {"player": "w", "resign": True},
        {"t": -1, "player": "w", "resign": True},
        {"t": 1.5, "player": "w", "resign": True},
        {"t": True, "player": "w", "resign": True},
        {"t": 10**13, "player": "w", "resign": True},
    ],
)
def test_mistakes_of_the_caller(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidMove):
        Order.from_json(given)
    simulation = Simulation(AchessConfig(), 1)
    with pytest.raises(InvalidMove):
        simulation.submit(Order(given.get("t"), given["player"], resign=True))  # type: ignore[arg-type]
    assert simulation.advance(100) == []


def test_late_orders() -> None:
    simulation = Simulation(AchessConfig(delay_ms=10), 1)
    simulation.submit(Order(0, "w", 12, "e4"))
    simulation.advance(120)
    with pytest.raises(IllegalMove, match="takes effect at 100, and 120 is decided already"):
        simulation.submit(Order(90, "b", 20, "e5"))
    simulation.submit(Order(130, "b", 20, "e5"))
    with pytest.raises(IllegalMove, match="stamped before the last order, of 130"):
        simulation.submit(Order(129, "w", 11, "d4"))
    assert [event.e for event in simulation.advance(150)] == ["start"]


def test_an_order_of_time_zero_counts_until_time_zero_is_decided() -> None:
    simulation = Simulation(AchessConfig(), 1)
    simulation.submit(Order(0, "w", 12, "e4"))
    assert [event.t for event in simulation.advance(0)] == [0]
    with pytest.raises(IllegalMove):
        simulation.submit(Order(0, "w", 11, "d4"))


def test_orders_after_the_end_make_no_event() -> None:
    simulation = Simulation(AchessConfig(), 1)
    simulation.submit(Order(10, "b", resign=True))
    (over,) = simulation.advance(1_000)
    assert over.to_json() == {"t": 50, "e": "over", "result": "white", "why": "resign"}
    simulation.submit(Order(5, "w", 12, "e4"))
    assert simulation.advance(2_000) == []
    assert simulation.time == 50
    with pytest.raises(InvalidMove):
        simulation.submit(Order(60, "x", 12, "e4"))


@pytest.mark.parametrize("told", [{}, {"e": "explode", "t": 1}, {"e": "over", "t": 1}])
def test_no_event(told: dict[str, object]) -> None:
    with pytest.raises(InvalidMove, match="no event"):
        event_from_json(told)
