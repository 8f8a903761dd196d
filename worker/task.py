"""The task: takes a pairing's lease, plays what is left of it, and gives the lease back.

A message is a hint. Whoever gets one for a pairing that is finished, or that another
worker is playing, drops it; a pairing whose worker died is sent again by the director.
"""

import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog
from celery import Celery
from redis import Redis

from league import leases, store, tournaments
from league.errors import StaleAttempt
from league.pairing import Pairing
from worker.app import TASK
from worker.arbiter_link import Arbiter
from worker.block import play_block
from worker.errors import ArbiterUnreachable, Superseded
from worker.interrupt import Interrupt, Interrupted
from worker.league_storage import LeagueStorage
from worker.lease import HeldLease, kept
from worker.patience import AWAY, RedisAway, patiently
from worker.settings import PlaySettings

log = structlog.get_logger(__name__)

# Somebody else has the pairing, or will: nothing went wrong in it.
DROPPED = (StaleAttempt, Superseded, Interrupted, RedisAway, ArbiterUnreachable, *AWAY)


@dataclass(frozen=True, slots=True)
class Host:
    """What a worker process has for its tasks. `stop` ends them all; times in seconds."""

    redis: Redis
    arbiter: Arbiter
    settings: PlaySettings
    stop: Interrupt
    lease_ttl: float
    beat_interval: float


def register_task(app: Celery, host: Host) -> Callable[[str], None]:
    """Adds the task to the app. Returns its function, which never raises."""

    def play_pairing(pairing_id: str) -> None:
        try:
            play_leased(pairing_id, host)
        except Exception:
            log.exception("pairing failed", pairing=pairing_id)

    app.task(name=TASK)(play_pairing)
    return play_pairing


def play_leased(pairing_id: str, host: Host) -> None:
    """Plays a pairing if its lease can be had; returns when it is settled, or dropped."""
    interrupt = Interrupt(host.stop)
    try:
        _play(pairing_id, host, interrupt)
    except DROPPED as error:
        log.warning("pairing dropped", pairing=pairing_id, reason=str(error))
    finally:
        interrupt.close()


def _play(pairing_id: str, host: Host, interrupt: Interrupt) -> None:
    interrupt.check()
    patience = host.settings.redis_patience
    owner = f"{socket.gethostname()}-{secrets.token_hex(8)}"
    attempt = patiently(
        lambda: leases.take(host.redis, pairing_id, owner, host.lease_ttl), patience, interrupt
    )
    if attempt is None:
        log.info("nothing to play", pairing=pairing_id)
        return
    lease = HeldLease(host.redis, pairing_id, owner, attempt)
    address, ttl, every = host.arbiter.address, host.lease_ttl, host.beat_interval
    with kept(lease, interrupt, address, ttl, every, patience):
        pairing = patiently(
            lambda: tournaments.pairing(host.redis, pairing_id), patience, interrupt
        )
        if pairing is None:
            return  # it was finished by one who had the lease until just now
        secret = patiently(lambda: store.secret(host.redis), patience, interrupt)
        pairing = replace(pairing, secret=secret)
        storage = LeagueStorage(host.redis, pairing, lease, interrupt, patience)
        try:
            play_block(pairing, storage, host.arbiter, host.settings, interrupt)
        except Interrupted:
            storage.save()
            raise
        except DROPPED:
            raise
        except Exception as error:
            # Unless it counts as void, whatever fails in the same way again is tried for ever.
            with suppress(*DROPPED):
                storage.void(_under_way(pairing, storage), "host", f"internal error: {error!r}")
            raise


def _under_way(pairing: Pairing, storage: LeagueStorage) -> str:
    """The match that a pairing has come to: they are played in order."""
    open_ = (each.match_id for each in pairing.seatings if not storage.settled(each.match_id))
    return next(open_, pairing.seatings[-1].match_id)
