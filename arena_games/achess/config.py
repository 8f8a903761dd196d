"""What can be set in an AChess match (section 1 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena_games.achess.tables import KINDS
from arena_games.errors import InvalidOption
from arena_games.options import Option, integer, read_options, switch

# Longer than any match: eleven days.
_LONGEST: Final = 10**9

Paces = tuple[int, int, int, int, int, int]


def _read_paces(text: str) -> str:
    _paces(text)
    return text


OPTIONS: Final = (
    integer("tick_ms", 50, 1, _LONGEST, "the grid of instants: orders take effect on it"),
    Option(
        "ms_per_space",
        "500",
        "milliseconds, or all of P:500,N:500,B:500,R:500,Q:500,K:500",
        "how long a piece takes from one square to the next",
        _read_paces,
    ),
    integer("knight_spaces", 2, 1, _LONGEST, "how many spaces a knight's leap takes"),
    integer("cooldown_ms", 0, 0, _LONGEST, "rest before a piece may start again"),
    integer("delay_ms", 0, 0, _LONGEST, "added to the arrival of every order"),
    integer("max_ms", 600_000, 0, _LONGEST, "a draw at this time"),
    integer(
        "quiet_ms", 120_000, 0, _LONGEST, "a draw this long after the last kill or pawn's step"
    ),
    switch("castling", True, "whether there is castling"),
)


@dataclass(frozen=True, slots=True)
class AchessConfig:
    """The settings of a simulation; all times in ms of simulation time.

    `ms_per_space` is one pace for all, or one for each kind of piece: given as a map of
    P N B R Q K, kept as a tuple in that order. Every duration but `delay_ms` is a multiple
    of `tick_ms`. Raises InvalidOption.
    """

    tick_ms: int = 50
    ms_per_space: int | Paces | Mapping[str, int] = 500
    knight_spaces: int = 2
    cooldown_ms: int = 0
    delay_ms: int = 0
    max_ms: int = 600_000
    quiet_ms: int = 120_000
    castling: bool = True

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            _check_number(name, getattr(self, name), least)
        if not isinstance(self.castling, bool):
            raise InvalidOption(f"achess option castling={self.castling!r}: it is True or False")
        paces = _all_paces(self.ms_per_space)
        for kind, pace in zip(KINDS, paces, strict=True):
            _check_number(f"ms_per_space of {kind}", pace, 1)
            self._check_grid(f"ms_per_space of {kind}", pace)
        for name in ("cooldown_ms", "max_ms", "quiet_ms"):
            self._check_grid(name, getattr(self, name))
        same = len(set(paces)) == 1
        object.__setattr__(self, "ms_per_space", paces[0] if same else paces)

    def _check_grid(self, name: str, value: int) -> None:
        if value % self.tick_ms:
            raise InvalidOption(
                f"achess option {name}={value}: it must be a multiple of tick_ms={self.tick_ms}"
            )

    @property
    def paces(self) -> Paces:
        """Milliseconds per space of P N B R Q K."""
        return _all_paces(self.ms_per_space)

    @classmethod
    def from_mapping(cls, given: Mapping[str, object]) -> AchessConfig:
        """The config of a map of settings, values or their texts; what is missing is as by
        default. Raises InvalidOption for an unknown key or a bad value."""
        texts = dict(given)
        paces = texts.get("ms_per_space")
        if isinstance(paces, Mapping):
            texts["ms_per_space"] = ",".join(f"{kind}:{pace}" for kind, pace in paces.items())
        values: dict[str, object] = dict(read_options("achess", OPTIONS, texts))
        values["ms_per_space"] = _paces(str(values["ms_per_space"]))
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks them

    def to_mapping(self) -> dict[str, object]:
        """All settings as JSON takes them; `from_mapping` reads them back."""
        mapping: dict[str, object] = {o.name: getattr(self, o.name) for o in OPTIONS}
        if isinstance(self.ms_per_space, tuple):
            mapping["ms_per_space"] = dict(zip(KINDS, self.ms_per_space, strict=True))
        return mapping

    def to_texts(self) -> dict[str, str]:
        """All settings as texts; `from_mapping` reads them back."""
        texts = {name: str(value) for name, value in self.to_mapping().items()}
        texts["castling"] = texts["castling"].lower()
        if isinstance(self.ms_per_space, tuple):
            pairs = zip(KINDS, self.ms_per_space, strict=True)
            texts["ms_per_space"] = ",".join(f"{kind}:{pace}" for kind, pace in pairs)
        return texts


_LEAST: Final = {
    "tick_ms": 1,
    "knight_spaces": 1,
    "cooldown_ms": 0,
    "delay_ms": 0,
    "max_ms": 0,
    "quiet_ms": 0,
}


def _check_number(name: str, value: object, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _LONGEST:
        raise InvalidOption(
            f"achess option {name}={str(value)[:60]!r}: "
            f"it takes a whole number from {least} to {_LONGEST}"
        )


def _paces(text: str) -> int | dict[str, int]:
    """One pace, or those of some kinds. Raises ValueError."""
    if ":" not in text:
        return int(text)
    pairs = [part.split(":") for part in text.split(",")]
    paces = {kind: int(pace) for kind, pace in pairs}
    if len(paces) != len(pairs):
        raise ValueError
    return paces


def _all_paces(given: int | Paces | Mapping[str, int]) -> Paces:
    if isinstance(given, Mapping):
        if set(given) != set(KINDS):
            raise InvalidOption(
                f"achess option ms_per_space: a map has all of P, N, B, R, Q, K and nothing "
                f"else, not {', '.join(map(str, given))[:60]!r}"
            )
        return tuple(given[kind] for kind in KINDS)  # type: ignore[return-value]
    if isinstance(given, tuple):
        if len(given) != len(KINDS):
            raise InvalidOption(f"achess option ms_per_space: six numbers, not {len(given)}")
        return given
    return (given,) * 6
