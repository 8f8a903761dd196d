"""One attempt at one match: hands it to the arbiter and follows it to its end."""

import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import TypeAlias

import grpc
import structlog

from arena.v1 import arbiter_pb2
from worker.arbiter_link import Arbiter
from worker.ending import Ending
from worker.errors import Superseded
from worker.interrupt import Interrupt
from worker.sandbox import Sandbox
from worker.settings import PlaySettings

_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 5.0

log = structlog.get_logger(__name__)

Requests: TypeAlias = "queue.SimpleQueue[arbiter_pb2.RunMatchRequest | None]"
OnJournal = Callable[[Sequence[arbiter_pb2.JournalEntry]], None]


@dataclass(frozen=True, slots=True)
class Ended:
    """The match has a result."""

    finished: arbiter_pb2.Finished


@dataclass(frozen=True, slots=True)
class Voided:
    """No result, through no agent's fault. `blame`: "host", "arbiter", "network", "sandbox"."""

    blame: str
    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The arbiter cannot play such a match, now or later: we asked for something wrong."""

    reason: str


Result = Ended | Voided | Refused


class _NoRoom(Exception):
    """The arbiter takes no further match just now."""


def play_attempt(
    arbiter: Arbiter,
    spec: arbiter_pb2.MatchSpec,
    sandboxes: Sequence[Sandbox],
    on_journal: OnJournal,
    interrupt: Interrupt,
    settings: PlaySettings,
    journaled: int = 0,
) -> Result:
    """Plays one attempt, waiting for room in the arbiter if it must.

    `sandboxes` are those of the seats; one that ends is told to the arbiter. `on_journal`
    takes each batch as it comes, in this thread; what it raises breaks off the attempt.
    `journaled` is how many entries there are already: pieces of a log are numbered from there.
    Raises Superseded if a later attempt runs, Interrupted when broken off: the journal
    so far stays good, and a later attempt goes on from it.
    """
    give_up = monotonic() + settings.room_patience
    pause = _FIRST_PAUSE
    while True:
        try:
            return _run(arbiter, spec, sandboxes, on_journal, interrupt, settings.beat, journaled)
        except _NoRoom as full:
            if monotonic() > give_up:
                return Voided("arbiter", f"no room for {settings.room_patience:g} s: {full}")
            log.info("waiting for room in the arbiter", match=spec.match_id, reason=str(full))
        interrupt.wait(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)


def _run(
    arbiter: Arbiter,
    spec: arbiter_pb2.MatchSpec,
    sandboxes: Sequence[Sandbox],
    on_journal: OnJournal,
    interrupt: Interrupt,
    beat: float,
    journaled: int,
) -> Result:
    requests: Requests = queue.SimpleQueue()
    requests.put(arbiter_pb2.RunMatchRequest(spec=spec))
    interrupt.check()
    call = arbiter.stub.RunMatch(_with_beats(requests, beat))
    taken_away: list[str] = []

    def break_off(reason: str) -> None:
        taken_away.append(reason)
        call.cancel()

    with ExitStack() as undo:
        undo.callback(requests.put, None)
        undo.callback(call.cancel)
        undo.enter_context(interrupt.calls(call.cancel))
        for seat, sandbox in enumerate(sandboxes):
            undo.callback(sandbox.on_exit, None)
            sandbox.on_exit(_teller(seat, requests, spec, break_off))
        try:
            return _follow(call, on_journal, journaled)
        except grpc.RpcError as error:
            interrupt.check()
            return Voided("sandbox", taken_away[0]) if taken_away else _judge(error)


def _with_beats(requests: Requests, beat: float) -> Iterator[arbiter_pb2.RunMatchRequest]:
    """The requests as they come, and a beat whenever none came for so long; None ends it."""
    while True:
        try:
            request = requests.get(timeout=beat)
        except queue.Empty:
            request = arbiter_pb2.RunMatchRequest(beat=arbiter_pb2.Beat())
        if request is None:
            return
        yield request


def _teller(
    seat: int,
    requests: Requests,
    spec: arbiter_pb2.MatchSpec,
    break_off: Callable[[str], object],
) -> Callable[[Ending], None]:
    """Takes note that the seat's sandbox ended, and tells the arbiter; but whose end was
    nobody's fault at the table has the attempt broken off."""

    def tell(ending: Ending) -> None:
        reason = ending.reason
        log.warning(
            "agent ended", match=spec.match_id, attempt=spec.attempt, seat=seat, reason=reason
        )
        if ending.fault is None:
            break_off(f"seat {seat}: {reason}")
            return
        lost = arbiter_pb2.SeatLost(
            seat=seat, termination=f"TERMINATION_{ending.fault}", detail=reason
        )
        requests.put(arbiter_pb2.RunMatchRequest(seat_lost=lost))

    return tell


def _follow(
    call: Iterator[arbiter_pb2.RunMatchResponse], on_journal: OnJournal, journaled: int
) -> Result:
    numbers = count(journaled)
    for response in call:
        match response.WhichOneof("message"):
            case "journal":
                on_journal(response.journal.entries)
            case "achess_log":
                piece = arbiter_pb2.JournalEntry(ply=next(numbers), achess_log=response.achess_log)
                on_journal([piece])
            case "finished":
                return Ended(response.finished)
            case "void":
                blame = arbiter_pb2.Blame.Name(response.void.blame)
                return Voided(blame.removeprefix("BLAME_").lower(), response.void.reason)
    return Voided("arbiter", "it ended the stream without a result")


def _judge(error: grpc.RpcError) -> Result:
    """What a broken call means; see ArbiterService.RunMatch for the codes."""
    code, details = error.code(), error.details() or ""
    if code is grpc.StatusCode.INVALID_ARGUMENT:
        return Refused(details)
    if code is grpc.StatusCode.ALREADY_EXISTS:
        raise Superseded(details) from None
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED:
        raise _NoRoom(details) from None
    return Voided("arbiter", f"connection lost ({code.name.lower()}: {details[:200]})")
