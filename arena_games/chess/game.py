"""The game of chess: its facts, its options, and where matches begin."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from arena_games.chess.board import ChessBoard
from arena_games.chess.fen import read_board
from arena_games.chess.notation import AUTO_CLAIM, CHESS960, read_text
from arena_games.chess.position import ChessPosition
from arena_games.chess.start_array import ARRAYS, STANDARD, start_array
from arena_games.errors import InvalidMove, InvalidOption, InvalidPosition
from arena_games.options import Option, read_options, text
from arena_games.rng import Lot

OPTIONS: Final = (
    text("position", "a FEN of six fields", "start position; without it, the usual array"),
    CHESS960,
    AUTO_CLAIM,
)


class Chess:
    """Chess by the laws of FIDE, and Chess960.

    A match ends by checkmate, stalemate, a dead position (by the men alone), fivefold
    repetition or 75 moves; with `auto_claim` also at the first threefold repetition or
    50 moves, else those are for `claim`. With `chess960` and no `position` the seed draws
    one of the 960 start arrays.
    """

    name: ClassVar[str] = "chess"
    seats: ClassVar[int] = 2
    seat_names: ClassVar[Sequence[str]] = ("white", "black")
    summary: ClassVar[str] = "Chess by the laws of FIDE, and Chess960."
    rules_version: ClassVar[int] = 1
    options: ClassVar[Sequence[Option]] = OPTIONS

    def start(self, options: Mapping[str, object] | None = None, seed: int = 0) -> ChessPosition:
        """The start position; `seed` counts with `chess960` and no `position` only.

        A `position` may be over at once. Raises InvalidOption.
        """
        values = read_options(self.name, OPTIONS, options or {})
        chess960, auto_claim = values["chess960"] is True, values["auto_claim"] is True
        if values["position"] is not None:
            try:
                board = read_board(str(values["position"]), chess960, auto_claim)
            except InvalidPosition as error:
                raise InvalidOption(f"chess option position: {error}") from None
            return ChessPosition.at(board)
        number = Lot(seed).below(ARRAYS) if chess960 else STANDARD
        return ChessPosition.at(ChessBoard(start_array(number), chess960, auto_claim))

    def load(self, text: str) -> ChessPosition:
        """The position of a text (see `arena_games.chess.notation`), or of a plain FEN.

        Raises InvalidPosition.
        """
        parts = read_text(text)
        board = read_board(parts.fen, parts.chess960, parts.auto_claim)
        position = ChessPosition.at(board, board.plies if parts.ply is None else parts.ply)
        for move in parts.moves:
            try:
                position = position.play(move)
            except InvalidMove as error:
                raise InvalidPosition(f"chess position: move {error}") from None
        return position


game: Final = Chess()
