"""What is drawn by lot, and how a match's seed is sworn to (section 6 of the rules)."""

from hashlib import sha256
from typing import Final

from arena_games.rng import splitmix64

SALT_BYTES: Final = 16

# Kinds of lots: which of White's, of Black's entries into a square; which side's.
WHITE_FRIENDLY: Final = 0
BLACK_FRIENDLY: Final = 1
CONTEST: Final = 2


def pick(seed: int, t: int, square: int, kind: int, k: int) -> int:
    """A number from 0 to k - 1, the same whatever else was drawn."""
    n = 1 + 256 * t + 4 * square + kind
    return ((splitmix64(seed, n) >> 32) * k) >> 32


def commitment(seed: int, salt: bytes) -> str:
    """What is published at the start, so that seed and salt can be checked at the end:
    SHA-256 of the seed's 8 big-endian bytes and the 16 bytes of salt, in hex."""
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed {seed}: it must be from 0 to 2**64 - 1")
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt of {len(salt)} bytes: it must have {SALT_BYTES}")
    return sha256(seed.to_bytes(8, "big") + salt).hexdigest()
