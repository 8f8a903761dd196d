"""Which games there are: ours, and those that installed packages bring along.

Games with turns are asked for with `get_game`; those in real time, which have no positions
and moves but a simulation, with `get_real_time_game`; what both have, with `get_rules`.

A package adds a game with an entry point in the group `arena.games` whose name is the
game's and whose value is an object that satisfies `arena_games.game.Game`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from arena_games.errors import RealTimeGame, UnknownGame
from arena_games.game import Game, Rules

if TYPE_CHECKING:
    from arena_games.achess import Achess

GROUP = "arena.games"

# Imported when first asked for: a chess bot never loads the other rules.
_OURS = {
    "chess": "arena_games.chess:game",
    "joust": "arena_games.joust:game",
    "threechess": "arena_games.threechess:game",
}
_OURS_IN_REAL_TIME = {"achess": "arena_games.achess:game"}


def game_names() -> list[str]:
    """The names of all games with turns, sorted."""
    return sorted({*_OURS, *(entry.name for entry in entry_points(group=GROUP))})


@cache
def get_game(name: str) -> Game:
    """The game of that name. Raises UnknownGame, which lists the names there are, and
    RealTimeGame (which is one) where the game has no turns."""
    if name in _OURS:
        found: Game = _import(_OURS[name])
        return found
    if name in _OURS_IN_REAL_TIME:
        raise RealTimeGame(name, game_names())
    for entry in entry_points(group=GROUP, name=name):
        loaded: Game = entry.load()
        return loaded
    raise UnknownGame(name, game_names())


def real_time_game_names() -> list[str]:
    """The names of all games in real time, sorted."""
    return sorted(_OURS_IN_REAL_TIME)


def get_real_time_game(name: str) -> "Achess":
    """The game in real time of that name. Raises UnknownGame."""
    if name not in _OURS_IN_REAL_TIME:
        raise UnknownGame(name, real_time_game_names())
    found: Achess = _import(_OURS_IN_REAL_TIME[name])
    return found


def all_game_names() -> list[str]:
    """The names of all games, with turns or in real time, sorted."""
    return sorted({*game_names(), *real_time_game_names()})


def is_real_time(name: str) -> bool:
    """Whether it is the name of a game without turns."""
    return name in _OURS_IN_REAL_TIME


def get_rules(name: str) -> Rules:
    """What every game has, of the game of that name. Raises UnknownGame, which lists the
    names of all games."""
    if name in _OURS_IN_REAL_TIME:
        return get_real_time_game(name)
    try:
        return get_game(name)
    except UnknownGame:
        raise UnknownGame(name, all_game_names()) from None


def _import(where: str) -> Any:
    module, _, attribute = where.partition(":")
    return getattr(import_module(module), attribute)
