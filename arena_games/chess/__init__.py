"""Chess and Chess960: rules on bitboards, FEN, SAN. `game` is what the registry hands out."""

from arena_games.chess.board import ChessBoard
from arena_games.chess.game import Chess, game
from arena_games.chess.position import ChessPosition
from arena_games.chess.san import write_san

__all__ = ["Chess", "ChessBoard", "ChessPosition", "game", "write_san"]
