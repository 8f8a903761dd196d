"""One attempt against an arbiter that does what it is told."""

import queue
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

import grpc
import pytest

from arena.v1 import agent_pb2, arbiter_pb2
from tests.worker import fakes
from tests.worker.fakes import FakeArbiter, FakeSandbox, Script
from worker.arbiter_link import Arbiter
from worker.attempt import Ended, Refused, Result, Voided, play_attempt
from worker.ending import Fault
from worker.errors import ArbiterUnreachable, Superseded
from worker.interrupt import Interrupt, Interrupted
from worker.settings import PlaySettings

SPEC = arbiter_pb2.MatchSpec(
    match_id="cup-00001.0", attempt=3, seats=[arbiter_pb2.SeatSpec(), arbiter_pb2.SeatSpec()]
)


class Play:
    """Plays attempts, and keeps what came of them."""

    def __init__(self, settings: PlaySettings) -> None:
        self.settings = settings
        self.sandboxes = [FakeSandbox(), FakeSandbox()]
        self.interrupt = Interrupt()
        self.journal: list[int] = []
        self.arbiter: FakeArbiter | None = None
        self._undo: list[Callable[[], object]] = []

    def __call__(self, *scripts: Script, on_journal: Any = None) -> Result:
        self.arbiter = FakeArbiter(*scripts)
        self._undo.append(self.arbiter.stop)
        link = Arbiter(self.arbiter.address)
        self._undo.append(link.close)
        take = on_journal or (lambda entries: self.journal.extend(e.ply for e in entries))
        return play_attempt(link, SPEC, self.sandboxes, take, self.interrupt, self.settings)

    def close(self) -> None:
        for undo in reversed(self._undo):
            undo()


@pytest.fixture
def play(settings: PlaySettings) -> Iterator[Play]:
    played = Play(settings)
    yield played
    played.close()


def test_a_match_is_followed_to_its_end(play: Play) -> None:
    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.Response(started=arbiter_pb2.Started())
        yield fakes.batch(0, 1)
        yield fakes.batch(2)
        yield fakes.finished(spec, 3)

    result = play(script)
    assert isinstance(result, Ended)
    assert result.finished.attempt == 3
    assert play.journal == [0, 1, 2]


def test_a_void_attempt_tells_whom_to_blame(play: Play) -> None:
    assert play(fakes.spoil(0)) == Voided("host", "stalled")
    assert play.journal == [0]


def test_beats_are_sent_while_nothing_happens(play: Play) -> None:
    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        for _ in range(3):
            assert next(requests).WhichOneof("message") == "beat"
        yield fakes.finished(spec)

    assert isinstance(play(script), Ended)


def test_a_sandbox_that_ends_is_told_at_once(play: Play) -> None:
    play.settings = replace(play.settings, beat=60.0)
    lost: queue.SimpleQueue[arbiter_pb2.SeatLost] = queue.SimpleQueue()

    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.batch(0)
        lost.put(next(requests).seat_lost)
        yield fakes.finished(spec)

    play(script, on_journal=lambda _: play.sandboxes[1].end("exit code 1"))
    told = lost.get(timeout=10)
    assert (told.seat, told.detail) == (1, "exit code 1")
    assert told.termination == agent_pb2.TERMINATION_CRASH
    assert [sandbox.tell for sandbox in play.sandboxes] == [None, None]


@pytest.mark.parametrize("fault", get_args(Fault))
def test_what_a_sandbox_ended_by_is_told_as_its_termination(play: Play, fault: Fault) -> None:
    play.settings = replace(play.settings, beat=60.0)
    lost: queue.SimpleQueue[arbiter_pb2.SeatLost] = queue.SimpleQueue()

    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.batch(0)
        lost.put(next(requests).seat_lost)
        yield fakes.finished(spec)

    play(script, on_journal=lambda _: play.sandboxes[0].end("it was too much", fault))
    told = lost.get(timeout=10).termination
    assert agent_pb2.Termination.Name(told) == f"TERMINATION_{fault}"


def test_an_arbiter_that_dies_in_the_match_is_to_blame(play: Play) -> None:
    result = play(fakes.refuse(grpc.StatusCode.UNAVAILABLE, "Socket closed"))
    assert result == Voided("arbiter", "connection lost (unavailable: Socket closed)")


def test_a_real_loss_of_the_connection_is_a_void_too(play: Play) -> None:
    def stop(_: Any) -> None:
        assert play.arbiter is not None
        play.arbiter.stop()

    result = play(fakes.hang(0), on_journal=stop)
    assert isinstance(result, Voided)
    assert result.blame == "arbiter"


def test_a_stream_that_just_ends_is_a_void(play: Play) -> None:
    assert play(lambda *_: iter(())) == Voided("arbiter", "it ended the stream without a result")


def test_a_spec_that_is_refused_is_not_tried_again(play: Play) -> None:
    result = play(fakes.refuse(grpc.StatusCode.INVALID_ARGUMENT, "joust has no option 'x'"))
    assert result == Refused("joust has no option 'x'")


def test_a_later_attempt_ends_this_one(play: Play) -> None:
    with pytest.raises(Superseded, match="attempt 4"):
        play(fakes.refuse(grpc.StatusCode.ALREADY_EXISTS, "attempt 4 is here"))


def test_room_in_the_arbiter_is_waited_for(play: Play) -> None:
    full = fakes.refuse(grpc.StatusCode.RESOURCE_EXHAUSTED, "2 matches are played here")
    assert isinstance(play(full, full, fakes.finish()), Ended)
    assert play.arbiter is not None
    assert [spec.attempt for spec in play.arbiter.specs] == [3, 3, 3]


def test_room_is_not_waited_for_for_ever(play: Play) -> None:
    play.settings = replace(play.settings, room_patience=0.0)
    result = play(fakes.refuse(grpc.StatusCode.RESOURCE_EXHAUSTED, "full"))
    assert result == Voided("arbiter", "no room for 0 s: full")


def test_an_interrupt_breaks_off_a_running_match(play: Play) -> None:
    with pytest.raises(Interrupted, match="the worker stops"):
        play(fakes.hang(0), on_journal=lambda _: play.interrupt.set("the worker stops"))


def test_an_interrupt_breaks_off_the_wait_for_room(play: Play) -> None:
    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        play.interrupt.set("the worker stops")
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "full")
        yield from ()

    with pytest.raises(Interrupted, match="the worker stops"):
        play(script)


def test_an_error_in_taking_the_journal_breaks_off_the_call(play: Play) -> None:
    over: queue.SimpleQueue[str] = queue.SimpleQueue()

    def script(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        context.add_callback(lambda: over.put("over"))
        yield from fakes.hang(0)(spec, requests, context)

    def take(entries: Any) -> None:
        raise KeyError("fenced off")

    with pytest.raises(KeyError, match="fenced off"):
        play(script, on_journal=take)
    assert over.get(timeout=10) == "over"


def test_an_arbiter_that_is_not_there_is_named() -> None:
    link = Arbiter("unix:/tmp/no-such-arbiter")
    with pytest.raises(ArbiterUnreachable, match="no arbiter answers at unix:/tmp/no-such-arb"):
        link.wait_ready(0.05, Interrupt())
    link.close()


def test_a_wait_for_the_arbiter_can_be_broken_off() -> None:
    link = Arbiter("unix:/tmp/no-such-arbiter")
    interrupt = Interrupt()
    interrupt.set("stop")
    with pytest.raises(Interrupted):
        link.wait_ready(60, interrupt)
    link.close()
