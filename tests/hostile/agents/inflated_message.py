"""Answers with a message that is small on the wire and 50 MB once it is inflated."""

import grpc
import raw  # type: ignore[import-not-found]

HUGE = "x" * 50_000_000

raw.serve(
    lambda requests, _: raw.polite(requests, lambda turn: [raw.move(turn.ply, HUGE)]),
    grpc.Compression.Gzip,
)
