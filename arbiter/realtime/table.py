"""One match in real time: the pure referee on one side, the agents' streams on the other.

A reader for each seat takes messages off its stream and hands orders to the driver, which
stamps them and moves the referee's time forward; what then happened goes to each seat's
outbox.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import structlog

from arbiter import wire
from arbiter.arrivals import Arrivals
from arbiter.errors import Void
from arbiter.guest import invited, read_message
from arbiter.link import Arrival, Lost
from arbiter.looptime import LagMeter, LoopClock
from arbiter.match import Departure
from arbiter.pulse import Pulse
from arbiter.realtime import messages
from arbiter.realtime.lockstep import LockStep
from arbiter.realtime.player import Player
from arbiter.realtime.referee import Told
from arbiter.realtime.room import Driver
from arbiter.realtime.spec import Mode, RealTimeSpec
from arbiter.realtime.wall import WallClock
from arbiter.table import LAST_WORD_S, result_of
from arbiter.verdict import Blame, Verdict
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Outcome, Termination

_FAREWELL_S = 1.0
# What is decided is told to the caller at least so often, orders or not.
_LOG_EVERY_MS = 1000
_CALL_AGAIN_S = 0.05
# Far more orders over the rate than any mistake sends.
_FLOOD = 100


class RealTimeTable:
    """Plays one attempt at one match.

    `run` returns the verdict or raises Void. `begun` is set once play begins.
    """

    def __init__(self, spec: RealTimeSpec, pulse: Pulse, clock: LoopClock) -> None:
        self.spec = spec
        self._pulse = pulse
        self.clock = clock
        self.referee = spec.begin()
        self.state = self.referee.simulation.text()
        self._resumed_instants = len(self.referee.happened)
        self.begun = asyncio.Event()
        self.last_stamp = self.referee.log[-1].order.t if self.referee.log else 0
        self._lates = LagMeter(keep=None)
        grace_us = self.referee.gateway.grace_ms * 1000
        self._guests = invited(spec.seats, clock)
        self.players: Sequence[Player] = [
            Player(guest, clock, self._lates, grace_us) for guest in self._guests
        ]
        self._driver: Driver = WallClock(self) if self._real_time else LockStep(self)
        self._end: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self._over = asyncio.Event()
        self._told_ms = 0
        self._log = structlog.get_logger().bind(match=spec.match_id, attempt=spec.attempt)
        self._arrivals = Arrivals(self._guests, self._log)

    @property
    def _real_time(self) -> bool:
        return self.spec.mode is Mode.REAL_TIME

    @property
    def ended(self) -> bool:
        return self._end.done()

    @property
    def result(self) -> Verdict | Void:
        """How it ended, once `ended`."""
        return result_of(self._end)

    @property
    def turns(self) -> int:
        return len(self.referee.log) - len(self.spec.log)

    @property
    def resumed(self) -> int:
        """How many orders earlier attempts had taken."""
        return len(self.spec.log)

    @property
    def ply(self) -> int:
        """How many orders there have been."""
        return len(self.referee.log)

    async def run(self) -> Verdict:
        """Plays the match to its end. Raises Void."""
        readers: list[asyncio.Task[None]] = []
        judge: list[asyncio.Task[None]] = []
        try:
            await self._seat_players()
            if not self.ended:
                self.begun.set()
                self._pulse.watch(self)
                for seat, player in enumerate(self.players):
                    player.come_in()
                    player.outbox.put(messages.snapshot(self.referee, seat))
                seats = range(len(self.players))
                readers = [asyncio.create_task(self._read(seat)) for seat in seats]
                judge = [asyncio.create_task(self._judge())]
                self._driver.start()
            verdict = await self._end
            self._driver.stop()
            await self._say_farewell(verdict, readers)
        finally:
            self._pulse.unwatch(self)
            self._driver.stop()
            for task in (*readers, *judge):
                task.cancel()
            await asyncio.gather(*readers, *judge, return_exceptions=True)
            for player in self.players:
                player.outbox.close()
            await asyncio.gather(*(guest.leave() for guest in self._guests))
            self._end.cancel()
        return verdict

    # ---- the room, as its driver and the hall see it ----

    def stamp(self, seat: int, order: agent_pb2.Order, stamp: int, held_ms: int = 0) -> None:
        """Hands an order to the referee."""
        player = self.players[seat]
        self.last_stamp = stamp
        player.held_max_ms = max(player.held_max_ms, held_ms)
        given = messages.order_from_wire(stamp, seat, order)
        refused = self.referee.order(given, order.order_id, held_ms)
        if refused is not None:
            player.outbox.put(messages.reply(refused))

    def tell(self, seat: int, told: Told, due: int | None = None) -> None:
        """Has a seat told of an instant."""
        player = self.players[seat]
        if told.events:
            player.outbox.put(messages.events(told), due)
        for reply in told.replies:
            player.outbox.put(messages.reply(reply), due)

    def depart(self, departure: Departure) -> None:
        """A seat broke off the match: it resigns as soon as it can. What the caller saw of
        a crash says more than the stream that broke."""
        if self.ended:
            return
        player = self.players[departure.seat]
        if player.departed is not None:
            if player.departed.termination is Termination.CRASH:
                player.departed = departure
            return
        self._log.warning(
            "seat departs",
            seat=departure.seat,
            why=departure.termination.value,
            detail=departure.detail,
        )
        if not self.begun.is_set():
            self._arrivals.depart(departure)
            return
        player.departed = departure
        player.outbox.close()
        now = self.clock.now()
        self._driver.take(departure.seat, agent_pb2.Order(resign=True), Arrival(b"", now, now))

    def close(self) -> None:
        """The match is over by the referee."""
        self._over.set()

    def abandon(self, void: Void) -> None:
        """Ends the attempt without a result."""
        if not self.ended:
            self._end.set_exception(void)

    def fail(self) -> None:
        """Ends the attempt by the fault of ours that is being handled."""
        self._log.exception("match failed")
        self.abandon(Void(Blame.ARBITER, "internal error while playing"))

    def tick(self, now: int) -> None:
        """The pulse measures how late the arbiter runs; deadlines here are the driver's."""

    # ---- before, during and after ----

    async def _seat_players(self) -> None:
        def start(seat: int) -> bytes:
            return messages.start(self.spec, self.referee, seat)

        await self._arrivals.wait(start, self.spec.start_limit_us, self._end)
        gone = self._arrivals.first_missing
        if gone is not None and not self.ended:
            outcome = self.referee.simulation.forfeit(gone.seat, gone.termination)
            self._end.set_result(Verdict(outcome, gone.seat, f"at the start: {gone.detail}"))

    async def _read(self, seat: int) -> None:
        """Reads a player's messages until it has left."""
        player = self.players[seat]
        while True:
            try:
                arrival = await player.guest.link.read()
                if not self.ended:
                    self._receive(seat, arrival)
            except Lost as lost:
                if self.ended or not await self._comes_back(seat, lost):
                    self.depart(Departure(seat, lost.termination, lost.detail))
                    return
            except Exception:  # noqa: BLE001 - a fault of ours must void the attempt
                self.fail()
                return

    def _receive(self, seat: int, arrival: Arrival) -> None:
        """Takes one message. Raises Lost for what ends a player's match."""
        player = self.players[seat]
        message = read_message(arrival.data)
        match message.WhichOneof("message"):
            case "order":
                self._driver.take(seat, message.order, arrival)
                self._check_flood(seat)
            case "resign":
                self._driver.take(seat, agent_pb2.Order(resign=True), arrival)
            case "pong" if player.pong(message.pong.nonce, arrival.read):
                pass
            case "tick_done" if self._driver.done(seat, message.tick_done, arrival):
                pass
            case _:
                player.guest.ignore(self.referee.seats[seat].orders)

    def _check_flood(self, seat: int) -> None:
        """Raises Lost for a player who sends without end, or never reads."""
        over_rate = self.referee.seats[seat].over_rate
        gateway = self.referee.gateway
        allowed = gateway.burst + gateway.rate * self.referee.time // 1000
        if over_rate > _FLOOD * (1 + allowed):
            raise Lost(Termination.FLOOD, f"{over_rate} orders over the rate")
        if self.players[seat].outbox.full:
            raise Lost(Termination.FLOOD, "it orders, and reads nothing of what it is told")

    async def _comes_back(self, seat: int, lost: Lost) -> bool:
        """Whether a remote agent whose stream broke opened a new one within its grace."""
        player = self.players[seat]
        if lost.termination is not Termination.DISCONNECT or player.departed is not None:
            return False
        self._log.warning("connection lost, calling again", seat=seat, detail=lost.detail)
        left_at = self.clock.now()
        back = False
        try:
            async with asyncio.timeout(player.grace / 1_000_000):
                await self._call_again(seat)
            back = True
        except (Lost, TimeoutError):
            pass
        finally:
            now = self.clock.now()
            if player.departed is None:
                away = self._driver.away(seat, left_at, now) if back else now - left_at
                player.spend_grace(away)
        return back

    async def _call_again(self, seat: int) -> None:
        """Calls until the agent answers with Ready. What it missed stands in its new Start;
        what happens from then on waits for it."""
        player = self.players[seat]
        while True:
            player.outbox.reset()
            self._driver.ask_again(seat)
            try:
                start = messages.start(self.spec, self.referee, seat)
                first = await player.guest.link.open(start)
                if read_message(first).WhichOneof("message") != "ready":
                    raise Lost(Termination.UNREADABLE, "its first message was not Ready")
            except Lost as lost:
                if lost.termination is not Termination.DISCONNECT:
                    raise
                await asyncio.sleep(_CALL_AGAIN_S)
            else:
                player.outbox.put(messages.snapshot(self.referee, seat))
                player.outbox.open()
                return

    async def _judge(self) -> None:
        """Makes the verdict once the match is over. Whoever crashed may still be found to
        have broken a limit."""
        await self._over.wait()
        if any(p.departed and p.departed.termination is Termination.CRASH for p in self.players):
            await asyncio.wait({self._end}, timeout=LAST_WORD_S)
        if not self.ended:
            self._end.set_result(self._verdict())

    def _verdict(self) -> Verdict:
        outcome = self.referee.simulation.outcome()
        assert outcome is not None, "the match is over"
        if outcome.termination is not Termination.RESIGNATION:
            return Verdict(outcome)
        loser = outcome.scores.index(min(outcome.scores))
        gone = self.players[loser].departed
        if gone is None:
            return Verdict(outcome, loser, "resigned")
        return Verdict(Outcome(outcome.scores, gone.termination), loser, gone.detail)

    async def _say_farewell(self, verdict: Verdict, readers: list[asyncio.Task[None]]) -> None:
        """Tells everybody the result, and gives them a moment to read it and hang up."""
        last = messages.finish(verdict, self.spec)
        farewells = [p.outbox.say_goodbye(last) for p in self.players if p.departed is None]
        told = asyncio.gather(*farewells, return_exceptions=True)
        gone: set[asyncio.Future[Any]] = {told, *readers}
        await asyncio.wait(gone, timeout=_FAREWELL_S)

    # ---- what is told of it ----

    def started(self, watch_address: str) -> arbiter_pb2.Started:
        """That play begins."""
        return arbiter_pb2.Started(
            agents=[guest.ready for guest in self._guests],
            position=self.state,
            watch_address=watch_address,
            pondering=agent_pb2.PONDERING_ON,
        )

    def journal(self, sent: int) -> tuple[arbiter_pb2.RunMatchResponse | None, int]:
        """What the caller must keep, after `sent` orders of this attempt; and how many there
        are then."""
        orders = self.referee.log[len(self.spec.log) + sent :]
        late = self.referee.time - self._told_ms
        if not orders and late < _LOG_EVERY_MS and not (self.ended and late):
            return None, sent
        self._told_ms = self.referee.time
        return messages.log(self.spec.attempt, orders, self.referee), sent + len(orders)

    def finished(self, verdict: Verdict) -> arbiter_pb2.Finished:
        """The result."""
        return arbiter_pb2.Finished(
            **wire.ending(verdict),
            attempt=self.spec.attempt,
            position=self.referee.simulation.text(),
            plies=self.ply,
            seats=[self._report(seat) for seat in range(len(self.players))],
            pondering=agent_pb2.PONDERING_ON,
            achess=self._achess_report(),
        )

    def watch(self, from_ply: int) -> Iterator[arbiter_pb2.WatchMatchResponse | None]:
        """What watchers are told: all events since the match, or this attempt, began. None
        when there is nothing more as yet."""
        yield messages.watch_header(self.spec, self.state)
        sent, sequence = self._resumed_instants, 1
        while True:
            over = self.ended
            for time, happened in self.referee.happened[sent:]:
                yield messages.watched_events(time, sequence, happened)
                sent += 1
                sequence += len(happened)
            if over:
                return
            yield None

    def _report(self, seat: int) -> arbiter_pb2.SeatReport:
        guest = self._guests[seat]
        return arbiter_pb2.SeatReport(
            turns=self.referee.seats[seat].orders,
            ignored=guest.ignored,
            round_trip_us=self.players[seat].wire.round_trip,
            start_us=guest.start_us,
            said_name=guest.ready.name[:100],
            said_version=guest.ready.version[:100],
        )

    def _achess_report(self) -> arbiter_pb2.AchessReport:
        seats = [
            player.report(seat.orders, seat.rejected, seat.over_rate)
            for player, seat in zip(self.players, self.referee.seats, strict=True)
        ]
        return messages.report(self.spec, self.referee, seats, self._lates)
