"""Options that a game declares: reading, writing, refusing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_games.errors import InvalidOption
from arena_games.options import choice, integer, read_options, switch, text, write_options

DECLARED = (
    integer("plies", 300, 1, 1000, "length"),
    integer("repetition", None, 2, 9, "off unless set"),
    switch("strict", False, "as the reference"),
    switch("cap", True, "on unless switched off"),
    choice("start", "prolog", ("prolog", "centre"), "where"),
    text("position", "a FEN", "from where"),
)
DEFAULTS = {
    "plies": 300,
    "repetition": None,
    "strict": False,
    "cap": True,
    "start": "prolog",
    "position": None,
}


def test_defaults() -> None:
    assert read_options("toy", DECLARED, {}) == DEFAULTS
    assert read_options("toy", DECLARED, {"plies": None}) == DEFAULTS
    assert write_options(DECLARED, DEFAULTS) == {}


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"plies": 7}, 7),
        ({"plies": "7"}, 7),
        ({"strict": True}, True),
        ({"strict": "Yes"}, True),
        ({"strict": "1"}, True),
        ({"cap": False}, False),
        ({"cap": "off"}, False),
        ({"start": "centre"}, "centre"),
        ({"position": "8/8 w"}, "8/8 w"),
        ({"repetition": "3"}, 3),
    ],
)
def test_values_and_their_texts(given: dict[str, object], value: object) -> None:
    (name,) = given
    read = read_options("toy", DECLARED, given)
    assert read == {**DEFAULTS, name: value}
    assert type(read[name]) is type(value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"colour": 1},
            "toy has no option 'colour'; it has plies, repetition, strict, cap, start,",
        ),
        ({"plies": 0}, "toy option plies='0': it takes a whole number from 1 to 1000"),
        ({"plies": 1001}, "plies='1001'"),
        ({"plies": 2.5}, "plies='2.5'"),
        ({"plies": "many"}, "plies='many'"),
        ({"plies": True}, "plies='true'"),
        ({"strict": 2}, "toy option strict='2': it takes true or false"),
        ({"strict": ""}, "strict=''"),
        ({"start": "Prolog"}, "toy option start='Prolog': it takes one of prolog, centre"),
    ],
)
def test_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        read_options("toy", DECLARED, given)
    assert message in str(caught.value)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(InvalidOption, match="toy has no option 'size'; it has none"):
        read_options("toy", (), {"size": 3})


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "plies": st.integers(1, 1000),
            "repetition": st.integers(2, 9),
            "strict": st.booleans(),
            "cap": st.booleans(),
            "start": st.sampled_from(["prolog", "centre"]),
            "position": st.text(),
        },
    )
)
def test_what_is_written_is_read_back(given: dict[str, object]) -> None:
    values = read_options("toy", DECLARED, given)
    written = write_options(DECLARED, values)
    assert read_options("toy", DECLARED, written) == values
    assert set(written) == {name for name in values if values[name] != DEFAULTS[name]}


@given(st.text())
def test_every_refusal_is_one_line(value: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        read_options("toy", DECLARED, {"start": value + "?"})
    assert len(str(caught.value).splitlines()) == 1
