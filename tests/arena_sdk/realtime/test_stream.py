"""The SDK's side of a match without turns, message by message."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, ClassVar

from arena.v1 import agent_pb2
from arena_games.achess import Enter, Event, Order, Simulation
from arena_sdk import Match, Result
from arena_sdk.realtime import LiveGame, OrderReply, Snapshot
from tests.arena_sdk.realtime.arbiter import (
    LOCK_STEP,
    ask_ticks,
    begin,
    events,
    fresh,
    snapshot,
    start,
    tell,
)
from tests.arena_sdk.referee import PATIENCE, calling, serving

E2, E7 = 12, 20


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
