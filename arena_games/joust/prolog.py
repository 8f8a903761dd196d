"""The levels of the Prolog program's computer player (assafcarlsbad/Joust, src/joust.pl).

It is alpha-beta over `JoustBoard.prolog_value`, Black maximising; nodes without moves are
leaves. A level is nothing but a depth.
"""

from collections.abc import Mapping
from typing import Final

LEVELS: Final[Mapping[str, int]] = {
    "novice": 1,
    "easy": 2,
    "medium": 3,
    "hard": 4,
    "ultra": 5,
    "demigod": 6,
}
DEFAULT_LEVEL: Final = "medium"
# What a won leaf is worth; any other is the difference of two mobilities.
WIN: Final = 1000
