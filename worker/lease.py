"""A pairing's lease, kept by beats for as long as its matches are played."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import structlog
from redis import Redis, RedisError

from league import leases
from worker.interrupt import Interrupt

log = structlog.get_logger(__name__)


class HeldLease:
    """The lease of one pairing. `attempt` is the fencing number that it gives now."""

    def __init__(self, redis: Redis, pairing_id: str, owner: str, attempt: int) -> None:
        self.pairing_id = pairing_id
        self.attempt = attempt
        self._redis = redis
        self._owner = owner

    def next_attempt(self) -> int:
        """Goes on to a new number, after a void attempt. Raises StaleAttempt."""
        self.attempt = leases.next_attempt(self._redis, self.pairing_id, self._owner, self.attempt)
        return self.attempt

    def beat(self, ttl: float, arbiter: str) -> bool:
        """Keeps the lease for another `ttl` seconds; False if it is lost."""
        return leases.beat(self._redis, self.pairing_id, self._owner, ttl, arbiter)

    def release(self) -> None:
        """Gives it back, so that another worker need not wait until it runs out.

        With Redis away, or its disk full, nothing can be given back; the lease runs out.
        """
        try:
            leases.release(self._redis, self.pairing_id, self.attempt)
        except RedisError as error:
            log.warning("lease not released", pairing=self.pairing_id, reason=str(error))


@contextmanager
def kept(
    lease: HeldLease, interrupt: Interrupt, arbiter: str, ttl: float, every: float, patience: float
) -> Iterator[None]:
    """Beats from a thread of its own within the block, and gives the lease back after it.

    `arbiter` is told as the address where the matches can be watched. A lost lease, or a
    Redis away for `patience` seconds, sets `interrupt`.
    """
    over = threading.Event()

    def keep() -> None:
        heard_at = monotonic()
        while True:
            try:
                if not lease.beat(ttl, arbiter):
                    return interrupt.set("the lease is lost")
                heard_at = monotonic()
            except RedisError as error:
                log.warning("no beat", pairing=lease.pairing_id, reason=str(error))
                if monotonic() - heard_at >= patience:
                    return interrupt.set(f"Redis was away for {patience:g} s")
            if over.wait(every):
                return None

    beats = threading.Thread(target=keep, name=f"lease-{lease.pairing_id}", daemon=True)
    beats.start()
    try:
        yield
    finally:
        over.set()
        beats.join()
        lease.release()
