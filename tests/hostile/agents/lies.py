"""Is slow to answer pings, so that the wire seems slow; sleeps, and tells that it did not."""

import time
from collections.abc import Iterator

import raw  # type: ignore[import-not-found]

_SLEEP = 0.1
_LAST = 6


def answer(turn: raw.agent_pb2.Turn) -> Iterator[bytes]:
    if turn.ply >= _LAST:
        yield raw.resign()
        return
    time.sleep(_SLEEP)
    yield raw.move(turn.ply, turn.legal_moves[0], comment="took 0 ms; the arbiter was late")


raw.serve(lambda requests, _: raw.polite(requests, answer, lambda: time.sleep(_SLEEP)))
