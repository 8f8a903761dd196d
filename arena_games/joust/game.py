"""The game of Joust: its facts, its options, and where matches begin."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from arena_games.errors import InvalidOption
from arena_games.joust.notation import Placement, read_placement
from arena_games.joust.position import JoustPosition
from arena_games.joust.squares import LARGEST, SMALLEST, STARTS, square_name, square_names
from arena_games.options import (
    Option,
    OptionValue,
    choice,
    integer,
    read_options,
    switch,
    text,
)
from arena_games.rng import Lot

OPTIONS: Final = (
    integer("width", 8, SMALLEST, LARGEST, "columns of the board"),
    integer("height", 8, SMALLEST, LARGEST, "ranks of the board"),
    choice("start", "prolog", tuple(STARTS), "where the knights begin"),
    text("white", "a square such as d1", "White's start square (with `black`, without `start`)"),
    text("black", "a square such as d8", "Black's start square (with `white`, without `start`)"),
    switch("capture", False, "a move to the rival's square is allowed, and wins"),
)


class Joust:
    """Two knights burn the squares that they leave; who cannot move has lost.

    `start` names where the knights begin: `prolog` in the middle of their first ranks,
    `home_random` anywhere on them (drawn from the seed), `centre` as diagonal neighbours
    in the middle, `corners` on a1 and the opposite corner. Or `white` and `black` name
    the squares.
    """

    name: ClassVar[str] = "joust"
    seats: ClassVar[int] = 2
    seat_names: ClassVar[Sequence[str]] = ("white", "black")
    summary: ClassVar[str] = "Two knights on a board that burns behind them: who cannot move loses."
    rules_version: ClassVar[int] = 1
    options: ClassVar[Sequence[Option]] = OPTIONS

    def start(self, options: Mapping[str, object] | None = None, seed: int = 0) -> JoustPosition:
        """The start position; `seed` counts with start `home_random` only.

        On small boards it can be over at once, lost by White. Raises InvalidOption.
        """
        given = {name: value for name, value in (options or {}).items() if value is not None}
        values = read_options(self.name, OPTIONS, given)
        width, height = _number(values["width"]), _number(values["height"])
        if "white" in given or "black" in given:
            white, black = _named_squares(given, width, height)
        else:
            white, black = STARTS[str(values["start"])](width, height, Lot(seed))
        burned = bytes(width * height)
        capture = values["capture"] is True
        return JoustPosition(Placement(width, height, white, black, burned, capture))

    def load(self, text: str) -> JoustPosition:
        """The position of a text (see `arena_games.joust.notation`). Raises InvalidPosition."""
        return JoustPosition(read_placement(text))


def _number(value: OptionValue) -> int:
    assert isinstance(value, int)
    return value


def _named_squares(given: Mapping[str, object], width: int, height: int) -> tuple[int, int]:
    if "white" not in given or "black" not in given:
        raise InvalidOption("joust options white and black go together: give both, or neither")
    if "start" in given:
        raise InvalidOption("joust takes either option start or options white and black, not both")
    white, black = (_named_square(given, side, width, height) for side in ("white", "black"))
    if white == black:
        raise InvalidOption(f"joust options white and black are both {given['white']}")
    return white, black


def _named_square(given: Mapping[str, object], side: str, width: int, height: int) -> int:
    name = str(given[side])
    square = square_names(width, height).get(name)
    if square is None:
        corner = square_name(width * height - 1, width)
        raise InvalidOption(f"joust option {side}={name[:60]!r}: it takes a square, a1 to {corner}")
    return square


game: Final = Joust()
