"""One seat's agent, as the table knows it: its link, what it asked for, how it behaves."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import ExitStack

from google.protobuf.message import DecodeError

from arbiter import wire
from arbiter.freezer import Freezer, open_freezer
from arbiter.host import HostMeter
from arbiter.ledger import NOT_MEASURED
from arbiter.link import Link, Lost
from arbiter.looptime import LoopClock
from arbiter.spec import SeatSpec
from arena.v1 import agent_pb2
from arena_games import Termination

# The wire is measured by the best of a few pings, and never believed beyond a bound: an
# agent that answers slowly on purpose gains next to nothing.
_PINGS = 5
# Between pings, both sides come to rest, as they do while the other thinks: waking up is part
# of a turn's way.
_PAUSE_S = 0.005
_PING_TIMEOUT_S = 0.5
_MAX_ROUND_TRIP_US = {True: 2_000, False: 200_000}  # sandboxed; remote
# Unasked messages are ignored up to here, plus some for each turn the seat had.
_FREE_MESSAGES = 100
_MESSAGES_PER_TURN = 4


class Guest:
    """An agent at the table. All its failures come out as `Lost`."""

    def __init__(self, link: Link, clock: LoopClock, freezer: Freezer | None = None) -> None:
        self.link = link
        self.held = False
        self.away = False  # its stream broke, and it is being called again
        self._freezer = freezer
        if freezer is not None:
            freezer.thaw()  # an arbiter that died may have left it frozen
        self._cpu_before = self._waited_before = self._busy_before = NOT_MEASURED
        self.ready = agent_pb2.Ready()
        self.ignored = 0
        self.round_trip = NOT_MEASURED
        self.start_us = NOT_MEASURED
        self._clock = clock

    @property
    def features(self) -> agent_pb2.Features:
        return self.ready.features

    @property
    def transport(self) -> int:
        """The allowance for the wire on each turn, in microseconds."""
        return min(max(0, self.round_trip), _MAX_ROUND_TRIP_US[self.link.sandboxed])

    async def come_in(self, start: bytes) -> None:
        """Opens the stream, waits for Ready, measures the wire. Raises Lost."""
        begin = self._clock.now()
        first = read_message(await self.link.open(start))
        if first.WhichOneof("message") != "ready":
            raise Lost(Termination.UNREADABLE, "its first message was not Ready")
        self.ready = first.ready
        self.start_us = self._clock.now() - begin
        await self._measure()

    async def _measure(self) -> None:
        for nonce in range(1, _PINGS + 1):
            await asyncio.sleep(_PAUSE_S)
            begin = self._clock.now()
            await self.link.send(wire.ping(nonce))
            trip = await self._pong(nonce, begin)
            if trip is None:
                return  # it does not answer pings: no allowance beyond what was measured
            self.round_trip = trip if nonce == 1 else min(self.round_trip, trip)

    async def _pong(self, nonce: int, begin: int) -> int | None:
        while arrival := await self.link.read_within(_PING_TIMEOUT_S):
            message = read_message(arrival.data)
            if message.WhichOneof("message") == "pong" and message.pong.nonce == nonce:
                return max(arrival.earliest, begin) - begin
            self.ignore(0)
        return None

    def hold(self, held: bool) -> None:
        """Freezes the sandbox, or lets it run; of no effect without a handle on it."""
        if self._freezer is not None and held != self.held:
            (self._freezer.freeze if held else self._freezer.thaw)()
            self.held = held

    def begin_turn(self, host: HostMeter, waiting_matters: bool) -> None:
        """Notes what the sandbox has used before a turn of its own, and, if it matters
        whether it has to wait for a CPU, what tells of that."""
        if self._freezer is None:
            return
        self._cpu_before = self._freezer.cpu()
        self._waited_before = self._busy_before = NOT_MEASURED
        if waiting_matters:
            self._waited_before = self._freezer.waited()
            self._busy_before = host.busy(self._freezer.cores())

    def cpu(self) -> int:
        """CPU time used in the turn under way, or NOT_MEASURED."""
        if self._freezer is None:
            return NOT_MEASURED
        return self._since(self._cpu_before, self._freezer.cpu)

    def waited(self) -> int:
        """Time its threads waited for a CPU in the turn under way, or NOT_MEASURED."""
        if self._freezer is None:
            return NOT_MEASURED
        return self._since(self._waited_before, self._freezer.waited)

    def crowded(self, host: HostMeter) -> int:
        """Time that others ran on its cores in the turn under way, or NOT_MEASURED."""
        if self._freezer is None:
            return NOT_MEASURED
        cores = self._freezer.cores()
        busy = self._since(self._busy_before, lambda: host.busy(cores))
        own = self.cpu()
        return NOT_MEASURED if NOT_MEASURED in (busy, own) else max(0, busy - own)

    def _since(self, before: int, read: Callable[[], int]) -> int:
        if before == NOT_MEASURED or (now := read()) == NOT_MEASURED:
            return NOT_MEASURED
        return max(0, now - before)

    async def leave(self) -> None:
        """Ends the stream; the sandbox runs again."""
        if self._freezer is not None:
            self._freezer.close()
            self._freezer = None
        await self.link.close()

    def ignore(self, turns: int) -> None:
        """Counts a message that was of no use. Raises Lost when there were too many."""
        self.ignored += 1
        if self.ignored > _FREE_MESSAGES + _MESSAGES_PER_TURN * turns:
            raise Lost(Termination.FLOOD, f"{self.ignored} messages that nobody asked for")


def invited(seats: Iterable[SeatSpec], clock: LoopClock) -> list[Guest]:
    """The guests of the seats, not called yet. Raises InvalidSpec for what cannot be frozen,
    NoRoom."""
    guests = []
    with ExitStack() as undo:
        for seat in seats:
            freezer = open_freezer(seat.freeze) if seat.freeze else None
            if freezer is not None:
                undo.callback(freezer.close)
            guests.append(Guest(_link(seat, clock), clock, freezer))
        undo.pop_all()
    return guests


def _link(seat: SeatSpec, clock: LoopClock) -> Link:
    return Link(
        seat.address, clock, sandboxed=seat.sandboxed, root_certificates=seat.root_certificates
    )


def read_message(data: bytes) -> agent_pb2.PlayResponse:
    """An agent's message. Raises Lost for bytes that are none."""
    try:
        message = agent_pb2.PlayResponse.FromString(data)
    except DecodeError:
        raise Lost(Termination.UNREADABLE, "bytes that are no PlayResponse") from None
    if message.WhichOneof("message") is None:
        raise Lost(Termination.UNREADABLE, "a PlayResponse with nothing in it")
    return message
