"""Which games there are: ours, and those that installed packages bring along.

A package adds a game with an entry point in the group `arena.games` whose name is the
game's and whose value is an object that satisfies `arena_games.game.Game`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from arena_games.errors import UnknownGame
from arena_games.game import Game

GROUP = "arena.games"

# Imported when first asked for: a chess bot never loads the other rules.
_OURS = {
    "chess": "arena_games.chess:game",
    "joust": "arena_games.joust:game",
    "threechess": "arena_games.threechess:game",
}


def game_names() -> list[str]:
    """The names of all games, sorted."""
    return sorted({*_OURS, *(entry.name for entry in entry_points(group=GROUP))})


@cache
def get_game(name: str) -> Game:
    """The game of that name. Raises UnknownGame, which lists the names there are."""
    if name in _OURS:
        module, _, attribute = _OURS[name].partition(":")
        found: Game = getattr(import_module(module), attribute)
        return found
    for entry in entry_points(group=GROUP, name=name):
        loaded: Game = entry.load()
        return loaded
    raise UnknownGame(name, game_names())
