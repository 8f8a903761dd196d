"""The options that a game declares, and how their values are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from arena_games.errors import InvalidOption

OptionValue = str | int | bool | None

_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    `read` turns a text into the value or raises ValueError; `takes` says in words what
    it accepts, for error messages and listings. A default of None means "not set".
    """

    name: str
    default: OptionValue
    takes: str
    summary: str
    read: Callable[[str], OptionValue]


def integer(name: str, default: int | None, low: int, high: int, summary: str) -> Option:
    """An option that takes a whole number from `low` to `high`."""

    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return Option(name, default, f"a whole number from {low} to {high}", summary, read)


def switch(name: str, default: bool, summary: str) -> Option:
    """An option that is on or off."""

    def read(text: str) -> bool:
        if text.lower() in _TRUE:
            return True
        if text.lower() in _FALSE:
            return False
        raise ValueError

    return Option(name, default, "true or false", summary, read)


def choice(name: str, default: str, values: Sequence[str], summary: str) -> Option:
    """An option that takes one of a few words."""

    def read(text: str) -> str:
        if text not in values:
            raise ValueError
        return text

    return Option(name, default, "one of " + ", ".join(values), summary, read)


def text(name: str, takes: str, summary: str) -> Option:
    """An option that takes a text which the game itself checks; unset by default."""
    return Option(name, None, takes, summary, str)


def read_options(
    game: str, declared: Sequence[Option], given: Mapping[str, object]
) -> dict[str, OptionValue]:
    """The value of every declared option, `given` ones (values or their texts) read.

    Raises InvalidOption for a name that is not declared or a value that is not taken.
    """
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            raise InvalidOption(
                f"{game} has no option {name!r}; it has {', '.join(by_name) or 'none'}"
            )
    values: dict[str, OptionValue] = {}
    for name, option in by_name.items():
        value = given.get(name)
        values[name] = option.default if value is None else _read(game, option, value)
    return values


def write_options(declared: Sequence[Option], values: Mapping[str, OptionValue]) -> dict[str, str]:
    """The options that differ from their defaults, as texts that `read_options` reads."""
    return {
        option.name: _text(values[option.name])
        for option in declared
        if values[option.name] != option.default
    }


def _read(game: str, option: Option, value: object) -> OptionValue:
    shown = _text(value)
    try:
        return option.read(shown)
    except ValueError:
        raise InvalidOption(
            f"{game} option {option.name}={shown[:60]!r}: it takes {option.takes}"
        ) from None


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
