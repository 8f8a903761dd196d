"""The void attempts of a match: those that failed through no agent's fault."""

import json

from redis import Redis

from league import keys
from league.record import VoidAttempt


def log_void(redis: Redis, match_id: str, attempt: int, blame: str, reason: str) -> None:
    """Keeps that an attempt was void, once: what was said first of it stays."""
    told = json.dumps([blame, reason], ensure_ascii=False)
    redis.hsetnx(keys.voids(match_id), str(attempt), told)


def voids(redis: Redis, match_id: str) -> list[VoidAttempt]:
    """The void attempts of a match, in order."""
    told = redis.hgetall(keys.voids(match_id))
    return [VoidAttempt(int(n), *json.loads(told[n])) for n in sorted(told, key=int)]
