"""A scripted arbiter on a real gRPC server, and sandboxes and storage that only pretend."""

import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from dataclasses import dataclass, field
from typing import Any

import grpc

from arena.v1 import agent_pb2, arbiter_pb2, arbiter_pb2_grpc
from league.errors import StaleAttempt
from league.pairing import Entrant, Pairing, Seating
from league.record import MatchRecord, VoidAttempt
from worker.ending import Ending, Fault
from worker.freeze_handle import FreezeHandle
from worker.interrupt import Interrupt

Response = arbiter_pb2.RunMatchResponse
# One attempt as the arbiter plays it: from the spec and the later requests to responses.
Script = Callable[
    [arbiter_pb2.MatchSpec, Iterator[arbiter_pb2.RunMatchRequest], Any], Iterator[Response]
]


def entry(ply: int, move: str = "") -> arbiter_pb2.JournalEntry:
    return arbiter_pb2.JournalEntry(
        ply=ply,
        seat=ply % 2,
        move=move or f"m{ply}",
        ledger=agent_pb2.LedgerEntry(ply=ply, seat=ply % 2, charged_us=1000),
        clocks=[agent_pb2.Clock(left_us=1_000_000 - 1000 * ply)] * 2,
    )


def batch(*plies: int) -> Response:
    entries = [entry(ply) for ply in plies]
    return Response(journal=arbiter_pb2.JournalBatch(entries=entries))


def finished(spec: arbiter_pb2.MatchSpec, plies: int = 0) -> Response:
    return Response(
        finished=arbiter_pb2.Finished(
            attempt=spec.attempt,
            scores=[1.0] + [0.0] * (len(spec.seats) - 1),
            termination=agent_pb2.TERMINATION_NO_MOVES,
            at_fault=-1,
            plies=plies,
            seats=[arbiter_pb2.SeatReport(turns=plies // 2) for _ in spec.seats],
        )
    )


def void(spec: arbiter_pb2.MatchSpec, reason: str = "stalled") -> Response:
    told = arbiter_pb2.Void(attempt=spec.attempt, blame=arbiter_pb2.BLAME_HOST, reason=reason)
    return Response(void=told)


def finish(*plies: int) -> Script:
    """Journals these plies, then ends the match."""

    def script(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        if plies:
            yield batch(*plies)
        yield finished(spec, len(plies))

    return script


def spoil(*plies: int) -> Script:
    """Journals these plies, then calls the attempt void."""

    def script(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        if plies:
            yield batch(*plies)
        yield void(spec)

    return script


def refuse(code: grpc.StatusCode, details: str) -> Script:
    """Ends the call with a status."""

    def script(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        context.abort(code, details)
        yield from ()

    return script


def hang(*plies: int) -> Script:
    """Journals these plies, then plays on for as long as the caller is there."""

    def script(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        if plies:
            yield batch(*plies)
        for _ in requests:
            pass

    return script


class FakeArbiter(arbiter_pb2_grpc.ArbiterServiceServicer):
    """Plays each call by the next script; the last one serves all that follow."""

    def __init__(self, *scripts: Script, address: str = "localhost:0") -> None:
        self.scripts = list(scripts)
        self.specs: list[arbiter_pb2.MatchSpec] = []
        self.called: queue.SimpleQueue[arbiter_pb2.MatchSpec] = queue.SimpleQueue()
        self._server = grpc.server(futures.ThreadPoolExecutor(8))
        arbiter_pb2_grpc.add_ArbiterServiceServicer_to_server(self, self._server)  # type: ignore[no-untyped-call]
        port = self._server.add_insecure_port(address)
        self.address = f"localhost:{port}"
        self._server.start()

    def RunMatch(  # noqa: N802
        self, requests: Iterator[arbiter_pb2.RunMatchRequest], context: Any
    ) -> Iterator[Response]:
        spec = next(requests).spec
        self.specs.append(spec)
        self.called.put(spec)
        script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
        yield from script(spec, requests, context)

    def GetStatus(  # noqa: N802
        self, request: arbiter_pb2.GetStatusRequest, context: Any
    ) -> arbiter_pb2.GetStatusResponse:
        return arbiter_pb2.GetStatusResponse(name="fake")

    def stop(self) -> None:
        """Breaks every connection."""
        self._server.stop(None).wait()


@dataclass
class FakeSandbox:
    """An agent that is whatever the test says."""

    address: str = "unix:/nowhere"
    sandboxed: bool = True
    not_ready: Exception | None = None
    ending: Ending | None = None
    stopped: bool = False
    tell: Callable[[Ending], object] | None = None
    freeze: FreezeHandle | None = None

    def exited(self) -> Ending | None:
        return self.ending

    def on_exit(self, tell: Callable[[Ending], object] | None) -> None:
        self.tell = tell
        if tell is not None and self.ending is not None:
            tell(self.ending)

    def wait_ready(self, seconds: float, interrupt: Interrupt) -> None:
        interrupt.check()
        if self.not_ready is not None:
            raise self.not_ready

    def end(self, reason: str, fault: Fault | None = "CRASH") -> None:
        self.ending = Ending(reason, fault)
        if self.tell is not None:
            self.tell(self.ending)

    def stop(self) -> None:
        self.stopped = True


@dataclass
class FakeStorage:
    """A Storage that keeps everything in plain sight."""

    attempt: int = 1
    journals: dict[str, list[arbiter_pb2.JournalEntry]] = field(default_factory=dict)
    records: dict[str, MatchRecord] = field(default_factory=dict)
    given_up: dict[str, str] = field(default_factory=dict)
    void_attempts: dict[str, list[VoidAttempt]] = field(default_factory=dict)
    stale: bool = False

    def settled(self, match_id: str) -> bool:
        return match_id in self.records or match_id in self.given_up

    def journal(self, match_id: str) -> list[arbiter_pb2.JournalEntry]:
        return list(self.journals.get(match_id, []))

    def append(self, match_id: str, entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
        self._check_fence()
        self.journals.setdefault(match_id, []).extend(entries)

    def voids(self, match_id: str) -> list[VoidAttempt]:
        return list(self.void_attempts.get(match_id, []))

    def void(self, match_id: str, blame: str, reason: str) -> None:
        self._check_fence()
        told = VoidAttempt(self.attempt, blame, reason)
        self.void_attempts.setdefault(match_id, []).append(told)
        self.attempt += 1

    def record(self, record: MatchRecord) -> None:
        self._check_fence()
        self.records[record.match] = record

    def unplayable(self, match_id: str, reason: str) -> None:
        self.given_up[match_id] = reason

    def _check_fence(self) -> None:
        if self.stale:
            raise StaleAttempt("cup-00001", self.attempt)


def pairing(
    seatings: Sequence[Sequence[int]] = ((0, 1), (1, 0)),
    agents: Sequence[str] = ("random", "greedy"),
    number: int = 1,
    game: str = "joust",
) -> Pairing:
    pairing_id = f"cup-{number:05}"
    return Pairing(
        pairing_id=pairing_id,
        tournament="cup",
        game=game,
        options={},
        seed=7,
        position="",
        opening=(),
        time="10+0.1",
        start_limit=10.0,
        entrants=tuple(Entrant(f"e{k}", agent) for k, agent in enumerate(agents)),
        seatings=tuple(
            Seating(f"{pairing_id}.{k}", tuple(seats)) for k, seats in enumerate(seatings)
        ),
    )
