"""How much a search has done, and whether it must stop.

Typed Python, see `arena_games.board`.
"""

import cython

from arena_games.search.found import Stop, Stopped

# A power of two, less one. Interpreted rules are a hundred times slower, and a search that
# asks too seldom is late.
_BETWEEN: cython.int = 255 if cython.compiled else 15


class Effort:
    """Counts `nodes`, and asks `stop` every 256 of them (interpreted, every 16).

    Asking runs a Python function, which is also what lets other threads of the process
    (the one that answers the arbiter, say) have their turn during a compiled search.
    """

    def __init__(self, stop: Stop) -> None:
        self.nodes = 0
        self._stop = stop

    def spend(self) -> None:
        """Counts one node. Raises Stopped."""
        self.nodes += 1
        if (self.nodes & _BETWEEN) == 0 and self._stop():
            raise Stopped
