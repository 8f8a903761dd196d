"""Whole matches in lock-step: what bots see is what happens, again and again the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from arena_games.achess import AchessConfig, Event, Simulation
from arena_games.achess.tables import SQUARES
from arena_games.rng import Lot
from arena_sdk.agents import parse
from arena_sdk.realtime import LiveGame, OrderReply, Snapshot
from tests.arena_sdk.realtime.arbiter import LockStepMatch
from tests.arena_sdk.referee import serving

SHORT = AchessConfig(ms_per_space=100, max_ms=6_000, cooldown_ms=100)


class Wild:
    """Orders by lot, sense or none, and checks itself against what it is told."""

    max_concurrent_matches = 2
    texts: ClassVar[list[str]] = []
    replies: ClassVar[list[OrderReply]] = []
    foreseen: ClassVar[list[bool]] = []

    def on_start(self, game: LiveGame) -> None:
        self.lot = Lot(game.match.seed)
        self.expected = ""
        self.on_tick(game)

    def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
        self.texts.append(game.text())

    def on_snapshot(self, game: LiveGame, snapshot: Snapshot) -> None:
        assert snapshot.state == game.text(), "the mirror keeps up"

    def on_reply(self, game: LiveGame, reply: OrderReply) -> None:
        assert reply.order not in game.pending
        self.replies.append(reply)

    def on_tick(self, game: LiveGame) -> None:
        for _ in range(min(2, game.orders_left)):
            piece = self.lot.choice(game.pieces).id
            to = SQUARES[self.lot.below(64)]
            ahead = game.simulation()
            game.order(piece, to)
            follows = game.simulation()
            assert follows.time == ahead.time == game.time
            for simulation in (ahead, follows):
                simulation.run(game.time + 50)
            mine = follows.owner(piece) == game.seat
            sets_out = game.simulation().piece(piece).next is None
            self.foreseen.append(mine and sets_out and follows.text() != ahead.text())
        game.wake_at(game.time + 50)


@pytest.fixture(autouse=True)
def _forget() -> None:
    for kept in (Wild.texts, Wild.replies, Wild.foreseen):
        kept.clear()


def play(directory: Path, agents: Sequence[object], match: LockStepMatch) -> Simulation:
    directory.mkdir(exist_ok=True)
    with (
        serving(agents[0], directory) as white,
        serving(agents[1], directory) as black,
    ):
        return match.play([white, black])


def test_bots_see_what_happens(tmp_path: Path) -> None:
    match = LockStepMatch(SHORT, seed=3, snapshot_ms=200)
    play(tmp_path, [Wild, Wild], match)
    assert len(Wild.texts) > 100
    assert set(Wild.texts) <= set(match.texts)
    started = [reply for reply in Wild.replies if reply.started]
    assert 10 < len(started) < len(Wild.replies), "some orders make sense, some do not"
    assert any(Wild.foreseen)


@pytest.mark.parametrize("agents", [["achess:random", "achess:rusher"], ["achess:tactician"] * 2])
def test_the_same_seeds_give_the_same_match(tmp_path: Path, agents: list[str]) -> None:
    config = AchessConfig(max_ms=3_500)
    logs = []
    for directory in (tmp_path / "1", tmp_path / "2"):
        match = LockStepMatch(config, seed=5)
        play(directory, [parse(name).bot() for name in agents], match)
        logs.append((match.log, match.simulation.hash()))
    assert logs[0] == logs[1]
    assert len(logs[0][0]) > 5


def test_who_rests_is_not_asked(tmp_path: Path) -> None:
    class Sleeper:
        async def on_start(self, game: LiveGame) -> None:
            await game.until(1_000)
            game.order(12, "e4")

    class Silent:
        def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
            pass

    match = LockStepMatch(SHORT)
    simulation = play(tmp_path, [Sleeper, Silent], match)
    assert match.log == ["1001 w 12 e4"]
    assert simulation.piece(12).square == "e4"
    assert match.ticks < 20
