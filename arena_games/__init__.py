"""Rules of every game of the arena, and search over them. Pure: no I/O, no clock, no network.

game = get_game("joust")
position = game.start({"width": 6})
position = position.play(position.legal_moves()[0])
"""

from arena_games.board import Board
from arena_games.errors import (
    GameError,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    RealTimeGame,
    UnknownGame,
)
from arena_games.game import Game, Position, Rules, State
from arena_games.outcome import Outcome, Termination
from arena_games.registry import (
    all_game_names,
    game_names,
    get_game,
    get_real_time_game,
    get_rules,
    is_real_time,
    real_time_game_names,
)

__all__ = [
    "Board",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Outcome",
    "Position",
    "RealTimeGame",
    "Rules",
    "State",
    "Termination",
    "UnknownGame",
    "all_game_names",
    "game_names",
    "get_game",
    "get_real_time_game",
    "get_rules",
    "is_real_time",
    "real_time_game_names",
]
