"""Playing matches between bench agents, over the wire: what the benches share."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import grpc

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


def seat(address: str, freeze: arbiter_pb2.FreezeHandle | None = None) -> arbiter_pb2.SeatSpec:
    """A seat for the agent at an address, and how it is frozen."""
    return arbiter_pb2.SeatSpec(name="shuffler", address=address, sandboxed=True, freeze=freeze)


def play(
    arbiter: str,
    tables: Sequence[Sequence[arbiter_pb2.SeatSpec]],
    matches: int,
    plies: int,
    *,
    time_control: str = "60+1",
    pondering: agent_pb2.Pondering = agent_pb2.PONDERING_UNENFORCED,
    at_once: int | None = None,
) -> Outcome:
    """Plays `matches`, `at_once` of them at a time (all by default), at each of the tables
    (who sits at them) in turn."""
    span = _Span()
    with grpc.insecure_channel(arbiter) as channel, ThreadPoolExecutor(at_once or matches) as pool:
        grpc.channel_ready_future(channel).result()
        stub = arbiter_pb2_grpc.ArbiterServiceStub(channel)  # type: ignore[no-untyped-call]

        def one(number: int) -> Outcome:
            spec = arbiter_pb2.MatchSpec(
                match_id=f"m{number}",
                attempt=1,
                game="threechess",
                options={"max_plies": str(plies)},
                time_control=time_control,
                seats=tables[number % len(tables)],
                pondering=pondering,
            )
            return _play_one(stub, spec, span)

        played = list(pool.map(one, range(matches)))
    journal = [entry for outcome in played for entry in outcome.journal]
    return Outcome(
        len(journal) / (span.end - span.begin),
        sum(outcome.forfeits for outcome in played),
        sum(outcome.voids for outcome in played),
        journal,
    )


def _play_one(
    stub: arbiter_pb2_grpc.ArbiterServiceStub, spec: arbiter_pb2.MatchSpec, span: _Span
) -> Outcome:
    outcome = Outcome(0.0, 0, 0)
    for response in run_match(stub, spec):
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
    return outcome


def run_match(
    stub: arbiter_pb2_grpc.ArbiterServiceStub, spec: arbiter_pb2.MatchSpec
) -> Iterator[arbiter_pb2.RunMatchResponse]:
    """Has a match played; all that the arbiter says of it."""
    over = threading.Event()
    try:
        yield from stub.RunMatch(_requests(spec, over))
    finally:
        over.set()


def _requests(
    spec: arbiter_pb2.MatchSpec, over: threading.Event
) -> Iterator[arbiter_pb2.RunMatchRequest]:
    yield arbiter_pb2.RunMatchRequest(spec=spec)
    while not over.wait(2):
        yield arbiter_pb2.RunMatchRequest(beat=arbiter_pb2.Beat())
