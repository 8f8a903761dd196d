"""Draws by lot that anyone can repeat from a seed: SplitMix64 (Steele, Lea, Flood 2014).

The n-th output for a seed is `mix(seed + n * GAMMA)`, n from 1, so that every single draw
can be checked without the others. All numbers are 64-bit, unsigned.
"""

from collections.abc import MutableSequence, Sequence
from typing import Final, TypeVar

MASK: Final = (1 << 64) - 1
GAMMA: Final = 0x9E3779B97F4A7C15

T = TypeVar("T")


def mix(z: int) -> int:
    """SplitMix64's scrambling of one 64-bit number into another (a bijection)."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def splitmix64(seed: int, n: int) -> int:
    """The n-th output (from 1) of SplitMix64 with that seed."""
    return mix(seed + n * GAMMA)


class Lot:
    """Successive draws from a seed, which is taken modulo 2**64."""

    def __init__(self, seed: int) -> None:
        self._seed = seed & MASK
        self._drawn = 0

    def draw(self) -> int:
        """The next 64-bit number."""
        self._drawn += 1
        return splitmix64(self._seed, self._drawn)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, where 1 <= n < 2**32: `(n * high half of a draw) >> 32`.

        Without rejection, so that one number is always one draw; the bias is below n / 2**32.
        """
        return ((self.draw() >> 32) * n) >> 32

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, which must not be empty; all are equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items in a drawn order, in place (Fisher and Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
