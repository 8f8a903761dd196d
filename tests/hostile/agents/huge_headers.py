"""Opens its side of the stream with a megabyte of metadata."""

from collections.abc import Iterator
from typing import Any

import raw  # type: ignore[import-not-found]


def script(requests: Any, context: Any) -> Iterator[bytes]:
    context.send_initial_metadata([(f"x-{number}", "x" * 10_000) for number in range(100)])
    yield from raw.polite(requests, lambda turn: [raw.move(turn.ply, turn.legal_moves[0])])


raw.serve(script)
