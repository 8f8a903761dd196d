"""ThreeChess, as `arena_games.game.Game` has it.

The rules are those of drtnf/threeChess as it runs, with a limit of plies besides; the
option `strict` leaves out everything that the reference does not have.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from arena_games.options import Option
from arena_games.threechess.geometry import SQUARES, square_at
from arena_games.threechess.notation import Placement, read_placement
from arena_games.threechess.pieces import BACK_RANK, PAWN, piece
from arena_games.threechess.placing import place
from arena_games.threechess.position import ThreeChessPosition
from arena_games.threechess.rules import OPTIONS, Rules, read_rules


class ThreeChess:
    """The rules of ThreeChess: chess for three on 96 squares, ended by a king's capture."""

    name: ClassVar[str] = "threechess"
    seats: ClassVar[int] = 3
    seat_names: ClassVar[Sequence[str]] = ("blue", "green", "red")
    summary: ClassVar[str] = "chess for three on a hexagonal board; who captures a king wins"
    rules_version: ClassVar[int] = 1
    options: ClassVar[Sequence[Option]] = OPTIONS

    def start(
        self, options: Mapping[str, object] | None = None, seed: int = 0
    ) -> ThreeChessPosition:
        """The start position; `seed` changes nothing. Raises InvalidOption."""
        return _position(_start(read_rules(options or {})))

    def load(self, text: str) -> ThreeChessPosition:
        """The position of a text as `Position.text` writes it. Raises InvalidPosition."""
        return _position(read_placement(text))


def _position(placement: Placement) -> ThreeChessPosition:
    return ThreeChessPosition(place(placement), placement.rules, placement.trail)


def _start(rules: Rules) -> Placement:
    squares = [0] * SQUARES
    for colour in range(3):
        for column, kind in enumerate(BACK_RANK):
            squares[square_at(colour, column, 0)] = piece(colour, kind)
            squares[square_at(colour, column, 1)] = piece(colour, PAWN)
    return Placement(tuple(squares), 0, 0, ((), (), ()), rules, ())
