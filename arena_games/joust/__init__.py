"""Joust: two knights on a board that burns behind them. Who cannot move loses.

position = game.start({"width": 6, "height": 6})
position = position.play("c1d3")
"""

from arena_games.joust.board import JoustBoard
from arena_games.joust.game import Joust, game
from arena_games.joust.position import JoustPosition
from arena_games.joust.prolog import DEFAULT_LEVEL, LEVELS

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Joust", "JoustBoard", "JoustPosition", "game"]
