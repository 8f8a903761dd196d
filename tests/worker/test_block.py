"""Pairings against a scripted arbiter: what is resumed, tried again, given up, refused."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest

from arena.v1 import agent_pb2, arbiter_pb2
from league.errors import StaleAttempt
from league.pairing import Entrant
from tests.worker import fakes
from tests.worker.fakes import FakeArbiter, FakeSandbox, FakeStorage, Script
from worker.arbiter_link import Arbiter
from worker.block import play_block
from worker.ending import Ending
from worker.errors import ArbiterUnreachable, SandboxError
from worker.interrupt import Interrupt, Interrupted
from worker.match_spec import agent_seed, match_spec
from worker.sandbox import Sandbox
from worker.settings import PlaySettings

FIRST, SECOND = "cup-00001.0", "cup-00001.1"


class Block:
    """Plays the test pairing, and keeps what came of it."""

    def __init__(self, settings: PlaySettings) -> None:
        self.settings = settings
        self.pairing = fakes.pairing()
        self.storage = FakeStorage()
        self.interrupt = Interrupt()
        self.sandboxes: list[FakeSandbox] = []
        self.make: Callable[[], FakeSandbox] = FakeSandbox
        self.arbiter: FakeArbiter | None = None
        self._undo: list[Callable[[], object]] = []

    def __call__(self, *scripts: Script) -> None:
        self.arbiter = FakeArbiter(*scripts)
        self._undo.append(self.arbiter.stop)
        self.play_at(self.arbiter.address)

    def play_at(self, address: str) -> None:
        link = Arbiter(address)
        self._undo.append(link.close)
        pairing, storage = self.pairing, self.storage
        play_block(pairing, storage, link, self.settings, self.interrupt, self.start)

    def start(self, entrant: Entrant, copy: int) -> Sandbox:
        sandbox = self.make()
        self.sandboxes.append(sandbox)
        return sandbox

    @property
    def specs(self) -> list[arbiter_pb2.MatchSpec]:
        assert self.arbiter is not None
        return self.arbiter.specs

    def close(self) -> None:
        for undo in reversed(self._undo):
            undo()
        assert all(sandbox.stopped for sandbox in self.sandboxes)


@pytest.fixture
def block(settings: PlaySettings) -> Iterator[Block]:
    played = Block(settings)
    yield played
    played.close()


def test_every_match_is_played_in_order_and_recorded(block: Block) -> None:
    block(fakes.finish(0, 1))
    assert [spec.match_id for spec in block.specs] == [FIRST, SECOND]
    assert [seat.name for seat in block.specs[1].seats] == ["e1", "e0"]
    record = block.storage.records[FIRST]
    assert record.moves == ("m0", "m1")
    assert record.scores == (1.0, 0.0)
    assert [seat.agent for seat in record.seats] == ["random", "greedy"]
    assert record.voids == ()
    assert len(block.sandboxes) == 2


def test_settled_matches_are_not_played_again(block: Block) -> None:
    block.storage.given_up[FIRST] = "for a reason"
    block(fakes.finish())
    assert [spec.match_id for spec in block.specs] == [SECOND]


def test_a_settled_pairing_starts_nothing(block: Block) -> None:
    block.storage.given_up = {FIRST: "", SECOND: ""}
    block(fakes.finish())
    assert block.sandboxes == []


def test_a_half_played_match_goes_on_from_its_journal(block: Block) -> None:
    block.storage.journals[FIRST] = [fakes.entry(0), fakes.entry(1)]
    block(fakes.finish(2), fakes.finish())
    assert [entry.ply for entry in block.specs[0].journal] == [0, 1]
    assert block.storage.records[FIRST].moves == ("m0", "m1", "m2")
    assert block.storage.records[SECOND].moves == ()


def test_a_void_attempt_is_followed_by_another_that_goes_on(block: Block) -> None:
    block(fakes.spoil(0, 1), fakes.finish(2), fakes.finish())
    assert [(spec.attempt, len(spec.journal)) for spec in block.specs] == [(1, 0), (2, 2), (2, 0)]
    record = block.storage.records[FIRST]
    assert record.moves == ("m0", "m1", "m2")
    assert record.attempt == 2
    assert [(void.attempt, void.blame) for void in record.voids] == [(1, "host")]


def test_five_void_attempts_make_a_match_unplayable_and_nobodys_loss(block: Block) -> None:
    block(*[fakes.spoil()] * 5, fakes.finish())
    assert block.storage.given_up == {FIRST: "5 void attempts, the last: stalled"}
    assert list(block.storage.records) == [SECOND]
    assert [spec.attempt for spec in block.specs] == [1, 2, 3, 4, 5, 6]


def test_void_attempts_of_an_earlier_holder_count(block: Block) -> None:
    for _ in range(4):
        block.storage.void(FIRST, "host", "stalled")
    block(fakes.spoil(), fakes.finish())
    assert list(block.storage.given_up) == [FIRST]
    assert [spec.match_id for spec in block.specs] == [FIRST, SECOND]


def test_a_refused_match_is_unplayable_at_once(block: Block) -> None:
    block(fakes.refuse(grpc.StatusCode.INVALID_ARGUMENT, "no such option"), fakes.finish())
    assert block.storage.given_up == {FIRST: "the arbiter refused it: no such option"}
    assert block.storage.voids(FIRST)[0].blame == "arbiter"
    assert list(block.storage.records) == [SECOND]


def test_an_agent_that_ends_before_the_arbiter_takes_hold_of_it_loses(block: Block) -> None:
    def refuse(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        block.sandboxes[1].end("exit code 0")  # and its control group goes with it
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "control group '/box': no such file")
        yield from ()

    def forfeit(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        lost = next(request.seat_lost for request in requests if request.seat_lost.detail)
        end = fakes.finished(spec)
        end.finished.at_fault = lost.seat
        end.finished.termination = lost.termination
        yield end

    block(refuse, forfeit, fakes.finish())
    record = block.storage.records[FIRST]
    assert (record.at_fault, record.termination, record.attempt) == (1, "CRASH", 1)
    assert block.storage.void_attempts == {}
    assert list(block.storage.records) == [FIRST, SECOND]


def test_a_crashed_agent_is_started_again_for_the_next_match(block: Block) -> None:
    def crash(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        block.sandboxes[0].end("exit code 1")
        yield fakes.finished(spec)

    block(crash, fakes.finish())
    assert len(block.sandboxes) == 3
    assert len(block.storage.records) == 2


def test_an_agent_that_cannot_be_run_makes_its_matches_unplayable(block: Block) -> None:
    block.make = lambda: FakeSandbox(not_ready=SandboxError("agent x did not listen"))
    block(fakes.finish())
    assert block.storage.given_up == dict.fromkeys((FIRST, SECOND), "agent x did not listen")
    assert [void.blame for void in block.storage.voids(FIRST)] == ["sandbox"]
    assert block.specs == []
    assert len(block.sandboxes) == 4, "each is tried twice, and not again for the second match"


def test_an_agent_that_does_not_start_sits_out_all_matches_as_absent(block: Block) -> None:
    told = Ending("exit code 1", "NOT_READY")
    failures = iter([SandboxError("failed", ending=told), None, SandboxError("", ending=told)])
    block.make = lambda: FakeSandbox(not_ready=next(failures))
    lost: list[arbiter_pb2.SeatLost] = []

    def forfeit(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        lost.append(next(request.seat_lost for request in requests if request.seat_lost.detail))
        end = fakes.finished(spec)
        end.finished.at_fault = lost[-1].seat
        end.finished.termination = lost[-1].termination
        yield end

    block(forfeit)
    assert [(each.seat, each.detail) for each in lost] == [(0, "exit code 1"), (1, "exit code 1")]
    assert {each.termination for each in lost} == {agent_pb2.TERMINATION_NOT_READY}
    assert [record.at_fault for record in block.storage.records.values()] == [0, 1]
    assert block.storage.void_attempts == {}
    assert len(block.sandboxes) == 3, "two tries, and the other's one"


def test_where_nobody_starts_nobody_loses(block: Block) -> None:
    error = SandboxError("agent x failed", ending=Ending("failed", "NOT_READY"))
    block.make = lambda: FakeSandbox(not_ready=error)
    block(fakes.finish())
    assert block.storage.given_up == dict.fromkeys((FIRST, SECOND), "agent x failed")
    assert block.specs == []


def test_a_sandbox_that_was_taken_away_voids_the_attempt(block: Block) -> None:
    def take_away(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        block.sandboxes[1].end("its container was taken away", None)
        yield from fakes.hang(0)(spec, requests, context)

    block(take_away, fakes.finish(1), fakes.finish())
    assert [(void.blame, void.reason) for void in block.storage.voids(FIRST)] == [
        ("sandbox", "seat 1: its container was taken away")
    ]
    assert len(block.sandboxes) == 3
    assert list(block.storage.records) == [FIRST, SECOND]


def test_pondering_needs_a_core_for_each(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0})
    block.pairing = replace(block.pairing, pondering="on")
    block(fakes.finish())
    assert block.sandboxes == []
    assert [void.blame for void in block.storage.voids(FIRST)] == ["host"]
    assert set(block.storage.given_up) == {FIRST, SECOND}
    assert "each of 2 agents that think at once" in block.storage.given_up[FIRST]


def test_a_stale_attempt_stops_all_play(block: Block) -> None:
    block.storage.stale = True
    with pytest.raises(StaleAttempt):
        block(fakes.hang(0))
    assert len(block.specs) == 1


def test_an_interrupt_keeps_the_journal_and_stops_the_agents(block: Block) -> None:
    append = block.storage.append

    def stop_after_append(match_id: str, entries: Any) -> None:
        append(match_id, entries)
        block.interrupt.set("the worker stops")

    block.storage.append = stop_after_append  # type: ignore[method-assign]
    with pytest.raises(Interrupted):
        block(fakes.hang(0, 1))
    assert [entry.ply for entry in block.storage.journals[FIRST]] == [0, 1]
    assert block.storage.records == {}
    assert block.storage.void_attempts == {}


def test_an_arbiter_that_is_away_costs_no_attempt(block: Block) -> None:
    block.settings = PlaySettings(arbiter_patience=0.05)
    with pytest.raises(ArbiterUnreachable):
        block.play_at("unix:/tmp/no-such-arbiter")
    assert block.storage.void_attempts == {}


def test_an_arbiter_that_comes_back_goes_on(block: Block) -> None:
    def die(spec: Any, requests: Any, context: Any) -> Iterator[fakes.Response]:
        yield fakes.batch(0)
        context.abort(grpc.StatusCode.UNAVAILABLE, "going down")

    block(die, fakes.finish(1), fakes.finish())
    assert block.storage.records[FIRST].moves == ("m0", "m1")
    assert block.storage.records[FIRST].voids[0].blame == "arbiter"


def test_the_spec_says_everything_that_the_pairing_does() -> None:
    pairing = fakes.pairing()
    sandboxes = [FakeSandbox("unix:/a"), FakeSandbox("host:1", sandboxed=False)]
    spec = match_spec(pairing, pairing.seatings[1], 4, [fakes.entry(0)], sandboxes)
    assert (spec.match_id, spec.attempt, spec.game) == (SECOND, 4, "joust")
    assert (spec.seed, spec.time_control) == (7, "10+0.1")
    assert spec.start_limit_us == 10_000_000
    assert spec.pondering == agent_pb2.PONDERING_OFF
    assert [(s.name, s.address, s.sandboxed) for s in spec.seats] == [
        ("e1", "unix:/a", True),
        ("e0", "host:1", False),
    ]
    assert [entry.ply for entry in spec.journal] == [0]


def test_agents_seeds_are_their_own_and_stay_the_same() -> None:
    seeds = {
        agent_seed(seed, match, seat) for seed in (1, 2) for match in (0, 1) for seat in range(3)
    }
    assert len(seeds) == 12
    assert agent_seed(1, 0, 0) in seeds
    assert all(0 <= seed < 2**64 for seed in seeds)
