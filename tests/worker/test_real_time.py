"""A pairing of a game without turns: what a scripted arbiter is asked and what is kept of it,
and matches with the real one."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.v1 import agent_pb2, arbiter_pb2
from league.lots import lot_seed, promised, salt
from league.pairing import Entrant, Pairing
from league.real_time import merged_log, order_texts
from league.record import MatchRecord
from league.verify import verify
from tests.league import scripted_orders as scripted
from tests.worker import fakes
from tests.worker.arbiter_process import ArbiterProcess
from tests.worker.conftest import MakeBot
from tests.worker.fakes import FakeArbiter, FakeSandbox, FakeStorage, Response
from worker.arbiter_link import Arbiter
from worker.block import play_block
from worker.interrupt import Interrupt
from worker.local import play_local
from worker.match_spec import match_spec
from worker.settings import PlaySettings

MATCH = "p.1"

# Orders at random, by its seed, every 300 ms of the match; {} may do something else before.
_WILD = """
import os, random
from arena_games.achess.tables import SQUARES
from arena_sdk import serve

class Wild:
    async def on_start(self, game):
        chance = random.Random(game.match.seed)
        while True:
            {}
            ahead = game.simulation()
            mine = [piece.id for piece in game.pieces if piece.owner == game.me]
            ways = [(piece, SQUARES[to]) for piece in mine for to in ahead.targets(piece)]
            if ways:
                game.order(*chance.choice(ways))
            await game.until(game.time + 300)

serve(Wild, name="wild")
"""


def one_match(time: str = "lockstep") -> Pairing:
    block = scripted.pairing(time=time)
    return replace(block, seatings=block.seatings[:1])


def piece(*stamps: int) -> Response:
    """A piece of a log in which White has pieces walk that are not there."""
    orders = [
        arbiter_pb2.StampedOrder(
            stamp_ms=stamp, counter=stamp, order=agent_pb2.Order(piece=40, to="e4")
        )
        for stamp in stamps
    ]
    log = arbiter_pb2.AchessLog(orders=orders, time_ms=max(stamps), hash=f"of {max(stamps)}")
    return Response(achess_log=log)


def play(pairing: Pairing, settings: PlaySettings, *scripts: fakes.Script) -> FakeStorage:
    """Plays it with one core each for two agents that do not need any."""
    storage, arbiter = FakeStorage(), FakeArbiter(*scripts)
    try:
        with closing(Arbiter(arbiter.address)) as link:
            play_block(
                pairing, storage, link, settings, Interrupt(), lambda entrant, copy: FakeSandbox()
            )
    finally:
        arbiter.stop()
    return storage


@pytest.mark.parametrize(
    ("time", "mode"),
    [
        ("realtime", agent_pb2.ACHESS_MODE_REAL_TIME),
        ("lockstep", agent_pb2.ACHESS_MODE_LOCK_STEP),
    ],
)
def test_the_arbiter_is_told_who_drives_the_time_and_the_secret(time: str, mode: int) -> None:
    pairing = one_match(time)
    (seating,) = pairing.seatings
    spec = match_spec(pairing, seating, 1, [], [FakeSandbox(), FakeSandbox()])
    assert (spec.time_control, spec.achess_mode) == (time, mode)
    assert (spec.pondering, spec.game) == (agent_pb2.PONDERING_ON, "achess")
    assert spec.lot_seed == lot_seed(pairing, seating)
    assert bytes.fromhex(spec.salt) == salt(pairing, seating)
    assert not spec.HasField("achess_log")
    assert spec.seats[0].seed not in (spec.lot_seed, spec.seats[1].seed)


def test_a_game_with_turns_is_told_nothing_of_that() -> None:
    pairing = fakes.pairing()
    spec = match_spec(pairing, pairing.seatings[0], 1, [], [FakeSandbox(), FakeSandbox()])
    assert (spec.achess_mode, spec.lot_seed, spec.salt) == (0, 0, "")


def test_a_later_attempt_is_told_the_log_so_far(settings: PlaySettings) -> None:
    specs: list[arbiter_pb2.MatchSpec] = []

    def spoil(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        yield piece(10, 60)
        yield piece(110)
        yield fakes.void(spec)

    def finish(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        specs.append(spec)
        yield piece(160)
        yield fakes.finished(spec)

    storage = play(one_match(), settings, spoil, finish)
    (spec,) = specs
    assert spec.attempt == 2
    assert list(spec.journal) == []
    assert [order.stamp_ms for order in spec.achess_log.orders] == [10, 60, 110]
    assert (spec.achess_log.time_ms, spec.achess_log.hash) == (110, "of 110")
    assert [entry.ply for entry in storage.journals[MATCH]] == [0, 1, 2]
    record = storage.records[MATCH]
    assert record.moves == tuple(f"{t} w 40 e4" for t in (10, 60, 110, 160))
    assert (record.ledger, len(record.voids)) == ((), 1)


def test_what_the_arbiter_reports_makes_a_sound_record(settings: PlaySettings) -> None:
    pairing = one_match()
    match, orders = scripted.simulate(pairing, pairing.seatings[0])
    told = scripted.finish(pairing, pairing.seatings[0], match, orders)

    def script(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        for entry in scripted.journal_of(orders, match):
            yield Response(achess_log=entry.achess_log)
        yield Response(finished=told)

    record = play(pairing, settings, script).records[MATCH]
    assert verify(record) == []
    assert record.real_time is not None
    assert record.real_time.commitment == promised(pairing, pairing.seatings[0])
    assert record.pondering == "on"


def test_an_arbiter_that_reveals_another_seed_is_found_out(settings: PlaySettings) -> None:
    pairing = one_match()
    other = replace(pairing, seed=99)
    match, orders = scripted.simulate(other, other.seatings[0])
    told = scripted.finish(other, other.seatings[0], match, orders)

    def script(spec: arbiter_pb2.MatchSpec, requests: Any, context: Any) -> Iterator[Response]:
        for entry in scripted.journal_of(orders, match):
            yield Response(achess_log=entry.achess_log)
        yield Response(finished=told)

    record = play(pairing, settings, script).records[MATCH]
    assert [each for each in verify(record) if "another commitment" in each]


def local(
    arbiter: ArbiterProcess, settings: PlaySettings, agents: tuple[str, str], time: str
) -> MatchRecord:
    """A match between two agents, of the wild ones' own seeds."""
    entrants = (Entrant("a", agents[0]), Entrant("b", agents[1]))
    block = replace(one_match(time), options={**scripted.QUICK, "max_ms": "3000"})
    with closing(
        play_local([replace(block, entrants=entrants)], arbiter.address, 1, settings)
    ) as records:
        (record,) = records
    return record


@pytest.mark.cluster
@pytest.mark.parametrize("time", ["lockstep", "realtime"])
def test_a_match_with_the_real_arbiter_is_sound(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot, time: str
) -> None:
    wild = bot(_WILD.format("pass"))
    record = local(arbiter, settings, (wild, wild), time)
    assert verify(record) == []
    assert record.at_fault == -1
    assert (record.time, record.pondering) == (time, "on")
    assert record.real_time is not None
    assert record.real_time.time_ms > 0


@pytest.mark.cluster
def test_in_lock_step_the_same_seed_gives_the_same_match(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot
) -> None:
    wild = bot(_WILD.format("pass"))
    first, second = (local(arbiter, settings, (wild, wild), "lockstep") for _ in range(2))
    assert first.moves == second.moves
    assert first.real_time is not None
    assert second.real_time is not None
    assert first.real_time.hash == second.real_time.hash


@pytest.mark.cluster
def test_a_bot_that_crashes_has_resigned_in_the_log(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot
) -> None:
    crash = bot(_WILD.format("if game.time >= 600: os._exit(3)"))
    record = local(arbiter, settings, (bot(_WILD.format("pass")), crash), "lockstep")
    assert (record.termination, record.at_fault, record.scores) == ("CRASH", 1, (1.0, 0.0))
    assert record.moves[-1].endswith(" b resign")
    assert verify(record) == []


@pytest.mark.cluster
def test_a_bot_that_does_not_start_loses_without_a_log(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot
) -> None:
    gone = bot("raise SystemExit('no model file')")
    record = local(arbiter, settings, (gone, bot(_WILD.format("pass"))), "realtime")
    assert (record.termination, record.at_fault, record.moves) == ("NOT_READY", 0, ())
    assert verify(record) == []


class KillsTheArbiter(FakeStorage):
    """Keeps the first orders that it is given, and then has the arbiter die."""

    def __init__(self, arbiter: ArbiterProcess, mark: Path) -> None:
        super().__init__()
        self.kept: tuple[str, ...] = ()
        self._arbiter = arbiter
        self._mark = mark

    def append(self, match_id: str, entries: Sequence[arbiter_pb2.JournalEntry]) -> None:
        super().append(match_id, entries)
        orders = order_texts(merged_log(self.journals[match_id]))
        if orders and not self.kept:
            self.kept = orders
            self._mark.touch()
            os.kill(self._arbiter.child.pid, signal.SIGKILL)


@pytest.mark.cluster
def test_a_match_goes_on_after_its_arbiter_was_killed(
    arbiter: ArbiterProcess, settings: PlaySettings, bot: MakeBot, tmp_path: Path
) -> None:
    settings = replace(settings, sandbox=replace(settings.sandbox, bubblewrap=False))
    storage = KillsTheArbiter(arbiter, tmp_path / "killed")
    # Not confined, so that it sees the mark: the first attempt may last as long as it likes.
    agent = bot(_WILD.format(f"if os.path.exists({str(tmp_path / 'killed')!r}): game.resign()"))
    arbiter.child.on_exit(lambda _: arbiter.start())
    pairing = replace(one_match("realtime"), entrants=(Entrant("a", agent), Entrant("b", agent)))
    with closing(Arbiter(arbiter.address)) as link:
        play_block(pairing, storage, link, settings, Interrupt())
    record = storage.records[MATCH]
    assert [(void.attempt, void.blame) for void in record.voids] == [(1, "arbiter")]
    assert record.moves[: len(storage.kept)] == storage.kept
    assert record.termination in ("RESIGNATION", "BOTH_RESIGNED")
    assert verify(record) == []
