"""The SDK's side of a match without turns, message by message."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, ClassVar

import grpc
import pytest

from arena.v1 import agent_pb2
from arena_games.achess import AchessConfig, Enter, Event, Order, Simulation, commitment
from arena_sdk import Match, Result, Turn
from arena_sdk.realtime import LiveGame, OrderReply, Snapshot
from tests.arena_sdk.realtime.arbiter import LOCK_STEP, events, instants, snapshot, start
from tests.arena_sdk.referee import PATIENCE, Line, calling, clocks, serving

E2, E7 = 12, 20


def fresh() -> Simulation:
    return Simulation(AchessConfig(max_ms=60_000), 7)


def begin(line: Line, simulation: Simulation, **fields: Any) -> agent_pb2.Ready:
    """Opens a stream in real time, and has the match begin."""
    ready = line.open(**start(simulation, **fields))
    line.send(snapshot=snapshot(simulation, fields.get("sequence", 0)))
    return ready


def tell(line: Line, happened: Sequence[Event], sequence: int = 1) -> int:
    """Sends events; the number of the last."""
    for instant in instants(happened):
        line.send(events=events(sequence, instant))
        sequence += len(instant)
    return sequence - 1


class Diary:
    """A bot that notes what it is told, and answers events with an order."""

    name = "diary"
    told: ClassVar[SimpleQueue[Any]] = SimpleQueue()

    def __init__(self) -> None:
        type(self).told = SimpleQueue()

    def start(self, match: Match) -> None:
        self.told.put(match)

    def on_start(self, game: LiveGame) -> None:
        self.told.put((game.me, game.seat, game.lock_step, game.text()))
        self.number = game.order(E2, "e4")
        self.told.put(dict(game.pending))

    def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
        self.told.put((events, game.text(), game.simulation().time >= events[-1].t))
        game.order(E2 + 1, "f3", "N")

    def on_reply(self, game: LiveGame, reply: OrderReply) -> None:
        self.told.put((reply, self.number in game.pending))
        game.resign()

    def finish(self, result: Result) -> None:
        self.told.put(result)


def test_a_match_in_real_time(tmp_path: Path) -> None:
    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    with serving(Diary, tmp_path) as address, calling(address) as line:
        ready = begin(line, simulation, seat_names=["diary", "other"])
        assert ready.name == "diary"
        first = line.read().order
        assert (first.piece, first.to, first.promotion, first.resign) == (E2, "e4", "Q", False)
        happened = simulation.advance(50)
        tell(line, happened)
        second = line.read().order
        assert (second.piece, second.to, second.promotion) == (E2 + 1, "f3", "N")
        assert second.order_id != first.order_id
        line.send(
            order_reply=agent_pb2.OrderReply(
                order_id=first.order_id,
                verdict=agent_pb2.OrderReply.VERDICT_STARTED,
                stamp_ms=1,
                sequence=1,
            )
        )
        assert line.read().order.resign
        line.send(
            finish=agent_pb2.Finish(
                scores=[0, 1], termination=agent_pb2.TERMINATION_RESIGNATION, at_fault=-1
            )
        )
        line.close()
    told = Diary.told
    assert told.get().seat_names == ("diary", "other")
    assert told.get() == ("w", 0, False, fresh().text())
    assert list(told.get().values()) == [(E2, "e4", "Q")]
    assert told.get() == (happened, simulation.text(), True)
    assert told.get() == (OrderReply(first.order_id, True, "", 1), False)
    result = told.get()
    assert (result.score, result.lots_as_promised, result.moves) == (0, None, ())


def test_a_ping_is_answered_while_the_bot_thinks(tmp_path: Path) -> None:
    thinking, enough = threading.Event(), threading.Event()

    class Thinker:
        def on_start(self, game: LiveGame) -> None:
            thinking.set()
            enough.wait(PATIENCE)
            game.order(E2, "e4")

    with serving(Thinker, tmp_path) as address, calling(address) as line:
        begin(line, fresh())
        assert thinking.wait(PATIENCE)
        for nonce in (1, 2**63):
            assert line.ask(ping=agent_pb2.Ping(nonce=nonce)).pong.nonce == nonce
        enough.set()
        assert line.read().order.to == "e4"


def test_what_happens_while_the_bot_thinks_is_told_in_one_go(tmp_path: Path) -> None:
    thinking, enough = threading.Event(), threading.Event()

    class Slow:
        def on_start(self, game: LiveGame) -> None:
            thinking.set()
            enough.wait(PATIENCE)

        def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
            game.order(len(events), "e4")

    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    with serving(Slow, tmp_path) as address, calling(address) as line:
        begin(line, simulation)
        assert thinking.wait(PATIENCE)
        happened = simulation.advance(2000)
        tell(line, happened)
        # The pong is sent by who reads, so that all before it has been read.
        line.ask(ping=agent_pb2.Ping(nonce=1))
        enough.set()
        assert line.read().order.piece == len(happened) == 4


class Waiter:
    """Orders, waits and orders again, in one coroutine."""

    async def on_start(self, game: LiveGame) -> None:
        game.order(1, "a3")
        await game.until(300)
        game.order(2, f"{'abcdefgh'[game.time // 100]}3")
        await asyncio.sleep(0.2)
        game.order(3, f"{'abcdefgh'[game.time // 100]}3")
        game.declare_thinking(70)


def test_lock_step_has_the_bot_sleep_in_the_time_of_the_match(tmp_path: Path) -> None:
    with serving(Waiter, tmp_path) as address, calling(address) as line:
        line.open(**start(fresh(), achess_mode=LOCK_STEP))
        asked = ask_ticks(line, (0, 100, 300, 450, 500, 550))
    assert asked == [
        (["1a3"], 0, 300),
        ([], 0, 300),
        (["2d3"], 0, 500),
        ([], 0, 500),
        (["3f3"], 70, 500 + 59_500),
        ([], 0, 60_000),
    ]


def ask_ticks(line: Line, times: Sequence[int]) -> list[tuple[list[str], int, int]]:
    """Orders, declared thinking and rest of each tick."""
    asked = []
    for time in times:
        line.send(tick_over=agent_pb2.TickOver(time_ms=time))
        orders = []
        while (answer := line.read()).WhichOneof("message") == "order":
            orders.append(f"{answer.order.piece}{answer.order.to}")
        done = answer.tick_done
        assert done.time_ms == time
        asked.append((orders, done.thinking_ms, done.rest_until_ms))
    return asked


def test_the_alarm_rings_once_and_when_it_was_last_set_to(tmp_path: Path) -> None:
    class Alarmed:
        def on_start(self, game: LiveGame) -> None:
            game.wake_at(100)
            game.wake_at(200)

        def on_tick(self, game: LiveGame) -> None:
            game.order(game.time // 100, "e4")

    with serving(Alarmed, tmp_path) as address, calling(address) as line:
        line.open(**start(fresh(), achess_mode=LOCK_STEP))
        asked = ask_ticks(line, (0, 100, 250, 300))
    assert asked == [([], 0, 200), ([], 0, 200), (["2e4"], 0, 60_000), ([], 0, 60_000)]


def test_lock_step_tells_of_a_tick_when_it_is_told_to_its_end(tmp_path: Path) -> None:
    class Counter:
        def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
            game.order(len(events), "e4")

    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e3"))
    simulation.submit(Order(1, "b", E7, "e6"))
    with serving(Counter, tmp_path) as address, calling(address) as line:
        line.open(**start(simulation, achess_mode=LOCK_STEP))
        tell(line, simulation.advance(600))
        assert ask_ticks(line, (600,)) == [(["6e4"], 0, 60_000)]


class SnapshotReader:
    """Knows no rules: it moves what the state text shows."""

    def on_snapshot(self, game: LiveGame, snapshot: Snapshot) -> None:
        moving = sum(">" in line for line in snapshot.state.split("\n"))
        game.order(moving, f"e{len(snapshot.hash) // 16}")


def test_a_bot_that_only_reads_snapshots(tmp_path: Path) -> None:
    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    with serving(SnapshotReader, tmp_path) as address, calling(address) as line:
        line.open(**start(simulation, achess_mode=LOCK_STEP, options={"snapshot_ms": "500"}))
        tell(line, happened := simulation.advance(700))
        line.send(snapshot=snapshot(simulation, len(happened)))
        # It is to be asked again when the next snapshot comes.
        assert ask_ticks(line, (700, 750)) == [(["1e4"], 0, 1000), ([], 0, 1000)]


class Resumed:
    """Says by its orders how the match stands for it."""

    def on_start(self, game: LiveGame) -> None:
        self._say(game)

    def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
        self._say(game, [event.t for event in events if isinstance(event, Enter)])

    def _say(self, game: LiveGame, entered: Sequence[int] = ()) -> None:
        piece = next(piece for piece in game.pieces if piece.id == E2)
        game.order(len(entered), piece.square)


def test_a_match_goes_on_in_another_stream(tmp_path: Path) -> None:
    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    with serving(Resumed, tmp_path) as address:
        with calling(address) as line:
            begin(line, simulation)
            assert line.read().order.to == "e2"
            sequence = tell(line, before := simulation.advance(600))
            assert line.read().order.to in ("e2", "e3")
            known = simulation.text()
        with calling(address) as line:
            simulation.advance(900)
            again = Simulation.load(simulation.config, 7, known)
            assert again.advance(900) == []
            begin(line, again, sequence=sequence)
            assert line.read().order.to == "e3"
            # An event that the state contains already, and one that is new.
            last = simulation.advance(1100)
            line.send(events=events(sequence, before[-1:]))
            line.send(events=events(sequence + 1, last))
            answers = [line.read().order]
            assert (answers[-1].piece, answers[-1].to) == (1, "e4")


def test_what_a_later_arbiter_says_is_ignored(tmp_path: Path) -> None:
    class Counter:
        def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
            game.order(len(events), "e4")

    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    with serving(Counter, tmp_path) as address, calling(address) as line:
        line.open(**start(simulation, options={"tomorrow": "1"}, achess_mode=LOCK_STEP))
        line.send()
        line.send(turn=agent_pb2.Turn(ply=1))
        line.send(start=agent_pb2.Start(game="chess"))
        unknown = agent_pb2.AchessEvent.FromString(b"\x08\x63")  # of kind 99
        happened = events(1, simulation.advance(50))
        happened.events.append(unknown)
        line.send(events=happened)
        line.send(order_reply=agent_pb2.OrderReply(order_id=77))
        assert ask_ticks(line, (50,)) == [(["1e4"], 0, 60_000)]


SALT = bytes(range(16))


@pytest.mark.parametrize(
    ("promised", "salt", "fits"),
    [
        (commitment(2**63, SALT), SALT.hex(), True),
        (commitment(5, SALT), SALT.hex(), False),
        (commitment(2**63, SALT), "no hex", False),
        (commitment(2**63, SALT), "", None),
    ],
)
def test_the_lots_are_checked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], promised: str, salt: str, fits: bool | None
) -> None:
    results: SimpleQueue[Result] = SimpleQueue()

    class Watcher:
        def on_start(self, game: LiveGame) -> None:
            pass

        async def finish(self, result: Result) -> None:
            results.put(result)

    with serving(Watcher, tmp_path) as address, calling(address) as line:
        begin(line, fresh(), seed_commitment=promised)
        line.send(finish=agent_pb2.Finish(scores=[1, 0], lot_seed=2**63, salt=salt))
        line.close()
    result = results.get(timeout=PATIENCE)
    assert result.lots_as_promised is fits
    assert (result.lot_seed == 2**63) is (fits is not None)
    said = "seed of the lots is not the one that was promised" in capfd.readouterr().err
    assert said is (fits is False)


async def raise_later() -> None:
    raise ZeroDivisionError("oh")


class Raiser:
    where: ClassVar[str] = ""

    def on_start(self, game: LiveGame) -> None:
        self._raise("on_start")
        if self.where == "task":
            self.task = asyncio.get_running_loop().create_task(raise_later())
            del self.task

    async def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
        await asyncio.sleep(0)
        self._raise("on_events")

    def start(self, match: Match) -> None:
        self._raise("start")

    def finish(self, result: Result) -> None:
        self._raise("finish")

    def _raise(self, where: str) -> None:
        if self.where == where:
            raise ZeroDivisionError("oh")


@pytest.mark.parametrize(
    ("where", "line_says"),
    [
        ("on_events", "the bot raised ZeroDivisionError in on_events, at "),
        ("on_start", "the bot raised ZeroDivisionError in on_start, at "),
        ("task", "the bot raised ZeroDivisionError in a task of its own: oh"),
    ],
)
def test_a_bot_that_raises_ends_its_stream(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], where: str, line_says: str
) -> None:
    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    with serving(Raiser, tmp_path) as address, calling(address) as line:
        Raiser.where = where
        begin(line, simulation)
        if where == "on_events":
            tell(line, simulation.advance(50))
        code, said = line.status()
    assert code == grpc.StatusCode.UNKNOWN
    assert said.startswith(line_says)
    err = capfd.readouterr().err
    assert "ZeroDivisionError: oh" in err
    assert "test_stream.py" in err, "the traceback leads to the bot"


def test_raising_at_the_end_costs_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(Raiser, tmp_path) as address, calling(address) as line:
        Raiser.where = "finish"
        begin(line, fresh())
        line.send(finish=agent_pb2.Finish(scores=[1, 0]))
        line.close()
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_a_bot_that_cannot_start_is_never_ready(tmp_path: Path) -> None:
    with serving(Raiser, tmp_path) as address, calling(address) as line:
        Raiser.where = "start"
        line.send(start=agent_pb2.Start(match_id="m", **start(fresh())))
        assert "ZeroDivisionError when it started: oh" in line.status()[1]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"game": "go"}, "the rules of 'go' are not installed here"),
        ({"config": {"tomorrow": "1"}}, "UnknownRules when it started"),
        ({"position": "what?"}, "UnknownRules when it started"),
    ],
)
def test_rules_that_we_do_not_know(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    with serving(Diary, tmp_path) as address, calling(address) as line:
        first = start(fresh()) | changed
        line.send(start=agent_pb2.Start(match_id="m", **first))
        assert said in line.status()[1]


def test_who_plays_which_games(tmp_path: Path) -> None:
    def turns_only(turn: Turn) -> str:
        return turn.legal_moves[0]

    class Both(Diary):
        def play(self, turn: Turn) -> str:
            return turn.legal_moves[0]

    with serving(turns_only, tmp_path) as address, calling(address) as line:
        line.send(start=agent_pb2.Start(match_id="m", **start(fresh())))
        said = line.status()[1]
        assert "bot turns_only plays no games without turns such as achess" in said
    with serving(Diary, tmp_path) as address, calling(address) as line:
        line.send(start=agent_pb2.Start(match_id="m", game="joust"))
        assert "bot diary plays no games with turns such as joust" in line.status()[1]
    with serving(Both, tmp_path, max_concurrent_matches=2) as address:
        with calling(address) as line:
            line.open()
            assert line.ask(turn=agent_pb2.Turn(clocks=clocks(2))).move.move
        with calling(address) as line:
            begin(line, fresh())
            assert line.read().order.piece == E2


class Patient:
    """Waits in vain for what comes after the end."""

    heard: ClassVar[SimpleQueue[Any]] = SimpleQueue()

    async def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
        self.heard.put(events)
        assert (game.order(E2, "e4") == 0) is game.abandoned
        await game.until(10**6)

    def finish(self, result: Result) -> None:
        self.heard.put(result.score)


def test_who_waits_at_the_end_is_stopped_and_told_the_result(tmp_path: Path) -> None:
    simulation = fresh()
    simulation.submit(Order(1, "w", E2, "e4"))
    simulation.submit(Order(60, "b", resign=True))
    with serving(Patient, tmp_path) as address, calling(address) as line:
        line.open(**start(simulation, achess_mode=LOCK_STEP))
        tell(line, first := simulation.advance(50))
        assert len(ask_ticks(line, (50,))[0][0]) == 1
        tell(line, simulation.advance(100), 2)
        line.send(finish=agent_pb2.Finish(scores=[1, 0]))
        line.close()
    assert [Patient.heard.get(), Patient.heard.get()] == [first, 1.0]


def test_the_last_events_are_told_before_the_result(tmp_path: Path) -> None:
    simulation = fresh()
    simulation.submit(Order(60, "b", resign=True))
    with serving(Patient, tmp_path) as address, calling(address) as line:
        line.open(**start(simulation, achess_mode=LOCK_STEP))
        ask_ticks(line, (50,))
        tell(line, last := simulation.advance(100))
        line.send(finish=agent_pb2.Finish(scores=[1, 0]))
        line.close()  # without an order: nobody would take it
    assert [Patient.heard.get(), Patient.heard.get()] == [last, 1.0]


def test_a_line_that_ends_frees_the_place(tmp_path: Path) -> None:
    stopped = threading.Event()

    class Forever:
        async def on_start(self, game: LiveGame) -> None:
            game.order(E2, "e4")
            try:
                await asyncio.Event().wait()
            finally:
                assert game.abandoned
                stopped.set()

    with serving(Forever, tmp_path) as address:
        with calling(address) as line:
            begin(line, fresh(), match_id="1")
            line.read()
            line.call.cancel()
        assert stopped.wait(PATIENCE)
        with calling(address) as line:
            begin(line, fresh(), match_id="2")
            assert line.read().order.to == "e4"
