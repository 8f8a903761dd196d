"""What a bot is: a function, or a small class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from arena_sdk.errors import InvalidBot
from arena_sdk.turn import Reply, Turn

if TYPE_CHECKING:
    from arena_sdk.realtime import LiveGame

Play = Callable[[Turn], str | Reply]


class Player(Protocol):
    """A bot as a class: an instance plays one match.

    `play` must be there. If they are there, `start(match)` is called with a `Match` before
    the first turn (off the clock) and `finish(result)` with a `Result` after the last.
    Class attributes of the names of `Traits` say what it is and wants.
    """

    def play(self, turn: Turn) -> str | Reply:
        """The move, as a text, or a Reply. Nothing else runs in this match meanwhile."""


class LivePlayer(Protocol):
    """A bot for games without turns, as a class: an instance plays one match.

    Any of these may be there, as plain methods or as coroutines (`async def`), at least one
    of the first three:

        on_start(game)               the match begins; a coroutine may go on until its end
        on_events(game, events)      what happened since the last call
        on_snapshot(game, snapshot)  the whole state, now and then
        on_reply(game, reply)        what became of an order
        on_tick(game)                it is as late as `game.wake_at(ms)` asked for

    `game` is the same `LiveGame` each time. But for `on_start` they are called one after the
    other; what happens meanwhile waits. `start(match)` and `finish(result)` are as in
    `Player`. A class with `play` too plays games of both sorts.
    """

    def on_start(self, game: LiveGame) -> object:
        """The match begins. What is returned is awaited if it can be."""


_LIVE = ("on_start", "on_events", "on_snapshot")


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
    """A bot as the server runs it: its traits, and how to get a player for a match, which
    is a Player, a LivePlayer, or both."""

    traits: Traits
    create: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class _Function:
    """A function in a player's place; it keeps nothing, so that all matches share it."""

    play: Play


def as_bot(agent: object, **traits: Any) -> Bot:
    """The bot that `agent` describes: a function of a turn, a class (see `Player` and
    `LivePlayer`), a `functools.partial` of such a class, or a Bot.

    `traits` (names of `Traits`) override what it says of itself. Raises InvalidBot.
    """
    if unknown := sorted(set(traits) - set(_TRAITS)):
        raise InvalidBot(f"a bot has no trait {unknown[0]!r}; it has {', '.join(_TRAITS)}")
    if isinstance(agent, Bot):
        return Bot(_traits(asdict(agent.traits) | traits), agent.create)
    described = agent.func if isinstance(agent, partial) else agent
    if isinstance(described, type) and callable(agent):
        return _of_class(described, agent, traits)
    return _of_function(agent, getattr(described, "__name__", "bot"), traits)


def is_live(player: object) -> bool:
    """Whether a player, or its class, plays games without turns."""
    return any(callable(getattr(player, name, None)) for name in _LIVE)


def has_turns(player: object) -> bool:
    """Whether a player, or its class, plays games with turns."""
    return callable(getattr(player, "play", None))


def _of_class(described: type, create: Callable[[], Any], traits: dict[str, Any]) -> Bot:
    if not (has_turns(described) or is_live(described)):
        raise InvalidBot(
            f"the bot class {described.__name__} has no method play(turn), "
            f"and none of {', '.join(_LIVE)} for games without turns"
        )
    own = {name: getattr(described, name) for name in _TRAITS if hasattr(described, name)}
    return Bot(_traits({"name": described.__name__} | own | traits), create)


def _of_function(function: object, name: str, traits: dict[str, Any]) -> Bot:
    if has_turns(function) or is_live(function):
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
