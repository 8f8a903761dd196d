"""Bears with a Redis that is away for a while, but not for ever."""

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

import redis.exceptions
import structlog

from league.errors import ServerUnreachable
from worker.interrupt import Interrupt

log = structlog.get_logger(__name__)

# What passes by itself when the server is back: it restarts, loads its data, or the
# connection broke. ReadOnlyError is a replica that is about to become the primary.
AWAY = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ReadOnlyError,
    ServerUnreachable,
)

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 2.0

Answer = TypeVar("Answer")


class RedisAway(Exception):
    """Redis was away for longer than we bear with."""


def patiently(call: Callable[[], Answer], seconds: float, interrupt: Interrupt) -> Answer:
    """Makes the call until Redis answers.

    The call may take effect twice (its answer may have been lost): it must bear that.
    Raises RedisAway after that many seconds, Interrupted.
    """
    deadline = monotonic() + seconds
    pause = _FIRST_PAUSE
    while True:
        try:
            return call()
        except AWAY as error:
            if monotonic() >= deadline:
                raise RedisAway(f"Redis was away for {seconds:g} s: {error}") from error
            log.warning("Redis is away, trying again", reason=str(error))
        interrupt.wait(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)
