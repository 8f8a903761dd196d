"""Playing matches between bench agents, over the wire: what the benches share."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grpc.aio

from arena.v1 import agent_pb2, arbiter_pb2, arbiter_pb2_grpc

SEATS = 3


@dataclass
class Outcome:
    """A round of matches at once: turns per second, how they ended, and all journals."""

    turns_per_s: float
    forfeits: int
    voids: int
    journal: list[arbiter_pb2.JournalEntry] = field(default_factory=list)


@dataclass
class _Span:
    begin: float = 0.0
    end: float = 0.0


@contextlib.contextmanager
def process(*arguments: str) -> Iterator[int]:
    """A Python process for the duration, in a group of its own; its id."""
    child = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield child.pid
    finally:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait()


def wait_for(path: Path) -> None:
    """Returns when a socket is there. Exits with a line if it does not come."""
    until = time.monotonic() + 30
    while not path.exists():
        if time.monotonic() > until:
            raise SystemExit(f"{path} did not come within 30 s")
        time.sleep(0.05)


def quantile(values: Sequence[float], q: float) -> float:
    """The q-quantile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def seat(address: str, group: int = 0) -> arbiter_pb2.SeatSpec:
    """A seat for the agent at an address; with its process group it can be frozen."""
    spec = arbiter_pb2.SeatSpec(name="shuffler", address=address, sandboxed=True)
    if group:
        spec.freeze.process_group = group
    return spec


async def play(
    arbiter: str,
    seats: Sequence[arbiter_pb2.SeatSpec],
    matches: int,
    plies: int,
    *,
    apart: bool = False,
    time_control: str = "60+1",
    pondering: agent_pb2.Pondering = agent_pb2.PONDERING_UNENFORCED,
    at_once: int | None = None,
) -> Outcome:
    """Plays `matches`, `at_once` of them at a time (all by default).

    `apart`: the n-th match is played with the n-th copy of each agent.
    """
    gate = asyncio.Semaphore(at_once or matches)
    span = _Span()
    async with grpc.aio.insecure_channel(arbiter) as channel:
        await channel.channel_ready()
        stub = arbiter_pb2_grpc.ArbiterServiceStub(channel)  # type: ignore[no-untyped-call]

        async def one(number: int) -> Outcome:
            spec = arbiter_pb2.MatchSpec(
                match_id=f"m{number}",
                attempt=1,
                game="threechess",
                options={"max_plies": str(plies)},
                time_control=time_control,
                seats=[_copy(each, number) for each in seats] if apart else seats,
                pondering=pondering,
            )
            async with gate:
                return await _play_one(stub, spec, span)

        played = await asyncio.gather(*(one(number) for number in range(matches)))
    journal = [entry for outcome in played for entry in outcome.journal]
    return Outcome(
        len(journal) / (span.end - span.begin),
        sum(outcome.forfeits for outcome in played),
        sum(outcome.voids for outcome in played),
        journal,
    )


def _copy(spec: arbiter_pb2.SeatSpec, number: int) -> arbiter_pb2.SeatSpec:
    return seat(spec.address + (f"-{number}" if number else ""))


async def _play_one(
    stub: arbiter_pb2_grpc.ArbiterServiceStub, spec: arbiter_pb2.MatchSpec, span: _Span
) -> Outcome:
    over = asyncio.Event()

    async def requests() -> AsyncIterator[arbiter_pb2.RunMatchRequest]:
        yield arbiter_pb2.RunMatchRequest(spec=spec)
        while not over.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), 2)
            yield arbiter_pb2.RunMatchRequest(beat=arbiter_pb2.Beat())

    outcome = Outcome(0.0, 0, 0)
    async for response in stub.RunMatch(requests()):
        match response.WhichOneof("message"):
            case "started":
                span.begin = span.begin or time.monotonic()
            case "journal":
                outcome.journal.extend(response.journal.entries)
            case "finished":
                outcome.forfeits = int(response.finished.at_fault >= 0)
            case "void":
                outcome.voids = 1
    span.end = time.monotonic()
    over.set()
    return outcome
