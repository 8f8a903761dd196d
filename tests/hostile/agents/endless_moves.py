"""Answers its turn with moves without end, none of them for this turn."""

from itertools import count

import raw  # type: ignore[import-not-found]

raw.serve(
    lambda requests, _: raw.polite(
        requests, lambda turn: (raw.move(turn.ply + number, "a1b3") for number in count(1))
    )
)
