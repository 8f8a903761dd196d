"""Pairings against a scripted arbiter: what is resumed, tried again, given up, refused."""

from collections.abc import Callable, Iterator
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
        pairing, storage = fakes.pairing(), self.storage
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
    assert len(block.sandboxes) == 3, "the other agent, which runs, is started once"


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
