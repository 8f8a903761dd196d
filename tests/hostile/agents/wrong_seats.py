"""Answers for its rival as well: moves of other plies around each of its own."""

from collections.abc import Iterator

import raw  # type: ignore[import-not-found]

_LAST = 6


def answer(turn: raw.agent_pb2.Turn) -> Iterator[bytes]:
    if turn.ply >= _LAST:
        yield raw.resign()
        return
    for ply in (turn.ply + 1, turn.ply + 3, turn.ply + 100):
        yield raw.move(ply, turn.legal_moves[-1])
    yield raw.move(turn.ply, turn.legal_moves[0])
    yield raw.move(turn.ply, turn.legal_moves[-1])
    yield raw.move(turn.ply + 1, turn.legal_moves[0])


raw.serve(lambda requests, _: raw.polite(requests, answer))
