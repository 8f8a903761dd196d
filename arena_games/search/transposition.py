"""What a search has found out, by the key of the position: a transposition table.

Typed Python, see `arena_games.board`.
"""

from array import array

import cython

from arena_games.search.found import WIN

if not cython.compiled:
    # What a value is: no more than it is worth, no less, or just that.
    UPPER = 1
    LOWER = 2
    EXACT = 3

# Beyond this either way a value says in how many plies the match is won or lost.
_DECIDED: cython.int = WIN // 2
# What an entry of an earlier search counts less than one of this, in plies.
_STALE: cython.int = 64


class Transpositions:
    """A table of 2**bits entries of 20 bytes. It may be kept from turn to turn.

    A position has two places in it. A new one takes the place of what was found by an
    earlier search, or else by the shallower one. Won and lost are stored by their distance
    from the position, so that they hold at another distance from the root.
    """

    def __init__(self, bits: int = 16) -> None:
        if not 1 <= bits <= 28:
            raise ValueError(f"a table of 2**{bits} entries: it takes 1 to 28 bits")
        size = 1 << bits
        self._mask = size - 1
        self._age = 0
        self._keys = array("Q", bytes(8 * size))
        self._moves = array("i", bytes(4 * size))
        self._values = array("i", bytes(4 * size))
        self._notes = array("i", bytes(4 * size))

    def renew(self) -> None:
        """Says that another search begins."""
        self._age = (self._age + 1) & 255

    def find(self, key: cython.ulonglong) -> cython.int:
        """The entry of a position, -1 for none."""
        entry: cython.int = key & self._mask
        if self._keys[entry] == key and self._notes[entry]:
            return entry
        entry ^= 1
        return entry if self._keys[entry] == key and self._notes[entry] else -1

    def move(self, entry: cython.int) -> cython.int:
        """The best move found, or the one that refuted the position; -1 for none."""
        return self._moves[entry]

    def depth(self, entry: cython.int) -> cython.int:
        """How many plies deep it was searched."""
        return self._notes[entry] >> 10

    def value(self, entry: cython.int, ply: cython.int) -> cython.int:
        """What was found, `ply` plies from the root; a bound or exact."""
        value: cython.int = self._values[entry]
        if value > _DECIDED:
            return value - ply
        return value + ply if value < -_DECIDED else value

    def decides(
        self, entry: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.bint:
        """Whether `value` is all that a search between `alpha` and `beta` needs to know."""
        bound: cython.int = self._notes[entry] >> 8 & 3
        if bound == EXACT:
            return True
        value: cython.int = self.value(entry, ply)
        return value >= beta if bound == LOWER else value <= alpha

    def put(
        self,
        key: cython.ulonglong,
        move: cython.int,
        value: cython.int,
        depth: cython.int,
        bound: cython.int,
        ply: cython.int,
    ) -> None:
        """Stores what a search of `depth` plies found, `ply` plies from the root."""
        entry: cython.int = key & self._mask
        if self._keys[entry] != key:
            other: cython.int = entry ^ 1
            if self._keys[other] == key or self._rank(other) < self._rank(entry):
                entry = other
        if move < 0 and self._keys[entry] == key and self._notes[entry]:
            move = self._moves[entry]
        if value > _DECIDED:
            value += ply
        elif value < -_DECIDED:
            value -= ply
        self._keys[entry] = key
        self._moves[entry] = move
        self._values[entry] = value
        self._notes[entry] = depth << 10 | bound << 8 | self._age

    def _rank(self, entry: cython.int) -> cython.int:
        note: cython.int = self._notes[entry]
        return (note >> 10) - (0 if note & 255 == self._age else _STALE)
