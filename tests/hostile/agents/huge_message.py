"""Answers with a message of 100 MB."""

import raw  # type: ignore[import-not-found]

HUGE = "x" * 100_000_000

raw.serve(lambda requests, _: raw.polite(requests, lambda turn: [raw.move(turn.ply, HUGE)]))
