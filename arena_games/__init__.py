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
    UnknownGame,
)
from arena_games.game import Game, Position
from arena_games.outcome import Outcome, Termination
from arena_games.registry import game_names, get_game

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
    "Termination",
    "UnknownGame",
    "game_names",
    "get_game",
]
