"""What ends a match for a bot, and what it is told of it."""

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
from arena_games.achess import Event, Order, commitment
from arena_sdk import Match, Result, Turn
from arena_sdk.realtime import LiveGame
from tests.arena_sdk.realtime.arbiter import (
    LOCK_STEP,
    ask_ticks,
    begin,
    fresh,
    start,
    tell,
)
from tests.arena_sdk.referee import PATIENCE, calling, clocks, serving

E2 = 12
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
    assert "test_endings.py" in err, "the traceback leads to the bot"


class SelfCancelling:
    async def on_start(self, game: LiveGame) -> None:
        thought = asyncio.ensure_future(asyncio.sleep(3600))
        thought.cancel()
        await thought


def test_a_bot_that_awaits_what_it_cancelled_ends_its_stream(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(SelfCancelling, tmp_path) as address, calling(address) as line:
        begin(line, fresh())
        code, said = line.status()
    assert code == grpc.StatusCode.UNKNOWN
    assert said.startswith("the bot raised CancelledError in on_start, at ")
    assert "CancelledError" in capfd.readouterr().err


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


class Opener:
    """Knows one move."""

    name = "opener"

    def on_start(self, game: LiveGame) -> None:
        game.order(E2, "e4")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"game": "go"}, "the rules of 'go' are not installed here"),
        ({"config": {"tomorrow": "1"}}, "UnknownRules when it started"),
        ({"position": "what?"}, "UnknownRules when it started"),
    ],
)
def test_rules_that_we_do_not_know(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    with serving(Opener, tmp_path) as address, calling(address) as line:
        first = start(fresh()) | changed
        line.send(start=agent_pb2.Start(match_id="m", **first))
        assert said in line.status()[1]


def test_who_plays_which_games(tmp_path: Path) -> None:
    def turns_only(turn: Turn) -> str:
        return turn.legal_moves[0]

    class Both(Opener):
        def play(self, turn: Turn) -> str:
            return turn.legal_moves[0]

    with serving(turns_only, tmp_path) as address, calling(address) as line:
        line.send(start=agent_pb2.Start(match_id="m", **start(fresh())))
        said = line.status()[1]
        assert "bot turns_only plays no games without turns such as achess" in said
    with serving(Opener, tmp_path) as address, calling(address) as line:
        line.send(start=agent_pb2.Start(match_id="m", game="joust"))
        assert "bot opener plays no games with turns such as joust" in line.status()[1]
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
