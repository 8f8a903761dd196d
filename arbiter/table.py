"""One match at play: the pure referee on one side, the agents' streams on the other.

Data flows one way round: a guest's reader takes a message off its stream, hands it to the
match, and writes the turn that results to the next guest. No task is made for a turn.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

import structlog

from arbiter import wire
from arbiter.arrivals import Arrivals
from arbiter.errors import Void
from arbiter.excuse import Witnesses, excuse
from arbiter.guest import Guest, invited, read_message
from arbiter.ledger import NOT_MEASURED, Charge, Interval, overrun
from arbiter.link import Arrival, Lost
from arbiter.looptime import LoopClock, process_us
from arbiter.match import Answer, Ask, Departure, Reply
from arbiter.pulse import Pulse
from arbiter.spec import Pondering, Spec
from arbiter.verdict import Blame, Verdict
from arena.v1 import arbiter_pb2
from arena_games import Termination

# A reply that lies unread when a deadline passes is read within this many polls.
_POLLS_TO_READ = 3
_FAREWELL_S = 1.0
# How long a remote agent may stay away, its clock running, before it has disconnected.
_AWAY_S = 30.0
LAST_WORD_S = 1.0
# With so little time left it matters whether the agent's threads had to wait for a CPU.
_TIGHT_US = 2_000_000


class Table:
    """Plays one attempt at one match.

    `run` returns the verdict or raises Void. Meanwhile `ask` is the turn under way, and
    `begun` is set once play begins.
    """

    def __init__(self, spec: Spec, pulse: Pulse, clock: LoopClock) -> None:
        self.spec = spec
        self.pondering = spec.enforced
        self.position, self.match = spec.begin()
        self.begun = asyncio.Event()
        self.ask: Ask | None = None
        self.turns = 0
        self._pulse = pulse
        self._clock = clock
        self._guests = invited(spec.seats, clock)
        self._play = self.match.play()
        self._end: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self._begin = self._deadline = self._expired_at_poll = self._used_before = 0
        self._handed_over = self._dying = False
        self._early: Answer | None = None
        self._log = structlog.get_logger().bind(match=spec.match_id, attempt=spec.attempt)
        self._arrivals = Arrivals(self._guests, self._log)

    @property
    def ended(self) -> bool:
        return self._end.done()

    @property
    def result(self) -> Verdict | Void:
        """How it ended, once `ended`."""
        return result_of(self._end)

    async def run(self) -> Verdict:
        """Plays the match to its end. Raises Void."""
        readers: list[asyncio.Task[None]] = []
        try:
            await self._seat_guests()
            if not self.ended:
                self.begun.set()
                self._pulse.watch(self)
                readers = [asyncio.create_task(self._read(seat)) for seat in self._seats()]
                await self._hand_over(self._advance(None))
            verdict = await self._end
            await self._say_farewell(verdict, readers)
        finally:
            self._pulse.unwatch(self)
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
            await asyncio.gather(*(guest.leave() for guest in self._guests))
            self._end.cancel()
        return verdict

    def abandon(self, void: Void) -> None:
        """Ends the attempt without a result."""
        if not self.ended:
            self._end.set_exception(void)

    def fail(self) -> None:
        """Ends the attempt by the fault of ours that is being handled."""
        self._log.exception("match failed")
        self.abandon(Void(Blame.ARBITER, "internal error while playing"))

    def depart(self, departure: Departure) -> None:
        """A seat broke off the match, whoever's turn it is."""
        if self.ended:
            return
        resigned = departure.termination is Termination.RESIGNATION
        (self._log.info if resigned else self._log.warning)(
            "seat departs",
            seat=departure.seat,
            ply=self.match.position.ply,
            why=departure.termination.value,
            detail=departure.detail,
        )
        if self.begun.is_set():
            self._advance(departure)
        else:
            self._arrivals.depart(departure)

    def tick(self, now: int) -> None:
        """The pulse, which must go on for all other matches whatever happens here."""
        try:
            self._look(now)
        except Exception:  # noqa: BLE001 - a fault of ours must void the attempt
            self.fail()

    def _look(self, now: int) -> None:
        """Finds a turn whose limit passed in silence.

        After a stall this runs before a reply that was in time is read. So the verdict
        waits until the loop has polled, and readers have run, a few times more.
        """
        if self.ended or self._dying or not self._is_over_limit(now):
            self._expired_at_poll = 0
        elif not self._expired_at_poll:
            self._expired_at_poll = self._clock.polls
        elif self._clock.polls - self._expired_at_poll >= _POLLS_TO_READ:
            assert self.ask is not None, "a match that has begun and not ended asks somebody"
            self._advance(self._answer(self.ask.seat, Interval(self._begin, now, now), None))

    def _is_over_limit(self, now: int) -> bool:
        if now > self._deadline:
            return True
        if not self.spec.control.cpu or self.ask is None:
            return False
        state = self.match.seats[self.ask.seat]
        allowance = state.clock.left_us + self.spec.control.delay_us + state.grace_left
        return self._guests[self.ask.seat].cpu() > allowance

    def _reports(self) -> list[arbiter_pb2.SeatReport]:
        """What became of each seat."""
        return [
            wire.report(seat, guest.ignored, guest.round_trip, guest.start_us, guest.ready)
            for seat, guest in zip(self.match.seats, self._guests, strict=True)
        ]

    # ---- what is told of it ----

    @property
    def resumed(self) -> int:
        """How many plies earlier attempts had played."""
        return len(self.spec.journal)

    @property
    def ply(self) -> int:
        """Where it stands."""
        return self.match.position.ply

    def started(self, watch_address: str) -> arbiter_pb2.Started:
        """That play begins."""
        return arbiter_pb2.Started(
            agents=[guest.ready for guest in self._guests],
            position=self.position,
            watch_address=watch_address,
            pondering=wire.pondering_to_wire(self.pondering),
        )

    def journal(self, sent: int) -> tuple[arbiter_pb2.RunMatchResponse | None, int]:
        """What the caller must keep, after the `sent` plies of this attempt that it has; and
        how many it has then."""
        entries = self.match.entries[len(self.spec.journal) + sent :]
        if not entries:
            return None, sent
        batch = arbiter_pb2.JournalBatch(
            attempt=self.spec.attempt, entries=[wire.entry_to_wire(entry) for entry in entries]
        )
        return arbiter_pb2.RunMatchResponse(journal=batch), sent + len(entries)

    def finished(self, verdict: Verdict) -> arbiter_pb2.Finished:
        """The result."""
        return wire.finished(self.spec, verdict, self.match, self._reports())

    def watch(self, from_ply: int) -> Iterator[arbiter_pb2.WatchMatchResponse | None]:
        """What watchers are told; None when there is nothing more as yet."""
        yield arbiter_pb2.WatchMatchResponse(header=wire.watch_header(self.spec, self.position))
        sent, turning = 0, -1
        while True:
            over = self.ended
            for entry in self.match.entries[sent:]:
                sent += 1
                if entry.ply >= from_ply:
                    yield arbiter_pb2.WatchMatchResponse(entry=wire.entry_to_wire(entry))
            if over:
                return
            if self.ask is not None and self.ask.ply != turning:
                turning = self.ask.ply
                yield arbiter_pb2.WatchMatchResponse(turning=wire.turning(self.ask, self.match))
            yield None

    def _seats(self) -> range:
        return range(len(self._guests))

    # ---- before the first turn ----

    async def _seat_guests(self) -> None:
        """Gets every seat ready within the start limit, or ends the match."""

        def start(seat: int) -> bytes:
            return wire.start(self.spec, self.position, self.match, seat)

        await self._arrivals.wait(start, self.spec.start_limit_us, self._end)
        for state, guest in zip(self.match.seats, self._guests, strict=True):
            state.transport = guest.transport
        gone = self._arrivals.first_missing
        if gone is not None and not self.ended:
            detail = f"at the start: {gone.detail}"
            self._end.set_result(self.match.forfeit(gone.seat, gone.termination, detail))

    # ---- play ----

    async def _read(self, seat: int) -> None:
        """Reads a guest's messages until its stream ends."""
        guest = self._guests[seat]
        while True:
            try:
                arrival = await guest.link.read()
                if not self.ended:
                    await self._hand_over(self._receive(seat, guest, arrival))
            except Lost as lost:
                if self.ended or not await self._comes_back(seat, guest, lost):
                    await self._last_word(lost)
                    self.depart(Departure(seat, lost.termination, lost.detail))
                    return
            except Exception:  # noqa: BLE001 - a fault of ours must void the attempt, not hang it
                self.fail()
                return

    async def _last_word(self, lost: Lost) -> None:
        """Gives the caller a moment, on nobody's clock, to say why a sandbox ended: its
        stream breaks before its end is seen, and the memory limit is no crash."""
        if lost.termination is Termination.CRASH and not self.ended:
            self._dying = True
            await asyncio.wait({self._end}, timeout=LAST_WORD_S)

    def _receive(self, seat: int, guest: Guest, arrival: Arrival) -> Ask | None:
        """What a message leads to: the next turn to hand over, if any."""
        message = read_message(arrival.data)
        kind = message.WhichOneof("message")
        if kind == "resign":
            detail = message.resign.comment[:200] or "resigned"
            self.depart(Departure(seat, Termination.RESIGNATION, detail))
            return None
        ask = None if self._dying else self.ask
        if kind != "move" or ask is None or (seat, message.move.ply) != (ask.seat, ask.ply):
            guest.ignore(self.match.seats[seat].turns)
            return None
        interval = Interval(self._begin, arrival.earliest, arrival.read)
        answer = self._answer(seat, interval, wire.reply(message.move))
        if not self._handed_over:
            self._early = answer  # the wire was quicker than word that the turn is out
            return None
        return self._advance(answer)

    async def _hand_over(self, ask: Ask | None) -> None:
        """Writes a turn to its seat, whose clock runs from just before the write."""
        while ask is not None:
            guest = self._guests[ask.seat]
            message = wire.turn(ask, self.match, guest.features)
            self._early, self._handed_over = None, False
            if self.pondering is Pondering.OFF:
                self._wake_only(ask.seat)
            guest.begin_turn(self._pulse.host, waiting_matters=ask.limit_us <= _TIGHT_US)
            self._used_before = process_us()
            self._begin = self._clock.now()
            self._deadline = self._begin + ask.limit_us
            if guest.away:
                return  # its own reader hands the turn over once it is back
            try:
                await guest.link.send(message)
            except Lost:
                return  # its own reader hears of it too, and judges
            self._handed_over = True
            ask = self._advance(self._early) if self._early and not self.ended else None

    def _wake_only(self, seat: int) -> None:
        """Nobody thinks but `seat`: that costs time, which is on nobody's clock."""
        for other, guest in enumerate(self._guests):
            if other != seat:
                guest.hold(True)
        self._guests[seat].hold(False)

    def _answer(self, seat: int, interval: Interval, reply: Reply | None) -> Answer:
        noise = self._pulse.host.between(interval.begin, interval.read)
        return Answer(interval, reply, self._guests[seat].cpu(), noise.steal, noise.pressure)

    def _advance(self, event: Answer | Departure | None) -> Ask | None:
        """Lets the referee take note of an event; the next turn, or None at the end."""
        self.turns += isinstance(event, Answer)
        try:
            self.ask = self._play.send(event)  # type: ignore[arg-type]  # None starts it
        except StopIteration as stop:
            self.ask = None
            self._close(stop.value)
        return self.ask

    def _close(self, verdict: Verdict) -> None:
        """Takes the referee's verdict, unless the arbiter's own stalls explain it."""
        charge = self.match.last_charge
        if verdict.outcome.termination is Termination.TIME_FORFEIT and charge is not None:
            clock = self.match.seats[charge.seat].clock
            # Whatever the host did, the agent computed as long as it did.
            computed = clock.control.cpu and clock.left_us < 0
            excused, reason = excuse(self._witnesses(charge), charge.wall, self.spec.attempt)
            if not computed and excused >= overrun(clock):
                self.abandon(Void(Blame.HOST, f"{reason} while a clock ran out"))
                return
        self._end.set_result(verdict)

    def _witnesses(self, charge: Charge) -> Witnesses:
        """What was seen in the turn that has just ended."""
        host, now, guest = self._pulse.host, self._clock.now(), self._guests[charge.seat]
        cpu = guest.cpu()
        return Witnesses(
            stalled=self._pulse.stalled(self._begin, now),
            noise=host.between(self._begin, now, fresh=True).most,
            crowded=guest.crowded(host),
            arbiter=process_us() - self._used_before,
            waited=guest.waited(),
            idle=NOT_MEASURED if cpu == NOT_MEASURED else max(0, charge.wall - cpu),
        )

    async def _comes_back(self, seat: int, guest: Guest, lost: Lost) -> bool:
        """Whether a remote agent whose stream broke opened a new one, its clock running."""
        if lost.termination is not Termination.DISCONNECT:
            return False
        self._log.warning("connection lost, calling again", seat=seat, detail=lost.detail)
        state = self.match.seats[seat]
        guest.away = True
        try:
            start = wire.start(self.spec, self.position, self.match, seat)
            state.told = len(self.match.moves)
            if self.ask is not None and self.ask.seat == seat:
                self.ask = self.ask._replace(moves=())  # they stand in the Start
            async with asyncio.timeout(_AWAY_S):
                first = await guest.link.open(start)
            if read_message(first).WhichOneof("message") != "ready":
                return False
            guest.away = False
            if self.ask is not None and self.ask.seat == seat:
                await guest.link.send(wire.turn(self.ask, self.match, guest.features))
                self._handed_over = True
        except (Lost, TimeoutError):
            return False
        return True

    async def _say_farewell(self, verdict: Verdict, readers: list[asyncio.Task[None]]) -> None:
        """Tells every guest the result, and gives it a moment to hang up by itself."""
        farewells = [
            guest.link.say_goodbye(wire.finish(verdict, self.match, seat, guest.features))
            for seat, guest in enumerate(self._guests)
            if guest.start_us >= 0
        ]
        for guest in self._guests:
            guest.hold(False)
        told = asyncio.gather(*farewells, return_exceptions=True)
        gone: set[asyncio.Future[Any]] = {told, *readers}
        await asyncio.wait(gone, timeout=_FAREWELL_S)


def result_of(end: "asyncio.Future[Verdict]") -> Verdict | Void:
    """What an end that has come says."""
    if end.cancelled():
        return Void(Blame.ARBITER, "internal error")
    error = end.exception()
    if error is None:
        return end.result()
    return error if isinstance(error, Void) else Void(Blame.ARBITER, str(error))
