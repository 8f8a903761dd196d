"""Lock-step: virtual time, for training and tests. The agents drive the match.

After each tick both are told what happened and asked what they order; once both are done,
the next tick is decided. What an agent says it thought, or took if that is charged, is added
to the stamps of its orders. A player who orders nothing until some time is not asked before,
unless something happens.
"""

import asyncio
import contextlib
import heapq
from itertools import count

from arbiter.link import Arrival
from arbiter.match import Departure
from arbiter.realtime import messages
from arbiter.realtime.room import Room
from arena.v1 import agent_pb2
from arena_games import Termination

# An answer that takes longer draws on the grace that a player has in the whole match.
_FREE_US = 1_000_000
_LONGEST_THINKING_MS = 600_000
_MS = 1000

_Order = tuple[int, int, int, agent_pb2.Order]  # stamp, seat, number, order


class LockStep:
    """Drives one match in a task of its own."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._tick_ms: int = room.referee.simulation.config.tick_ms
        seats = range(len(room.players))
        self._asked = [False for _ in seats]
        self._asked_at = 0
        self._answered_at = [0 for _ in seats]
        self._resting = [0 for _ in seats]
        self._given: list[list[agent_pb2.Order]] = [[] for _ in seats]
        self._thought = [0 for _ in seats]
        self._stamped: list[_Order] = []
        self._numbers = count()
        self._answered = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def take(self, seat: int, order: agent_pb2.Order, arrival: Arrival) -> None:
        """An order counts for the tick at hand, or the next that the seat is asked about."""
        self._given[seat].append(order)
        if order.resign or self._room.players[seat].departed:
            self._asked[seat] = False
            self._resting[seat] = 0
            self._answered.set()

    def done(self, seat: int, message: agent_pb2.TickDone, arrival: Arrival) -> bool:
        """The seat has ordered what it wants to."""
        time = self._room.referee.time
        if not self._asked[seat] or message.time_ms != time:
            return False
        self._asked[seat] = False
        self._answered_at[seat] = arrival.read
        self._resting[seat] = message.rest_until_ms
        self._thought[seat] = self._thinking(seat, message.thinking_ms, arrival)
        self._answered.set()
        return True

    def ask_again(self, seat: int) -> None:
        """The stream on which the seat was asked is gone; the match waits for its answer."""
        if self._asked[seat]:
            room = self._room
            room.players[seat].outbox.put(messages.tick_over(room.referee.time))

    def away(self, seat: int, since: int, until: int) -> int:
        """From when it was asked on, its answer is late or is not, wherever it was."""
        return max(0, self._asked_at - since) if self._asked[seat] else until - since

    def _thinking(self, seat: int, declared: int, arrival: Arrival) -> int:
        player = self._room.players[seat]
        thought = min(max(0, declared), _LONGEST_THINKING_MS)
        if self._room.referee.gateway.charge_thinking:
            taken = arrival.earliest - self._asked_at - player.guest.transport
            thought += max(0, taken) // _MS
        player.thinking_ms += thought
        return thought

    async def _run(self) -> None:
        room = self._room
        try:
            happened = True
            while not room.referee.simulation.over:
                await self._ask(happened)
                if room.ended:
                    return
                self._collect()
                happened = self._decide(self._next_tick())
            room.close()
        except Exception:  # noqa: BLE001 - a fault of ours must void the attempt, not hang it
            room.fail()

    async def _ask(self, happened: bool) -> None:
        """Has everybody answer who wants to be asked, within the time there is."""
        time = self._room.referee.time
        self._asked_at = self._room.clock.now()
        for seat, player in enumerate(self._room.players):
            wanted = happened or self._resting[seat] <= time
            self._asked[seat] = wanted and player.departed is None
            self._answered_at[seat] = self._asked_at
            if self._asked[seat]:
                player.outbox.put(messages.tick_over(time))
        while any(self._asked) and not self._room.ended:
            self._answered.clear()
            patience = self._patience()
            if patience <= 0:
                self._give_up()
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience / 1_000_000):
                    await self._answered.wait()
        self._settle()

    def _patience(self) -> int:
        """For how long those who have not answered may still take, microseconds."""
        graces = [
            player.grace
            for seat, player in enumerate(self._room.players)
            if self._asked[seat] and player.departed is None
        ]
        return self._asked_at + _FREE_US + min(graces, default=0) - self._room.clock.now()

    def _give_up(self) -> None:
        waited = self._room.clock.now() - self._asked_at - _FREE_US
        for seat, player in enumerate(self._room.players):
            if self._asked[seat] and player.grace <= waited:
                player.spend_grace(player.grace)
                detail = f"no TickDone for {self._room.referee.time} ms within its grace"
                self._room.depart(Departure(seat, Termination.TIME_FORFEIT, detail))
                self._asked[seat] = False

    def _settle(self) -> None:
        """Takes what a slow answer cost off its sender's grace."""
        for answered_at, player in zip(self._answered_at, self._room.players, strict=True):
            over = answered_at - self._asked_at - _FREE_US
            if over > 0 and player.departed is None:
                player.spend_grace(min(over, player.grace))

    def _collect(self) -> None:
        """Stamps what was ordered: just after the tick that it answers."""
        for seat, given in enumerate(self._given):
            stamp = self._room.referee.time + 1 + self._thought[seat]
            for order in given:
                heapq.heappush(self._stamped, (stamp, seat, next(self._numbers), order))
            given.clear()
            self._thought[seat] = 0

    def _next_tick(self) -> int:
        """The next tick at which anything can happen or anybody wants to be asked."""
        room = self._room
        live = [seat for seat, player in enumerate(room.players) if player.departed is None]
        wanted = [self._resting[seat] for seat in live]
        instant = room.referee.simulation.next_instant
        if instant is not None:
            wanted.append(instant)
        if self._stamped:
            wanted.append(room.referee.simulation.effective(self._stamped[0][0]))
        snapshot_ms = room.referee.gateway.snapshot_ms
        if snapshot_ms:
            wanted.append((room.referee.time // snapshot_ms + 1) * snapshot_ms)
        nearest = max(min(wanted), room.referee.time + 1)
        return -(-nearest // self._tick_ms) * self._tick_ms

    def _decide(self, tick: int) -> bool:
        """Runs the match up to a tick. Whether anything happened."""
        room = self._room
        before = room.referee.time
        while self._stamped and self._stamped[0][0] <= tick:
            stamp, seat, _, order = heapq.heappop(self._stamped)
            room.stamp(seat, order, max(stamp, room.last_stamp))
        instants = room.referee.advance(tick)
        for told in instants:
            for seat, each in enumerate(told):
                room.tell(seat, each)
        snapshot_ms = room.referee.gateway.snapshot_ms
        if snapshot_ms and before // snapshot_ms < room.referee.time // snapshot_ms:
            for seat, player in enumerate(room.players):
                player.outbox.put(messages.snapshot(room.referee, seat))
        return bool(instants)
