"""What a game is: `Rules`, which holds for every game, with turns or without, and what turn
games have on top: `Game` (static facts, and where positions come from) and `Position` (one
state, a value).

Everything that plays, referees or stores games goes through these; search goes through the
`Board` underneath a position.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, Self, runtime_checkable

from arena_games.board import Board
from arena_games.options import Option
from arena_games.outcome import Outcome, Termination


@runtime_checkable
class State(Protocol):
    """How any match stands at some moment."""

    def outcome(self) -> Outcome | None:
        """How the match ended by the rules, or None while it goes on."""

    def forfeit(self, seat: int, termination: Termination) -> Outcome:
        """The outcome when `seat` breaks off the match here: out of time, by an illegal
        answer, a crash, resigning, ..."""

    def text(self) -> str:
        """This state as a text, which the game can read back."""


class Rules(Protocol):
    """What every game has."""

    name: ClassVar[str]
    seats: ClassVar[int]
    seat_names: ClassVar[Sequence[str]]  # "white", "black"
    summary: ClassVar[str]  # one line
    # Raised when results are no longer comparable; part of a pool's name.
    rules_version: ClassVar[int]
    options: ClassVar[Sequence[Option]]

    def start(self, options: Mapping[str, object] | None = None, seed: int = 0) -> State:
        """A match at its start. `seed` is used only where the rules draw lots.

        Raises InvalidOption, InvalidPosition.
        """


@runtime_checkable
class Position(State, Protocol):
    """One state of a turn game. Immutable: `play` makes a new one."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is (after the end: whose turn it would be)."""

    @property
    def ply(self) -> int:
        """Moves made since the game's start position."""

    def legal_moves(self) -> list[str]:
        """Texts of the legal moves, sorted; empty exactly when the match is over."""

    def play(self, move: str) -> Self:
        """The position after `move`.

        Raises InvalidMove for a text that is no move of this game at all, IllegalMove
        for one that is not allowed here (after the end: any).
        """

    def claim(self, move: str | None = None) -> Outcome | None:
        """The outcome if the seat to move rightly claims a draw, for this position or
        for the one after `move`; None if there is nothing to claim. Raises as `play`."""

    def agreed_draw(self) -> Outcome | None:
        """The outcome when all seats agree on a draw; None if the rules know no such thing."""

    def text(self) -> str:
        """This position as one line that `Game.load` reads: the loaded position
        continues exactly as this one (options and the history that matters included)."""

    def board(self) -> Board:
        """A new board for search, at this position."""

    def encode(self, move: str) -> int:
        """The board's integer for a move text. Raises as `play`."""

    def decode(self, move: int) -> str:
        """The text of a board's integer move (legal here)."""


class Game(Rules, Protocol):
    """The rules of one game with turns."""

    def start(self, options: Mapping[str, object] | None = None, seed: int = 0) -> Position:
        """The start position. `seed` is used only where the rules draw lots.

        Raises InvalidOption.
        """

    def load(self, text: str) -> Position:
        """The position of a text. Raises InvalidPosition."""
