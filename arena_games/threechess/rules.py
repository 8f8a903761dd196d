"""The options of ThreeChess."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena_games.errors import InvalidOption
from arena_games.options import Option, OptionValue, integer, read_options, switch, write_options
from arena_games.threechess.board import ThreeChessBoard

DEFAULT_MAX_PLIES = 600

OPTIONS: tuple[Option, ...] = (
    switch(
        "strict",
        False,
        "scores exactly as the reference runner: no draws by plies or repetition, a side without "
        "moves and an answer both late and illegal lose as illegal answers",
    ),
    integer(
        "max_plies",
        None,
        0,
        1_000_000,
        f"draw after that many plies, 0: never; unset: {DEFAULT_MAX_PLIES}, never if strict",
    ),
    integer(
        "repetition", None, 2, 1000, "draw when a position occurs for the n-th time; unset: never"
    ),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the options of a match come to; 0 plies or occurrences mean never."""

    strict: bool = False
    max_plies: int = DEFAULT_MAX_PLIES
    repetition: int = 0

    def empty_board(self) -> ThreeChessBoard:
        """A board without pieces that goes by these rules."""
        return ThreeChessBoard(self.strict, self.max_plies, self.repetition)


def read_rules(given: Mapping[str, object]) -> Rules:
    """The rules by options, values or their texts. Raises InvalidOption."""
    values = read_options("threechess", OPTIONS, given)
    if not values["strict"]:
        cap, repetition = values["max_plies"], values["repetition"]
        return Rules(False, DEFAULT_MAX_PLIES if cap is None else int(cap), int(repetition or 0))
    for name in ("max_plies", "repetition"):
        if values[name] is not None:
            raise InvalidOption(
                f"threechess option {name}={values[name]}: strict knows no draws; leave out one"
            )
    return Rules(True, 0, 0)


def written_options(rules: Rules) -> dict[str, str]:
    """The options, as texts, that make these rules."""
    capped = not rules.strict and rules.max_plies != DEFAULT_MAX_PLIES
    values: dict[str, OptionValue] = {
        "strict": rules.strict,
        "max_plies": rules.max_plies if capped else None,
        "repetition": rules.repetition or None,
    }
    return write_options(OPTIONS, values)
