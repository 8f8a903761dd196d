"""What can be set, and what is refused."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_games.achess import OPTIONS, AchessConfig
from arena_games.errors import InvalidOption


def test_defaults_are_those_of_the_options() -> None:
    assert AchessConfig.from_mapping({}) == AchessConfig()
    for option in OPTIONS:
        assert str(getattr(AchessConfig(), option.name)) == str(option.default)


multiples = st.integers(0, 1000)
configs = st.builds(
    lambda tick, paces, spaces, rest, castling: AchessConfig(
        tick_ms=tick,
        ms_per_space=dict(zip("PNBRQK", [tick * pace for pace in paces], strict=True)),
        knight_spaces=spaces,
        cooldown_ms=tick * rest[0],
        delay_ms=rest[1],
        max_ms=tick * rest[2],
        quiet_ms=tick * rest[3],
        castling=castling,
    ),
    st.integers(1, 1000),
    st.lists(st.integers(1, 3), min_size=6, max_size=6),
    st.integers(1, 5),
    st.lists(multiples, min_size=4, max_size=4),
    st.booleans(),
)


@settings(deadline=None)
@given(configs)
def test_written_and_read(config: AchessConfig) -> None:
    assert AchessConfig.from_mapping(json.loads(json.dumps(config.to_mapping()))) == config
    assert AchessConfig.from_mapping(config.to_texts()) == config
    assert hash(AchessConfig.from_mapping(config.to_texts())) == hash(config)


def test_equal_paces_are_one_pace() -> None:
    same = AchessConfig(ms_per_space=dict.fromkeys("PNBRQK", 100))
    assert same == AchessConfig(ms_per_space=100)
    assert same.paces == (100,) * 6
    assert AchessConfig.from_mapping({"ms_per_space": "100"}).to_mapping()["ms_per_space"] == 100


PACES = {"P": 100, "N": 100, "B": 100, "R": 300, "Q": 100, "K": 100}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"burst": 16}, "has no option 'burst'"),
        ({"tick_ms": 0}, "tick_ms='0': it takes a whole number from 1"),
        ({"tick_ms": True}, "tick_ms='true'"),
        ({"tick_ms": 50.0}, "tick_ms='50.0'"),
        ({"knight_spaces": 0}, "knight_spaces='0'"),
        ({"cooldown_ms": -50}, "cooldown_ms='-50'"),
        ({"cooldown_ms": 70}, "cooldown_ms=70: it must be a multiple of tick_ms=50"),
        ({"max_ms": 99}, "max_ms=99"),
        ({"quiet_ms": 99}, "quiet_ms=99"),
        ({"ms_per_space": 0}, "ms_per_space of P='0'"),
        ({"ms_per_space": 75}, "ms_per_space of P=75: it must be a multiple"),
        ({"ms_per_space": "fast"}, "ms_per_space='fast': it takes milliseconds"),
        ({"ms_per_space": {"P": 100}}, "a map has all of P, N, B, R, Q, K"),
        ({"ms_per_space": PACES | {"X": 100}}, "a map has all of"),
        ({"ms_per_space": PACES | {"R": 130}}, "ms_per_space of R=130"),
        ({"ms_per_space": PACES | {"R": None}}, "it takes milliseconds"),
        ({"ms_per_space": "P:100,P:100"}, "it takes milliseconds"),
        ({"castling": "maybe"}, "castling='maybe'"),
    ],
)
def test_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        AchessConfig.from_mapping(given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "given",
    [
        {"tick_ms": "50"},
        {"castling": 1},
        {"delay_ms": -1},
        {"ms_per_space": (100, 100)},
        {"ms_per_space": 2.5},
    ],
)
def test_refused_by_the_constructor(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        AchessConfig(**given)


def test_the_delay_need_not_be_a_multiple() -> None:
    assert AchessConfig(delay_ms=33).delay_ms == 33
