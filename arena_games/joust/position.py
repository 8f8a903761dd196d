"""A Joust position: a value, with its moves and its text."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from arena_games.errors import IllegalMove, InvalidMove
from arena_games.joust.board import JoustBoard
from arena_games.joust.notation import Placement, write_placement
from arena_games.joust.squares import square_name, square_names
from arena_games.outcome import Outcome, Termination

_SQUARE = r"([a-p](?:1[0-6]|[1-9]))"
_MOVE: Final = re.compile(_SQUARE + _SQUARE)


@dataclass(frozen=True)
class JoustPosition:
    """One state of a Joust match."""

    placement: Placement

    @cached_property
    def _board(self) -> JoustBoard:
        """Read, never moved on: it is shared by all calls."""
        it = self.placement
        return JoustBoard(it.width, it.height, it.white, it.black, it.burned, it.capture)

    @property
    def to_move(self) -> int:
        """0 for White, 1 for Black."""
        return self.placement.to_move

    @property
    def ply(self) -> int:
        """Moves made since the start."""
        return self.placement.ply

    def legal_moves(self) -> list[str]:
        """Texts `d1c3` of the legal moves, sorted."""
        return sorted(self.decode(move) for move in self._board.legal())

    def play(self, move: str) -> "JoustPosition":
        """The position after `move`. Raises InvalidMove, IllegalMove."""
        board = self.board()
        board.make(self.encode(move))
        moved = replace(
            self.placement, white=board.white, black=board.black, burned=bytes(board.burned)
        )
        return JoustPosition(moved)

    def outcome(self) -> Outcome | None:
        """None, or the loss of the side to move: it cannot move, or has been captured."""
        if not self._board.over:
            return None
        captured = self._board.captured()
        how = Termination.KNIGHT_CAPTURED if captured else Termination.NO_MOVES
        return self.forfeit(self.to_move, how)

    def forfeit(self, seat: int, termination: Termination) -> Outcome:
        """The other seat wins."""
        return Outcome((0.0, 1.0) if seat == 0 else (1.0, 0.0), termination)

    def claim(self, move: str | None = None) -> Outcome | None:
        """None: Joust has no draws. Raises as `play`."""
        if move is not None:
            self.encode(move)
        return None

    def agreed_draw(self) -> Outcome | None:
        """None: Joust has no draws."""
        return None

    def text(self) -> str:
        """One line, see `arena_games.joust.notation`."""
        return write_placement(self.placement)

    def board(self) -> JoustBoard:
        """A new board for search, at this position."""
        return self._board.copy()

    def encode(self, move: str) -> int:
        """The board's integer for a move text. Raises InvalidMove, IllegalMove."""
        found = _MOVE.fullmatch(move)
        if found is None:
            raise InvalidMove(move, "not a Joust move; write it as from and to square: d1c3")
        names = square_names(self.placement.width, self.placement.height)
        at, to = names.get(found[1]), names.get(found[2])
        if at is None or to is None or 256 * at + to not in self._board.legal():
            raise IllegalMove(move)
        return 256 * at + to

    def decode(self, move: int) -> str:
        """The text of a board's integer move."""
        width = self.placement.width
        return square_name(move >> 8, width) + square_name(move & 255, width)
