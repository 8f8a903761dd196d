"""The arbiter stops listening to a caller whose match is over, whatever the caller says."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from arbiter.service import _listen
from arena.v1 import arbiter_pb2

BEAT = arbiter_pb2.RunMatchRequest(beat=arbiter_pb2.Beat())


async def outcome(steps: int) -> bool:
    """Whether the listener ends, where a request comes just before it is told to, and the
    event loop has gone round so many times in between."""
    said: asyncio.Queue[arbiter_pb2.RunMatchRequest] = asyncio.Queue()

    async def requests() -> AsyncIterator[arbiter_pb2.RunMatchRequest]:
        while True:
            yield await said.get()

    table: Any = SimpleNamespace(ended=False, abandon=lambda void: None)
    listener = asyncio.create_task(_listen(table, requests()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    said.put_nowait(BEAT)
    for _ in range(steps):
        await asyncio.sleep(0)
    table.ended = True
    listener.cancel()
    for _ in range(10):
        said.put_nowait(BEAT)
        await asyncio.sleep(0)
    ended = listener.done()
    listener.cancel()
    await asyncio.wait({listener})
    return ended


@pytest.mark.parametrize("steps", range(6))
def test_a_request_at_the_last_moment_changes_nothing(steps: int) -> None:
    assert asyncio.run(outcome(steps))
