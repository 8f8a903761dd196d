"""The text of a chess position.

    FEN [moves m1 m2 ...] [| name=value ...]

Without moves it is a plain FEN: no past matters. The moves (UCI) lead from the FEN, the
position after the last irreversible move, to the position meant, so that repetitions go on
counting. What stands before `|` is what UCI's `position fen` takes. After it come the
options `chess960` and `auto_claim` where they are not the defaults, and `ply`, the match's
plies before the FEN, where that is not what its move number tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena_games.errors import InvalidOption, InvalidPosition
from arena_games.options import OptionValue, integer, read_options, switch, write_options

CHESS960: Final = switch("chess960", False, "Chess960: start array by seed, castling as e1h1")
AUTO_CLAIM: Final = switch(
    "auto_claim", True, "threefold repetition and 50 moves end the match by themselves"
)
_TOLD: Final = (CHESS960, AUTO_CLAIM, integer("ply", None, 0, 99999, "plies before the FEN"))


@dataclass(frozen=True, slots=True)
class PositionText:
    """A text in its parts. `ply` counts up to the FEN, None where the FEN tells it."""

    fen: str
    moves: Sequence[str] = ()
    chess960: bool = False
    auto_claim: bool = True
    ply: int | None = None


def write_text(parts: PositionText) -> str:
    """The one line that `read_text` takes apart again."""
    values: Mapping[str, OptionValue] = {
        "chess960": parts.chess960,
        "auto_claim": parts.auto_claim,
        "ply": parts.ply,
    }
    line = " moves ".join((parts.fen, " ".join(parts.moves))) if parts.moves else parts.fen
    told = " ".join(f"{name}={value}" for name, value in write_options(_TOLD, values).items())
    return f"{line} | {told}" if told else line


def read_text(text: str) -> PositionText:
    """The parts of a text; FEN and moves are not looked into. Raises InvalidPosition."""
    line, _, told = text.partition("|")
    fen, _, moves = line.partition(" moves ")
    values = _read_values(told)
    ply = values["ply"]
    return PositionText(
        fen.strip(),
        moves.split(),
        values["chess960"] is True,
        values["auto_claim"] is True,
        ply if isinstance(ply, int) else None,
    )


def _read_values(told: str) -> dict[str, OptionValue]:
    given: dict[str, str] = {}
    for word in told.split():
        name, sign, value = word.partition("=")
        if not sign or name in given:
            raise InvalidPosition(f"chess position: {word[:40]!r} is not one name=value of its own")
        given[name] = value
    try:
        return read_options("chess position", _TOLD, given)
    except InvalidOption as error:
        raise InvalidPosition(str(error)) from None
