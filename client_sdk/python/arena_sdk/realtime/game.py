"""A match without turns, as a bot sees and plays it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from arena_games.achess import AchessConfig, Piece, Simulation
from arena_games.achess.gateway import GatewayConfig
from arena_games.achess.tables import KINDS, SQUARE_OF
from arena_sdk.match import Match
from arena_sdk.realtime.clock import Clock
from arena_sdk.realtime.orders import OrderBook, Ordered
from arena_sdk.realtime.view import View


class LiveGame:
    """A match of AChess under way. All times are ms of the match.

    `match`: what it was at its start. `config`: the rules' settings. `gateway`: how fast
    orders may come, how often snapshots do. `lock_step`: whether time stands still while
    the bot thinks. Only to be used in the bot's own event loop.
    """

    def __init__(
        self,
        match: Match,
        view: View,
        clock: Clock,
        book: OrderBook,
        gateway: GatewayConfig,
        *,
        lock_step: bool = False,
        wake_at: Callable[[int], None] = lambda _: None,
        gone: Callable[[], bool] = lambda: False,
    ) -> None:
        self.match = match
        self.config: AchessConfig = view.config
        self.gateway = gateway
        self.lock_step = lock_step
        self._view = view
        self._clock = clock
        self._book = book
        self._wake_at = wake_at
        self._gone = gone

    # ---- to see ----

    @property
    def seat(self) -> int:
        """The bot's seat: 0 white, 1 black."""
        return self.match.seat

    @property
    def me(self) -> str:
        """The bot's colour, as pieces have it for their owner: "w" or "b"."""
        return "wb"[self.match.seat]

    @property
    def time(self) -> int:
        """What time it is. In real time it is estimated from what was told, and late by a
        message's way."""
        return self._clock.now()

    @property
    def abandoned(self) -> bool:
        """Whether the match is over or broken off, so that nobody waits for orders: for a
        bot that thinks long."""
        return self._gone()

    @property
    def pieces(self) -> list[Piece]:
        """The live pieces by id, as last told."""
        return self._view.mirror().simulation().pieces()

    def text(self) -> str:
        """The rules' state text, as last told."""
        return self._view.mirror().text()

    def simulation(self, seed: int | None = None) -> Simulation:
        """The match at `time`, to look ahead in: an independent simulation by the very rules.

        It has the bot's orders that were not yet answered, and draws lots by `seed` (else
        the bot's own), for the match's is secret. Of rivals' orders it has those that have
        taken effect. Raises InvalidPosition for a state that our rules cannot read.
        """
        ahead = self._view.mirror().simulation(self.match.seed if seed is None else seed)
        if self.time > ahead.time:
            ahead.run(self.time)
        for ordered in self.pending.values():
            ahead.order(ordered.piece, SQUARE_OF[ordered.to], KINDS.index(ordered.promotion))
        return ahead

    # ---- to play ----

    @property
    def pending(self) -> Mapping[int, Ordered]:
        """The bot's orders that were not yet answered, by their numbers."""
        return self._book.pending

    @property
    def orders_left(self) -> int:
        """How many orders may be sent now without one too many. By our own count; the
        arbiter's is what counts."""
        return self._book.allowance.left(self.time)

    def order(self, piece: int, to: str, promotion: str = "Q") -> int:
        """Orders a piece to a square, such as "e4"; castling is ordered by the king's move.
        Returns the order's number, which the reply repeats; 0 if the match is over, so that
        nothing is sent."""
        if self.abandoned:
            return 0
        return self._book.order(Ordered(piece, to, promotion), self.time)

    def resign(self) -> None:
        """Gives the match up."""
        self._book.resign()

    def declare_thinking(self, ms: int) -> None:
        """Lock-step: the orders of this tick count as sent so much later. In real time,
        where thinking takes its time by itself, it changes nothing."""
        self._book.think(ms)

    # ---- to wait ----

    async def until(self, ms: int) -> None:
        """Waits until the match has come to `ms`."""
        # Again and again, for what we know of the time may be put right meanwhile.
        while (left := ms - self.time) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left / 1000)

    def wake_at(self, ms: int) -> None:
        """Has `on_tick` called once the match has come to `ms`. A later call replaces it."""
        self._wake_at(ms)
