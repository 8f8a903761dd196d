"""One seat's agent in real time: its stream, the way to it, and how long it was away."""

from arbiter import wire
from arbiter.guest import Guest
from arbiter.looptime import LagMeter, LoopClock
from arbiter.match import Departure
from arbiter.realtime.equaliser import Wire
from arbiter.realtime.outbox import Outbox
from arena.v1 import arbiter_pb2

# A sandbox has no network in between: what it takes longer for a Pong is its own doing.
LONGEST_TRIP_US = {True: 2_000, False: 1_000_000}  # sandboxed; remote
_PINGS_OUT = 30


class Player:
    """An agent in its seat. `grace` is what is left of the time that it may be away."""

    def __init__(self, guest: Guest, clock: LoopClock, lates: LagMeter, grace_us: int) -> None:
        self.guest = guest
        self.wire = Wire(LONGEST_TRIP_US[guest.link.sandboxed])
        self.outbox = Outbox(guest.link, clock, lates)
        self.departed: Departure | None = None
        self.grace = grace_us
        self.away = 0
        self.thinking_ms = 0
        self.held_max_ms = 0
        self._pings: dict[int, int] = {}
        self._nonce = 1000  # those before were used while it came in

    def come_in(self) -> None:
        """It is ready: it is sent what waits, and its way has been measured once."""
        if self.guest.round_trip >= 0:
            self.wire.note(self.guest.round_trip)
        self.outbox.open()

    def ping(self, now: int) -> None:
        """Measures the way, unless it owes us too many answers."""
        if len(self._pings) < _PINGS_OUT:
            self._nonce += 1
            self._pings[self._nonce] = now
            self.outbox.put(wire.ping(self._nonce))

    def pong(self, nonce: int, read: int) -> bool:
        """Takes note of an answer to a ping. Whether there was such a ping."""
        sent = self._pings.pop(nonce, None)
        if sent is not None:
            self.wire.note(read - sent)
        return sent is not None

    def spend_grace(self, us: int) -> None:
        """It was away for so long."""
        self.away += us
        self.grace -= us

    def report(self, orders: int, rejected: int, over_rate: int) -> arbiter_pb2.AchessSeatReport:
        """What became of it."""
        return arbiter_pb2.AchessSeatReport(
            orders=orders,
            rejected=rejected,
            over_rate=over_rate,
            round_trip_us=self.wire.round_trip,
            held_max_ms=self.held_max_ms,
            away_ms=self.away // 1000,
            thinking_ms=self.thinking_ms,
        )
