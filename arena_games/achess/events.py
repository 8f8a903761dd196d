"""What happens in a match, as section 8 of the rules lists it.

Squares are names (`e4`), pieces are ids, times are ms of simulation time. `to_json` gives
the object of the rules page, in which a piece is `p` and an origin `from`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Final

from arena_games.errors import InvalidMove

_KEYS: Final = {"piece": "p", "origin": "from"}


@dataclass(frozen=True, slots=True)
class _Told:
    """What all events have: the instant."""

    t: int

    e: ClassVar[str]

    def to_json(self) -> dict[str, object]:
        """The event as in section 8 of the rules."""
        told: dict[str, object] = {"t": self.t, "e": self.e}
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            told[_KEYS.get(field.name, field.name)] = (
                list(value) if isinstance(value, tuple) else value
            )
        return told


@dataclass(frozen=True, slots=True)
class Start(_Told):
    """A piece sets out: the squares that it will enter, the first of them at `first`."""

    piece: int
    path: tuple[str, ...]
    first: int

    e: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Reject(_Told):
    """An order that is refused. `piece` is what the order named, of whatever type.

    `why`: malformed, dead, not_owner, moving, cooldown, geometry, castle.
    """

    player: str
    piece: object
    why: str

    e: ClassVar[str] = "reject"


@dataclass(frozen=True, slots=True)
class Stop(_Told):
    """A piece could not enter, and rests `at` its square.

    `why`: friendly, blocked, pawn_blocked, pawn_empty.
    """

    piece: int
    at: str
    why: str

    e: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Contest(_Told):
    """Both sides entered `at`; `win` drew the lot, `lose` dies (a Kill follows)."""

    at: str
    win: int
    lose: int

    e: ClassVar[str] = "contest"


@dataclass(frozen=True, slots=True)
class Kill(_Told):
    """A piece died on the square `at`."""

    piece: int
    at: str
    by: int

    e: ClassVar[str] = "kill"


@dataclass(frozen=True, slots=True)
class Enter(_Told):
    """A piece is on another square now."""

    piece: int
    origin: str
    to: str

    e: ClassVar[str] = "enter"


@dataclass(frozen=True, slots=True)
class Promote(_Told):
    """A pawn became a Q, R, B or N."""

    piece: int
    type: str

    e: ClassVar[str] = "promote"


@dataclass(frozen=True, slots=True)
class Rest(_Told):
    """A piece has arrived; `why` is dest (the end of its path) or kill."""

    piece: int
    at: str
    why: str

    e: ClassVar[str] = "rest"


@dataclass(frozen=True, slots=True)
class Over(_Told):
    """The match has ended; nothing follows.

    `result`: white, black, draw. `why`: king, both_kings, time_cap, quiet, resign,
    both_resign.
    """

    result: str
    why: str

    e: ClassVar[str] = "over"


Event = Start | Reject | Stop | Contest | Kill | Enter | Promote | Rest | Over

_CLASSES: Final[dict[object, type[Event]]] = {
    event.e: event for event in (Start, Reject, Stop, Contest, Kill, Enter, Promote, Rest, Over)
}


def event_from_json(told: Mapping[str, object]) -> Event:
    """The event of what `to_json` gave. Raises InvalidMove where it is none."""
    made = _CLASSES.get(told.get("e"))
    names = {field.name: _KEYS.get(field.name, field.name) for field in fields(made or Over)}
    if made is None or set(told) != {"e", *names.values()}:
        raise InvalidMove(str(dict(told)), "no event of AChess")
    values = {name: told[key] for name, key in names.items()}
    path = values.get("path")
    if isinstance(path, list):
        values["path"] = tuple(path)
    return made(**values)  # type: ignore[arg-type]  # a trusted sender's types
