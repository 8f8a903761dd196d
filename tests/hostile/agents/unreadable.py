"""Answers with bytes that are no message."""

import raw  # type: ignore[import-not-found]

raw.serve(lambda requests, _: raw.polite(requests, lambda turn: [b"\xff" * 1000]))
