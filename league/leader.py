"""Who leads in a role, of several processes that could: a lease with a fencing token."""

from redis import Redis

from league import keys
from league.scripts import milliseconds, run


def lead(
    redis: Redis, role: str, owner: str, ttl: float, *, now: float | None = None
) -> int | None:
    """Takes or keeps the lead for `ttl` seconds; the fencing token, or None if another
    leads. A new leader's token is larger than every token before it."""
    ttl_ms, now_ms = milliseconds(ttl), milliseconds(now)
    return run(redis, "lead", [keys.leader(role)], owner, ttl_ms, now_ms) or None


def step_down(redis: Redis, role: str, owner: str) -> None:
    """Gives the lead up at once, so that another need not wait; of no effect for others."""
    run(redis, "step_down", [keys.leader(role)], owner)
