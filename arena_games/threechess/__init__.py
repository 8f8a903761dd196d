"""ThreeChess: chess for three seats (blue, green, red) on 96 squares."""

from arena_games.threechess.board import ThreeChessBoard
from arena_games.threechess.game import ThreeChess
from arena_games.threechess.position import ThreeChessPosition

game = ThreeChess()

__all__ = ["ThreeChess", "ThreeChessBoard", "ThreeChessPosition", "game"]
