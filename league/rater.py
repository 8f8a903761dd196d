"""The rater: the one fold of a pool's result stream into ratings.

Ratings and the cursor up to which they hold are written by one script, and only if the
cursor is still where the fold began. So any number of raters may run: each result is
folded once. A rebuild is the same fold from the stream's beginning.
"""

import uuid

from redis import Redis

from league import keys
from league.ratings import MatchResult, Tally, fold
from league.scripts import Value, run
from league.store import as_text

_BATCH = 500
_BEGINNING = "0-0"


def pools(redis: Redis) -> list[str]:
    """The pools that have results, sorted."""
    return sorted(as_text(name) for name in redis.smembers(keys.POOLS))


def fold_new(redis: Redis, pool: str, batch: int = _BATCH) -> int:
    """Folds what is new in the pool's stream; how many results that was for us."""
    return _fold_stream(redis, keys.results(pool), keys.ratings(pool), keys.cursor(pool), batch)


def ratings(redis: Redis, pool: str) -> dict[str, Tally]:
    """The ratings of a pool as they were last folded."""
    return _tallies(redis, keys.ratings(pool))


def rebuild(redis: Redis, pool: str, batch: int = _BATCH) -> dict[str, Tally]:
    """What the fold makes of the whole stream, from zero, beside the pool's own ratings.

    Equal to `ratings` if those have seen the whole stream.
    """
    fresh = f"{pool}:rebuild:{uuid.uuid4().hex}"
    try:
        _fold_stream(redis, keys.results(pool), keys.ratings(fresh), keys.cursor(fresh), batch)
        return _tallies(redis, keys.ratings(fresh))
    finally:
        redis.delete(keys.ratings(fresh), keys.cursor(fresh))


def _fold_stream(redis: Redis, stream: str, ratings_key: str, cursor_key: str, batch: int) -> int:
    folded = 0
    while True:
        before = as_text(redis.get(cursor_key)) or _BEGINNING
        entries = redis.xrange(stream, min=f"({before}", count=batch) or []
        if not entries:
            return folded
        results = [MatchResult.from_json(_field(fields, b"result")) for _, fields in entries]
        changed = fold(_known(redis, ratings_key, results), results)
        args: list[Value] = [before, as_text(entries[-1][0])]
        for agent, tally in changed.items():
            args += [agent, tally.to_json()]
        # Losing the race is no loss: whoever won it has folded these results.
        folded += len(entries) * run(redis, "fold_ratings", [cursor_key, ratings_key], *args)


def _known(redis: Redis, ratings_key: str, results: list[MatchResult]) -> dict[str, Tally]:
    agents = sorted({agent for result in results for agent in result.agents})
    found = zip(agents, redis.hmget(ratings_key, agents), strict=True)
    return {agent: Tally.from_json(text) for agent, text in found if text is not None}


def _tallies(redis: Redis, ratings_key: str) -> dict[str, Tally]:
    return {
        as_text(agent): Tally.from_json(text) for agent, text in redis.hgetall(ratings_key).items()
    }


def _field(fields: dict[bytes | str, bytes | str] | None, name: bytes) -> bytes | str:
    if fields is None:
        raise LookupError(f"a stream entry without {name.decode()}")
    return fields[name]
