"""Leases on pairings: who plays one, and the attempt number that fences all they hand in.

The attempt of a pairing only ever grows. Whoever holds the current one may write; what
comes from an earlier one is refused, however late it comes. Times are seconds since the
epoch by the Redis server's clock, unless `now` is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from redis import Redis

from league import keys
from league.errors import StaleAttempt
from league.scripts import milliseconds, run
from league.store import as_text


@dataclass(frozen=True, slots=True)
class Lease:
    """Who holds a pairing, or held it last (then `owner` is empty or `expires` is past)."""

    pairing_id: str
    attempt: int  # 0: never taken
    owner: str
    expires: float
    arbiter: str  # where its matches can be watched; "" while that is not known
    finished: bool

    def held(self, now: float) -> bool:
        """Whether somebody is at it."""
        return bool(self.owner) and self.expires > now


def take(
    redis: Redis, pairing_id: str, owner: str, ttl: float, *, now: float | None = None
) -> int | None:
    """Takes the lease for `ttl` seconds and starts an attempt; its number.

    None if another holds it, or the pairing is finished or unknown. `owner` must be
    unique to the caller: who holds the lease already gets its attempt again.
    """
    ttl_ms, now_ms = milliseconds(ttl), milliseconds(now)
    return run(redis, "take_lease", [keys.pairing(pairing_id)], owner, ttl_ms, now_ms) or None


def beat(
    redis: Redis,
    pairing_id: str,
    owner: str,
    ttl: float,
    arbiter: str = "",
    *,
    now: float | None = None,
) -> bool:
    """Keeps the owner's lease for another `ttl` seconds; False if it is lost.

    `arbiter` is where the matches can be watched; once told it is kept.
    """
    ttl_ms, now_ms = milliseconds(ttl), milliseconds(now)
    key = keys.pairing(pairing_id)
    return run(redis, "beat_lease", [key], owner, ttl_ms, now_ms, arbiter) == 1


def next_attempt(redis: Redis, pairing_id: str, owner: str, attempt: int) -> int:
    """A new attempt under the owner's lease, after `attempt` was void: asked for again, the
    same. Raises StaleAttempt."""
    following = run(redis, "next_attempt", [keys.pairing(pairing_id)], attempt, owner)
    if following < 0:
        raise StaleAttempt(pairing_id, attempt)
    return following


def release(redis: Redis, pairing_id: str, attempt: int) -> None:
    """Gives the lease back; of no effect if it is lost or the pairing is finished."""
    run(redis, "release_lease", [keys.pairing(pairing_id)], attempt)


def holders(redis: Redis, pairing_ids: Sequence[str]) -> list[Lease]:
    """The leases of several pairings, in one round trip. Unknown ones count as finished."""
    pipeline = redis.pipeline(transaction=False)
    for pairing_id in pairing_ids:
        pipeline.hmget(keys.pairing(pairing_id), _FIELDS)
    rows = pipeline.execute() if pairing_ids else []
    return [_lease(pairing_id, row) for pairing_id, row in zip(pairing_ids, rows, strict=True)]


def holder(redis: Redis, pairing_id: str) -> Lease:
    """The lease of one pairing."""
    return holders(redis, [pairing_id])[0]


def server_time(redis: Redis) -> float:
    """The time by which leases run, in seconds since the epoch."""
    seconds, microseconds = redis.time()
    return seconds + microseconds / 1e6


_FIELDS = ["attempt", "owner", "expires", "arbiter", "total", "done"]


def _lease(pairing_id: str, row: Sequence[bytes | str | None]) -> Lease:
    attempt, owner, expires, arbiter, total, done = map(as_text, row)
    return Lease(
        pairing_id,
        int(attempt or 0),
        owner,
        float(expires or 0) / 1000,
        arbiter,
        int(done or 0) >= int(total or 0),
    )
