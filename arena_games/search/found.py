"""What a search gives back, and what stops one early."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

# True when a search must end now. It is asked now and then while a search runs; searches
# read no clock themselves.
Stop = Callable[[], bool]

# A won match, before anything is taken off for the plies that it takes. Every other value
# must be smaller.
WIN: Final = 1_000_000
INFINITE: Final = 1 << 30


class Stopped(Exception):
    """A way out of a deep search, no error; the functions of this package never let it out."""


def never() -> bool:
    """The Stop of a search that ends by itself."""
    return False


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search.

    `move` is the board's integer. `value` is from the mover's view in the evaluation's
    unit (for `mcts` a share from 0 to 1 of what can be won), None if the search was
    stopped before it knew any. `depth` is how many plies deep every move was searched;
    `nodes` counts the moves made on the board. `line` is what the search expects to be
    played, `move` first, as far as it tells.
    """

    move: int
    value: float | None
    depth: int
    nodes: int
    line: tuple[int, ...] = ()
