"""What a bot is: a function, or a small class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any, Protocol, cast

from arena_sdk.errors import InvalidBot
from arena_sdk.turn import Reply, Turn

Play = Callable[[Turn], str | Reply]


class Player(Protocol):
    """A bot as a class: an instance plays one match.

    `play` must be there. If they are there, `start(match)` is called with a `Match` before
    the first turn (off the clock) and `finish(result)` with a `Result` after the last.
    Class attributes of the names of `Traits` say what it is and wants.
    """

    def play(self, turn: Turn) -> str | Reply:
        """The move, as a text, or a Reply. Nothing else runs in this match meanwhile."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a bot tells the arena of itself.

    `wants_legal_moves`, `wants_position`: the arena sends them with each turn, so that the
    bot need not know the rules. `wants_ledger`: the result carries the clock's charges.
    `may_ponder`: it thinks in other seats' time where that is allowed.
    `max_concurrent_matches`: how many it plays at once, each in a thread of its own.
    """

    name: str = "bot"
    version: str = "1"
    author: str = ""
    wants_legal_moves: bool = False
    wants_position: bool = False
    wants_ledger: bool = False
    may_ponder: bool = False
    max_concurrent_matches: int = 1


_TRAITS = tuple(field.name for field in fields(Traits))


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as the server runs it: its traits, and how to get a player for a match."""

    traits: Traits
    create: Callable[[], Player]


@dataclass(frozen=True, slots=True)
class _Function:
    """A function in a player's place; it keeps nothing, so that all matches share it."""

    play: Play


def as_bot(agent: object, **traits: Any) -> Bot:
    """The bot that `agent` describes: a function of a turn, a class with a method `play`,
    a `functools.partial` of such a class, or a Bot.

    `traits` (names of `Traits`) override what it says of itself. Raises InvalidBot.
    """
    if unknown := sorted(set(traits) - set(_TRAITS)):
        raise InvalidBot(f"a bot has no trait {unknown[0]!r}; it has {', '.join(_TRAITS)}")
    if isinstance(agent, Bot):
        return Bot(_traits(asdict(agent.traits) | traits), agent.create)
    described = agent.func if isinstance(agent, partial) else agent
    if isinstance(described, type):
        return _of_class(described, cast(Callable[[], Player], agent), traits)
    return _of_function(agent, getattr(described, "__name__", "bot"), traits)


def _of_class(described: type, create: Callable[[], Player], traits: dict[str, Any]) -> Bot:
    if not callable(getattr(described, "play", None)):
        raise InvalidBot(f"the bot class {described.__name__} has no method play(turn)")
    own = {name: getattr(described, name) for name in _TRAITS if hasattr(described, name)}
    return Bot(_traits({"name": described.__name__} | own | traits), create)


def _of_function(function: object, name: str, traits: dict[str, Any]) -> Bot:
    if hasattr(function, "play"):
        raise InvalidBot(
            f"an instance of {type(function).__name__} is no bot; "
            "hand over the class, each match gets an instance of its own"
        )
    if not callable(function):
        raise InvalidBot(f"{function!r:.60} is no bot; it takes a function of a turn, or a class")
    player = _Function(function)
    return Bot(_traits({"name": name} | traits), lambda: player)


def _traits(values: dict[str, Any]) -> Traits:
    traits = Traits(**values)
    if traits.max_concurrent_matches < 1:
        raise InvalidBot(
            f"max_concurrent_matches={traits.max_concurrent_matches}: it takes at least 1"
        )
    return traits
