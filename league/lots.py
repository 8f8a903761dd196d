"""The secret of a match with lots in it: the seed of the lots, and the salt it is sworn to
with.

Both follow from the pairing's seed and the arena's own secret. A tournament's file, and with
it all seeds, may be known to those who play in it; without the secret it tells them nothing.
`arena play` has no secret, so that the same `--seed` draws the same lots."""

from hashlib import blake2b

from arena_games.achess import SALT_BYTES, commitment
from league.pairing import Pairing, Seating

_SEED_BYTES = 8


def lot_seed(pairing: Pairing, seating: Seating) -> int:
    """The seed of the lots of one of a pairing's matches, below 2**64."""
    return int.from_bytes(_drawn(b"lot seed", pairing, seating, _SEED_BYTES), "big")


def salt(pairing: Pairing, seating: Seating) -> bytes:
    """What makes the seed's commitment say nothing before the match is over."""
    return _drawn(b"lot salt", pairing, seating, SALT_BYTES)


def promised(pairing: Pairing, seating: Seating) -> str:
    """What is published at the start of the match: see `arena_games.achess.commitment`."""
    return commitment(lot_seed(pairing, seating), salt(pairing, seating))


def _drawn(label: bytes, pairing: Pairing, seating: Seating, size: int) -> bytes:
    number = pairing.seatings.index(seating)
    given = f"{pairing.seed}/{number}".encode()
    key = bytes.fromhex(pairing.secret)
    return blake2b(given, digest_size=size, key=key, person=label).digest()
