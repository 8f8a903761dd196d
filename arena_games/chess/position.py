"""A chess position: a value, with its moves, its endings and its text."""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from arena_games.chess import tables
from arena_games.chess.board import ChessBoard
from arena_games.chess.fen import write_fen
from arena_games.chess.notation import PositionText, write_text
from arena_games.chess.tables import square_name
from arena_games.errors import IllegalMove, InvalidMove
from arena_games.outcome import Outcome, Termination

_MOVE: Final = re.compile("([a-h][1-8])([a-h][1-8])([nbrq]?)")
_PROMOTIONS: Final = "   nbrq"  # by kind
_SQUARES: Final = {square_name(square): square for square in range(64)}
_ENDINGS: Final = {
    tables.CHECKMATE: Termination.CHECKMATE,
    tables.STALEMATE: Termination.STALEMATE,
    tables.DEAD_POSITION: Termination.DEAD_POSITION,
    tables.SEVENTYFIVE_MOVES: Termination.SEVENTYFIVE_MOVES,
    tables.FIVEFOLD_REPETITION: Termination.FIVEFOLD_REPETITION,
    tables.FIFTY_MOVES: Termination.FIFTY_MOVES,
    tables.THREEFOLD_REPETITION: Termination.THREEFOLD_REPETITION,
}
_DRAW: Final = (0.5, 0.5)


class Step(NamedTuple):
    """The last move of a line, and the line before it."""

    move: str
    before: "Step | None"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChessPosition:
    """One state of a chess match.

    `root` is the board after the last irreversible move and `line` what was played
    since: all that a later repetition can refer to. Both boards are read, never moved on.
    `first` is the board's count of plies when this match began.
    """

    current: ChessBoard
    root: ChessBoard
    line: Step | None
    first: int

    @classmethod
    def at(cls, board: ChessBoard, ply: int = 0) -> "ChessPosition":
        """A position that knows no past; it takes the board over."""
        return cls(board, board, None, board.plies - ply)

    @property
    def to_move(self) -> int:
        """0 for White, 1 for Black."""
        return self.current.to_move

    @property
    def ply(self) -> int:
        """Moves made since the game's start position, which may be any FEN's."""
        return self.current.plies - self.first

    def legal_moves(self) -> list[str]:
        """UCI texts of the legal moves, sorted."""
        return sorted(self.decode(move) for move in self.current.legal())

    def play(self, move: str) -> "ChessPosition":
        """The position after `move`. Raises InvalidMove, IllegalMove."""
        board = self.current.copy()
        board.make(self.encode(move))
        if board.halfmove == 0 or board.castling != self.current.castling:
            return ChessPosition(board, board, None, self.first)
        return ChessPosition(board, self.root, Step(move, self.line), self.first)

    def outcome(self) -> Outcome | None:
        """None, or mate (1 and 0) or a draw (0.5 each); claimable draws with `auto_claim`."""
        if not self.current.over:
            return None
        scores = (self.current.result(0), self.current.result(1))
        return Outcome(scores, _ENDINGS[self.current.ending])

    def forfeit(self, seat: int, termination: Termination) -> Outcome:
        """The other seat wins; out of time, only if its men could mate (FIDE 6.9)."""
        if termination is Termination.TIME_FORFEIT and not self.current.can_mate(1 - seat):
            return Outcome(_DRAW, termination)
        return Outcome((0.0, 1.0) if seat == 0 else (1.0, 0.0), termination)

    def claim(self, move: str | None = None) -> Outcome | None:
        """A draw if the position on the board, or the one after `move`, stands there for
        the third time or 50 moves after the last capture or pawn move; else None. Mate
        and stalemate are no claims. Raises as `play`."""
        if move is None and self.current.over:
            return None
        board = (self if move is None else self.play(move)).current
        if board.ending in (tables.CHECKMATE, tables.STALEMATE, tables.DEAD_POSITION):
            return None
        if board.halfmove >= 100:
            return Outcome(_DRAW, Termination.FIFTY_MOVES)
        if board.repetitions() >= 3:
            return Outcome(_DRAW, Termination.THREEFOLD_REPETITION)
        return None

    def agreed_draw(self) -> Outcome:
        """Half a point each."""
        return Outcome(_DRAW, Termination.DRAW_AGREED)

    def text(self) -> str:
        """One line, see `arena_games.chess.notation`."""
        moves: list[str] = []
        line = self.line
        while line is not None:
            moves.append(line.move)
            line = line.before
        ply = self.root.plies - self.first
        board = self.root
        return write_text(
            PositionText(
                write_fen(board),
                moves[::-1],
                board.chess960,
                board.auto_claim,
                None if ply == board.plies else ply,
            )
        )

    def fen(self) -> str:
        """The FEN, which knows no past and no options."""
        return write_fen(self.current)

    def board(self) -> ChessBoard:
        """A new board for search, at this position."""
        return self.current.copy()

    def encode(self, move: str) -> int:
        """The board's integer for a UCI text. Raises InvalidMove, IllegalMove."""
        found = _MOVE.fullmatch(move)
        if found is None:
            raise InvalidMove(move, "not a chess move; write it as in UCI: e2e4, e7e8q, e1g1")
        wanted = _SQUARES[found[1]] | _SQUARES[found[2]] << 6
        if found[3]:
            wanted |= _PROMOTIONS.index(found[3]) << 12
        for candidate in self.current.legal():
            if self._as_written(candidate) == wanted:
                return candidate
        raise IllegalMove(move)

    def decode(self, move: int) -> str:
        """The UCI text of a board's integer move: castling is `e1g1`, in chess960 `e1h1`."""
        written = self._as_written(move)
        text = square_name(written & 63) + square_name(written >> 6 & 63)
        return text + _PROMOTIONS[written >> 12] if written >> 12 else text

    def _as_written(self, move: int) -> int:
        """A move without its flag; castling of standard chess as the king's step of two."""
        source, target = move & 63, move >> 6 & 63
        if move >> 15 == tables.CASTLING and not self.current.chess960:
            target = source + 2 if target > source else source - 2
        return source | target << 6 | (move & 7 << 12)

    def __eq__(self, other: object) -> bool:
        """Whether both continue alike, past included."""
        if not isinstance(other, ChessPosition):
            return NotImplemented
        return self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.current.key())

    def __repr__(self) -> str:
        return f"ChessPosition({self.text()!r})"
