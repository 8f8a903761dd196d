"""A position of ThreeChess, as `arena_games.game.Position` has it."""

from dataclasses import dataclass
from typing import Self

from arena_games.errors import IllegalMove
from arena_games.outcome import Outcome, Termination
from arena_games.threechess.board import (
    KING_CAPTURED,
    MAX_PLIES,
    NO_MOVES,
    REPETITION,
    ThreeChessBoard,
)
from arena_games.threechess.notation import move_text, read_move, write_position
from arena_games.threechess.rules import Rules

_TERMINATIONS = {
    KING_CAPTURED: Termination.KING_CAPTURED,
    NO_MOVES: Termination.NO_MOVES,
    REPETITION: Termination.REPETITION,
    MAX_PLIES: Termination.MAX_PLIES,
}
# Scored by the material of the two who go on, rules section 8.
_BY_MATERIAL = {Termination.TIME_FORFEIT, Termination.RESIGNATION}


@dataclass(frozen=True, slots=True, eq=False)
class ThreeChessPosition:
    """One state of a match. Its board is never changed, only copied.

    `_trail` holds the moves since the last capture or pawn move, only under the option
    `repetition`.
    """

    _board: ThreeChessBoard
    _rules: Rules
    _trail: tuple[int, ...] = ()

    @property
    def to_move(self) -> int:
        """The seat whose turn it is: 0 blue, 1 green, 2 red. It moves on at the end, too."""
        return self._board.to_move

    @property
    def ply(self) -> int:
        """Moves made since the start."""
        return self._board.ply

    @property
    def late_and_illegal_is_illegal(self) -> bool:
        """Whether an answer both late and illegal counts as illegal, as the reference's
        runner has it (rules section 8); elsewhere time goes first. True if `strict`."""
        return self._rules.strict

    def legal_moves(self) -> list[str]:
        """Texts of the legal moves, sorted; empty exactly when the match is over."""
        return [move_text(move) for move in self._board.legal()]

    def play(self, move: str) -> Self:
        """The position after a move. Raises InvalidMove, IllegalMove (after the end: any)."""
        number = self.encode(move)
        board = self._board.copy()
        board.make(number)
        trail: tuple[int, ...] = ()
        if self._rules.repetition and board.reversible:
            trail = (*self._trail, number)
        return type(self)(board, self._rules, trail)

    def outcome(self) -> Outcome | None:
        """How the match ended by the rules, or None while it goes on."""
        board = self._board
        if not board.over:
            return None
        return Outcome(
            (board.result(0), board.result(1), board.result(2)), _TERMINATIONS[board.ending]
        )

    def forfeit(self, seat: int, termination: Termination) -> Outcome:
        """The outcome when a seat breaks off the match here.

        Out of time or resigning, it gets -1, the better of the others (`score`) +1 and
        the third 0; equals get 0.5 each, or if `strict` the earlier seat wins. Anything
        else is scored as an illegal answer: -2, and +1 for both others.
        """
        if not 0 <= seat < 3:
            raise ValueError(f"threechess has the seats 0, 1 and 2, not {seat}")
        if termination in _BY_MATERIAL:
            scores = self._scores_by_material(seat)
        else:
            scores = [1.0, 1.0, 1.0]
            scores[seat] = -2.0
        return Outcome(tuple(scores), termination)

    def _scores_by_material(self, loser: int) -> list[float]:
        first, second = (seat for seat in range(3) if seat != loser)
        lead = self.score(first) - self.score(second)
        scores = [-1.0, -1.0, -1.0]
        if lead == 0 and not self._rules.strict:
            scores[first] = scores[second] = 0.5
        else:
            scores[first], scores[second] = (1.0, 0.0) if lead >= 0 else (0.0, 1.0)
        return scores

    def claim(self, move: str | None = None) -> Outcome | None:
        """None: the rules have no claims. Raises as `play` for a `move`."""
        if move is not None:
            self.encode(move)
        return None

    def agreed_draw(self) -> Outcome | None:
        """None: the rules have no draw by agreement."""
        return None

    def score(self, seat: int) -> int:
        """The points of rules section 10: a seat's pieces and what it has captured."""
        return int(self._board.value(seat))

    def text(self) -> str:
        """This position as one line, see `arena_games.threechess.notation`."""
        return write_position(self._board, self._rules, self._trail)

    def board(self) -> ThreeChessBoard:
        """A new board for search, at this position."""
        return self._board.copy()

    def encode(self, move: str) -> int:
        """The board's integer for a move text. Raises as `play`."""
        number = read_move(move)
        if not self._board.allows(number):
            raise IllegalMove(move)
        return number

    def decode(self, move: int) -> str:
        """The text of a board's integer move (legal here)."""
        return move_text(move)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThreeChessPosition) and self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())
