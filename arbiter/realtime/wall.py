"""Real time: the wall clock drives the match.

An order counts from when it was read (later, if it was held to make delays equal). A tick is
decided once the wall clock is past it, so that whatever was stamped for it is in.
"""

import asyncio
import heapq
from itertools import count

from arbiter.errors import Void
from arbiter.link import Arrival
from arbiter.realtime import messages
from arbiter.realtime.equaliser import holds
from arbiter.realtime.room import Room
from arbiter.verdict import Blame
from arena.v1 import agent_pb2

# So long without deciding anything is no noise: the agents could not play meanwhile.
STALL_US = 500_000
_PING_EVERY_US = 1_000_000
_MS = 1000

_Held = tuple[int, int, int, int, agent_pb2.Order]  # due, number, seat, held us, order


class WallClock:
    """Drives one match. All is done in `_step`, which one timer calls, and each arrival."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._held: list[_Held] = []
        self._numbers = count()
        self._last_due = [0] * len(room.players)
        self._timer: asyncio.TimerHandle | None = None
        self._tick_ms: int = room.referee.simulation.config.tick_ms
        self._snapshot_ms = room.referee.gateway.snapshot_ms
        self._cap_us = room.referee.gateway.eq_cap_ms * _MS

    def start(self) -> None:
        """The match goes on from now."""
        room = self._room
        self._begin = room.clock.now() - room.referee.time * _MS
        self._next_snapshot = self._next_after(room.referee.time, self._snapshot_ms)
        self._next_ping = room.clock.now()
        self._woken = room.clock.now()
        self._step()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def take(self, seat: int, order: agent_pb2.Order, arrival: Arrival) -> None:
        """An order was read."""
        held = self._holds()[seat]
        due = max(self._last_due[seat], arrival.read + held)
        self._last_due[seat] = due
        heapq.heappush(self._held, (due, next(self._numbers), seat, held, order))
        self._step()

    def done(self, seat: int, message: agent_pb2.TickDone, arrival: Arrival) -> bool:
        """Nobody is asked in real time."""
        return False

    def ask_again(self, seat: int) -> None:
        """Nor again."""

    def away(self, seat: int, since: int, until: int) -> int:
        """All of it."""
        return until - since

    def _holds(self) -> list[int]:
        return holds([player.wire for player in self._room.players], self._cap_us)

    def _step(self) -> None:
        """Does all that is due, and sets the timer for what comes next."""
        room = self._room
        self.stop()
        if room.ended or room.referee.simulation.over:
            return
        now = room.clock.now()
        try:
            self._check_stall(now)
            self._release(now)
            self._decide(now)
            self._ping(now)
        except Void as void:
            room.abandon(void)
            return
        except Exception:  # noqa: BLE001 - a fault of ours must void the attempt, not hang it
            room.fail()
            return
        if room.referee.simulation.over:
            room.close()
            return
        self._woken = self._next_due()
        self._timer = asyncio.get_running_loop().call_at(self._woken / 1_000_000, self._step)

    def _check_stall(self, now: int) -> None:
        if now - self._woken > STALL_US:
            late = (now - self._woken) // _MS
            raise Void(Blame.HOST, f"the arbiter stalled for {late} ms")

    def _release(self, now: int) -> None:
        """Stamps what was held long enough."""
        room = self._room
        while self._held and self._held[0][0] <= now:
            due, _, seat, held, order = heapq.heappop(self._held)
            stamp = max((due - self._begin) // _MS, room.referee.time + 1, room.last_stamp)
            room.stamp(seat, order, stamp, held // _MS)

    def _decide(self, now: int) -> None:
        """Runs the match up to the last tick that the wall clock is past."""
        room, passed = self._room, (now - self._begin) // _MS - 1
        tick = passed - passed % self._tick_ms
        if tick < room.referee.time:
            return
        hold = self._holds()
        for told in room.referee.advance(tick):
            for seat, each in enumerate(told):
                room.tell(seat, each, self._due(each.time) + hold[seat])
        if self._next_snapshot is not None and tick >= self._next_snapshot:
            self._next_snapshot = self._next_after(tick, self._snapshot_ms)
            for number, player in enumerate(room.players):
                due = self._due(tick) + hold[number]
                player.outbox.put(messages.snapshot(room.referee, number), due)

    def _ping(self, now: int) -> None:
        if now >= self._next_ping:
            self._next_ping = now + _PING_EVERY_US
            for player in self._room.players:
                player.ping(now)

    def _due(self, instant: int) -> int:
        """When the wall clock is past an instant."""
        return self._begin + (instant + 1) * _MS

    def _next_due(self) -> int:
        due = [self._next_ping]
        instant = self._room.referee.simulation.next_instant
        if instant is not None:
            due.append(self._due(instant))
        if self._held:
            due.append(self._held[0][0])
        if self._next_snapshot is not None:
            due.append(self._due(self._next_snapshot))
        return max(min(due), self._room.clock.now())

    def _next_after(self, time: int, every: int) -> int | None:
        """The first tick at or after the next multiple of `every`."""
        if not every:
            return None
        multiple = (time // every + 1) * every
        return -(-multiple // self._tick_ms) * self._tick_ms
