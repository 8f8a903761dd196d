"""The ledger: every charge of a clock, with the evidence behind it."""

from typing import NamedTuple

from arena_games.clock import Clock

NOT_MEASURED = -1


class Interval(NamedTuple):
    """The time between handing a turn over and reading its answer, in microseconds on one
    monotonic clock.

    `begin` is just before the turn was written. The answer arrived somewhere from
    `earliest` (the arbiter looked then, and it was not there) to `read`.
    """

    begin: int
    earliest: int
    read: int

    @property
    def wall(self) -> int:
        return self.read - self.begin

    @property
    def own_lag(self) -> int:
        """For how long the answer may have waited for the arbiter."""
        return self.read - max(self.begin, self.earliest)


class Charge(NamedTuple):
    """One line of the ledger; times in microseconds, -1 where something is not measured."""

    ply: int
    seat: int
    wall: int
    own_lag: int
    transport: int
    grace: int
    charged: int
    left: int
    cpu: int = NOT_MEASURED
    steal: int = NOT_MEASURED
    pressure: int = NOT_MEASURED

    @property
    def agents_wall(self) -> int:
        """The part of the wall time that was the agent's, which a CPU control caps."""
        return self.wall - self.own_lag - self.transport


def overrun(clock: Clock) -> int:
    """By how much a clock ran out, in microseconds: of wall time, where only the cap on that
    was passed."""
    return -clock.left_us if clock.left_us < 0 else clock.wall_us - clock.wall_cap_us


def charge_turn(
    clock: Clock,
    ply: int,
    seat: int,
    interval: Interval,
    *,
    transport: int,
    grace_left: int,
    cpu: int = NOT_MEASURED,
    steal: int = NOT_MEASURED,
    pressure: int = NOT_MEASURED,
) -> tuple[Charge, Clock]:
    """Charges a turn to its clock: the ledger's line, and the clock after it (unpressed).

    `transport` is the seat's allowance for the wire; no more of it is used than there is
    to charge. Grace is drawn from the bank only by a clock that would run out otherwise,
    and only if the bank covers all of it: a bank cannot be emptied for nothing.
    """
    wall, own_lag = interval.wall, interval.own_lag
    transport = min(transport, wall - own_lag)
    due = clock.control.charge(wall, own_lag, transport, 0, cpu)
    missing = due - clock.left_us
    grace = missing if 0 < missing <= grace_left else 0
    charged = clock.control.charge(wall, own_lag, transport, grace, cpu)
    after = clock.charged(charged, wall - own_lag - transport)
    line = Charge(
        ply,
        seat,
        wall,
        own_lag,
        transport,
        grace,
        charged,
        after.left_us,
        cpu,
        steal,
        pressure,
    )
    return line, after
