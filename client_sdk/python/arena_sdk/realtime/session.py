"""One match as its bot lives through it: an event loop in a thread of its own.

Whoever reads the arbiter's messages hands them over with `hear`; nothing that the bot does
keeps him. What was told while the bot was busy it is told in one go.

    on_start     once, beside all others: as a coroutine it may go on for the whole match
    on_events    everything that happened since the last call
    on_snapshot  the latest whole state
    on_reply     each reply to an order
    on_tick      the time asked for with `wake_at` has come
    finish       the end

The match begins with the arbiter's first snapshot or tick, when everybody is ready. All but
`on_start` are called one after the other. In lock-step nobody is called before the
tick is told to its end, and the tick is done when there is nothing left to do before time
goes on.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from arena_games.achess import Event
from arena_games.achess.gateway import GatewayConfig
from arena_sdk.match import Match, Result
from arena_sdk.realtime.allowance import Allowance
from arena_sdk.realtime.clock import TickClock, WallClock
from arena_sdk.realtime.game import LiveGame
from arena_sdk.realtime.loop import TickLoop
from arena_sdk.realtime.orders import OrderBook, Outbox
from arena_sdk.realtime.told import Happened, OrderReply, Snapshot, TickOver
from arena_sdk.realtime.view import View

# How long, in real time, the bot may take to hear of what happened last.
_LAST_EVENTS_S = 1.0

Told = Happened | Snapshot | OrderReply | TickOver | Result


class Line(Outbox, Protocol):
    """The way to the arbiter. Must be safe to use from any thread."""

    def tick_done(self, time: int, thinking: int, rest_until: int) -> None:
        """Lock-step: the bot has done what it wants to before the match goes on."""

    def close(self) -> None:
        """Nothing more comes."""


class Session:
    """One match of `player`, which may have any of the methods above.

    `failed` says that the bot raised; it is called before the line is closed.
    """

    def __init__(
        self,
        player: object,
        match: Match,
        view: View,
        gateway: GatewayConfig,
        line: Line,
        failed: Callable[[BaseException, str], None],
        *,
        lock_step: bool = False,
        gone: Callable[[], bool] = lambda: False,
    ) -> None:
        self._player = player
        self._view = view
        self._line = line
        self._failed = failed
        self._gone = gone
        self._clock = TickClock(view.time) if lock_step else WallClock(view.time)
        self._book = OrderBook(
            line, view.count, Allowance(gateway.burst, gateway.rate, self._clock.now())
        )
        self._game = LiveGame(
            match,
            view,
            self._clock,
            self._book,
            gateway,
            lock_step=lock_step,
            wake_at=self._set_alarm,
            gone=lambda: self._ended or self._gone(),
        )
        self._snapshot_ms = gateway.snapshot_ms if self._has("on_snapshot") else 0
        self._loop: asyncio.AbstractEventLoop
        self._loop = (
            TickLoop(self._clock, self._rest)
            if isinstance(self._clock, TickClock)
            else asyncio.SelectorEventLoop()
        )
        self._news, self._end = asyncio.Event(), asyncio.Event()
        self._whole: asyncio.Task[None] | None = None
        self._attendant: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._due: int | None = None
        self._tick: int | None = None
        self._ended = self._broken = False
        self._events: list[Event] = []
        self._replies: list[OrderReply] = []
        self._snapshot: Snapshot | None = None
        self._result: Result | None = None

    # ---- for who reads the messages ----

    def start(self) -> None:
        """The bot begins to play."""
        threading.Thread(target=self._run, daemon=True, name="arena-sdk-match").start()

    def hear(self, told: Told) -> None:
        """The arbiter said something. From any thread, at once."""
        if isinstance(told, Happened | Snapshot) and isinstance(self._clock, WallClock):
            self._clock.hear(told.time)
        if isinstance(told, Result):
            self._ended = True
        self._soon(lambda: self._take(told))

    def hang_up(self) -> None:
        """The arbiter is gone; the bot is stopped where it next waits."""
        self._ended = True
        self._soon(self._break_off)

    def _soon(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop is closed: the match is over for the bot
            self._loop.call_soon_threadsafe(call)

    # ---- in the bot's thread ----

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._live())
        except asyncio.CancelledError:
            pass  # the arbiter is gone
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            self._fail(error, "in its event loop")
        finally:
            self._line.close()

    async def _live(self) -> None:
        self._whole = asyncio.current_task()
        self._loop.set_exception_handler(self._lost)
        if self._broken:  # the arbiter was quick to go
            return
        await self._news.wait()  # the first snapshot or tick begins the match
        main = asyncio.create_task(self._call("on_start"))
        await asyncio.sleep(0)  # it comes before all else
        self._attendant = asyncio.create_task(self._attend())
        await self._end.wait()
        await asyncio.wait({self._attendant}, timeout=0 if self._broken else _LAST_EVENTS_S)
        for task in (main, self._attendant):
            task.cancel()
        await asyncio.gather(main, self._attendant, return_exceptions=True)
        if self._result is not None and not self._broken:
            await self._finish(self._result)

    async def _attend(self) -> None:
        """Tells the bot what it has not heard of yet, until all is told."""
        while self._result is None:
            await self._news.wait()
            self._news.clear()
            await self._tell()

    def _take(self, told: Told) -> None:
        """Notes what was told; the bot hears of it when it has time, or at the tick's end."""
        match told:
            case Happened():
                self._events += self._view.happen(told)
            case Snapshot():
                self._view.see(told)
                self._snapshot = told
            case OrderReply():
                self._book.answer(told)
                self._replies.append(told)
            case TickOver():
                self._clock.hear(told.time)
                self._view.elapse(told.time)
                self._tick = told.time
            case Result():
                self._result = told
                self._end.set()
        if not self._game.lock_step or isinstance(told, TickOver | Result):
            self._news.set()

    async def _tell(self) -> None:
        """Calls the bot for all that it has not heard of yet."""
        events, self._events = self._events, []
        snapshot, self._snapshot = self._snapshot, None
        replies, self._replies = self._replies, []
        if events:
            await self._call("on_events", events)
        if snapshot is not None:
            await self._call("on_snapshot", snapshot)
        for reply in replies:
            await self._call("on_reply", reply)
        if self._due is not None and self._due <= self._game.time:
            self._due = None
            await self._call("on_tick")

    async def _call(self, name: str, *told: object) -> None:
        method = getattr(self._player, name, None)
        if method is None or self._broken:
            return
        try:
            await _done(method(self._game, *told))
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise  # the match is over for the bot
            # It awaited what it had cancelled itself; passed on, that would make it deaf.
            self._fail(error, f"in {name}, at {self._game.time} ms")
        except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001 - a bot may
            self._fail(error, f"in {name}, at {self._game.time} ms")

    async def _finish(self, result: Result) -> None:
        finish = getattr(self._player, "finish", None)
        try:
            if finish is not None:
                await _done(finish(result))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            self._fail(error, "when it finished")

    def _has(self, name: str) -> bool:
        return hasattr(self._player, name)

    # ---- time ----

    def _set_alarm(self, ms: int) -> None:
        self._due = ms
        if self._alarm is not None:
            self._alarm.cancel()
        left = max(0, ms - self._game.time)
        self._alarm = self._loop.call_later(left / 1000, self._ring)

    def _ring(self) -> None:
        if self._due is None:
            return
        if self._due > self._game.time:  # the match began later than we thought
            self._set_alarm(self._due)
        else:
            self._news.set()

    def _rest(self, until: int | None) -> None:
        """Lock-step: nothing is left to do before `until`."""
        if self._result is not None and self._attendant is not None:
            self._soon(self._attendant.cancel)  # it waits for a time that will not come
        if self._tick is None:
            return
        tick, self._tick = self._tick, None
        rest = self._game.config.max_ms if until is None else until
        if self._snapshot_ms:
            rest = min(rest, tick - tick % self._snapshot_ms + self._snapshot_ms)
        self._line.tick_done(tick, self._book.take_thinking(), rest)

    # ---- endings ----

    def _break_off(self) -> None:
        self._broken = True
        if self._whole is not None:
            self._whole.cancel()

    def _fail(self, error: BaseException, when: str) -> None:
        if not self._broken:
            self._failed(error, when)
            self._broken = self._ended = True
            self._end.set()

    def _lost(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A task of the bot's own raised, and nobody waited for it."""
        error = context.get("exception")
        self._fail(error or RuntimeError(context["message"]), "in a task of its own")


async def _done(returned: object) -> None:
    """Waits for what a method returned, if it is a coroutine's."""
    if inspect.isawaitable(returned):
        await returned
