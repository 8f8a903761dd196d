"""How much of a late turn was the doing of the host or of the arbiter, not of its agent."""

from typing import NamedTuple

# What a bot may have contrived is heard in this many attempts; then it is late by itself.
_CREDULOUS_ATTEMPTS = 3


class Witnesses(NamedTuple):
    """What was seen in a turn; microseconds, negative where it was not measured."""

    stalled: int  # the arbiter did not run
    noise: int  # by the host's counters, and its canary
    crowded: int  # others ran on the sandbox's cores ...
    arbiter: int  # ... the arbiter among them, at most
    waited: int  # the sandbox's threads were ready to run without a CPU
    idle: int  # nothing of the sandbox ran


def excuse(seen: Witnesses, wall: int, attempt: int) -> tuple[int, str]:
    """For how long the agent is excused in a turn that took `wall`, and why.

    A stall of the arbiter counts. What else the host did counts as far as three agree: the
    host, that the sandbox waited for a CPU, and that it did not run. A bot can make its own
    threads wait for one another, and it can keep the arbiter busy. So after the first
    attempts only others are heard, and only if they took most of the turn.
    """
    late = attempt > _CREDULOUS_ATTEMPTS
    host = seen.crowded - max(0, seen.arbiter) if late else max(seen.noise, seen.crowded)
    # The kernel counts a wait once it ends: who never ran may have waited all the time.
    waited = seen.idle if seen.idle >= wall else seen.waited
    kept_waiting = min(host, waited, seen.idle)
    found = max(seen.stalled, kept_waiting)
    if late and found * 2 < wall:
        return 0, ""
    if found > seen.stalled:
        return found, f"the host kept the agent waiting for {found / 1000:.0f} ms"
    return found, f"the arbiter stalled for {found / 1000:.0f} ms"
