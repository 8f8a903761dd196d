"""All matches of one arbiter: who plays here, whether there is room, and how it goes."""

import asyncio
from dataclasses import dataclass

import structlog

from arbiter.errors import LaterAttempt, NoRoom, NotPlayedHere, ShuttingDown, Void
from arbiter.host import HostMeter
from arbiter.looptime import LoopClock
from arbiter.pulse import Pulse
from arbiter.realtime.spec import RealTimeSpec
from arbiter.realtime.table import RealTimeTable
from arbiter.spec import Spec
from arbiter.table import Table
from arbiter.verdict import Blame, Verdict

AnyTable = Table | RealTimeTable

# With the arbiter's loop this late, one more match would be played at the cost of others.
_TOO_LATE_US = 100_000
_log = structlog.get_logger()


@dataclass(slots=True)
class Tally:
    """Counts since the arbiter started."""

    turns: int = 0
    finished: int = 0
    void: int = 0


class Hall:
    """The tables at which matches are played, `capacity` at most."""

    def __init__(self, clock: LoopClock, capacity: int, host: HostMeter | None = None) -> None:
        self.capacity = capacity
        self.pulse = Pulse(clock, host)
        self.tally = Tally()
        self.tables: dict[str, AnyTable] = {}
        self._clock = clock
        self._closing = False
        self._emptied = asyncio.Event()

    def set_up(self, spec: Spec) -> Table:
        """A table for one attempt; an earlier attempt at the same match is abandoned.

        Raises InvalidSpec, LaterAttempt, NoRoom, ShuttingDown.
        """
        self._check_room(spec.match_id, spec.attempt)
        table = Table(spec, self.pulse, self._clock)
        self._place(table)
        return table

    def set_up_in_real_time(self, spec: RealTimeSpec) -> RealTimeTable:
        """The same for a match without turns."""
        self._check_room(spec.match_id, spec.attempt)
        table = RealTimeTable(spec, self.pulse, self._clock)
        self._place(table)
        return table

    def check_open(self) -> None:
        """Raises ShuttingDown once it closes."""
        if self._closing:
            raise ShuttingDown("this arbiter is stopping")

    def _check_room(self, match_id: str, attempt: int) -> None:
        self.check_open()
        earlier = self.tables.get(match_id)
        if earlier is not None and earlier.spec.attempt >= attempt:
            raise LaterAttempt(f"match {match_id} is played here as attempt {earlier.spec.attempt}")
        if earlier is None and len(self.tables) >= self.capacity:
            raise NoRoom(f"{self.capacity} matches are played here, and no more at once")
        if self.tables and self.pulse.lag.quantile(0.5) > _TOO_LATE_US:
            raise NoRoom("this arbiter runs late; another match would harm the clocks")

    def _place(self, table: AnyTable) -> None:
        earlier = self.tables.get(table.spec.match_id)
        if earlier is not None:
            earlier.abandon(Void(Blame.ARBITER, f"attempt {table.spec.attempt} takes over"))
        self.tables[table.spec.match_id] = table

    async def play(self, table: AnyTable) -> Verdict:
        """Plays the match of a table to its end, and clears the table. Raises Void."""
        log = _log.bind(match=table.spec.match_id, attempt=table.spec.attempt)
        log.info("match starts", game=table.spec.game, resumed_plies=table.resumed)
        try:
            verdict = await table.run()
        except Void as void:
            self.tally.void += 1
            log.warning("attempt void", blame=void.blame.value, reason=void.reason)
            raise
        finally:
            self.tally.turns += table.turns
            if self.tables.get(table.spec.match_id) is table:
                del self.tables[table.spec.match_id]
            if self._closing and not self.tables:
                self._emptied.set()
        self.tally.finished += 1
        outcome = verdict.outcome
        log.info(
            "match over",
            why=outcome.termination.value,
            scores=outcome.scores,
            plies=table.ply,
        )
        return verdict

    def find(self, match_id: str) -> AnyTable:
        """The table of a match. Raises NotPlayedHere."""
        try:
            return self.tables[match_id]
        except KeyError:
            raise NotPlayedHere(f"no match {match_id!r} is played here") from None

    async def close(self) -> None:
        """Takes no more matches, and abandons those under way: their journals go on
        elsewhere."""
        self._closing = True
        for table in self.tables.values():
            table.abandon(Void(Blame.ARBITER, "the arbiter stops"))
        if self.tables:
            await self._emptied.wait()
