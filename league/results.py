"""Results: recorded once, read for replays, listings and standings."""

from collections.abc import Iterator

from redis import Redis

from league import keys
from league.errors import StaleAttempt, UnknownMatch
from league.pairing import pairing_of
from league.ratings import MatchResult
from league.record import MatchRecord
from league.scripts import run
from league.store import as_text

_CHUNK = 500
UNPLAYABLE = "unplayable: "


def record(redis: Redis, pool: str, record: MatchRecord, pairing_id: str, attempt: int) -> bool:
    """Stores the record, appends the result to the pool's stream and ends the match, and
    with its last match the pairing; all or nothing, and once.

    False if the match was over already: nothing has changed. Raises StaleAttempt.
    """
    match_id, tournament = record.match, record.tournament
    places = [
        keys.pairing(pairing_id),
        keys.record(match_id),
        keys.results(pool),
        keys.journal(match_id),
        keys.open_pairings(tournament),
        keys.tournament(tournament),
        keys.matches(tournament),
        keys.POOLS,
    ]
    told = (record.head_json(), record.plies_json(), MatchResult.of(record).to_json())
    answer = run(redis, "record_result", places, attempt, match_id, *told, pool, pairing_id)
    if answer < 0:
        raise StaleAttempt(pairing_id, attempt)
    return answer == 1


def read(redis: Redis, match_id: str) -> MatchRecord:
    """The record of a finished match. Raises UnknownMatch."""
    head, plies = map(as_text, redis.hmget(keys.record(match_id), ["head", "plies"]))
    if not head:
        raise UnknownMatch(match_id)
    return MatchRecord.from_json(head[:-1] + "," + plies[1:])


def heads(redis: Redis, tournament: str) -> Iterator[MatchRecord]:
    """The tournament's finished matches in the order they finished, without their plies."""
    begin = 0
    while ids := redis.lrange(keys.matches(tournament), begin, begin + _CHUNK - 1):
        pipeline = redis.pipeline(transaction=False)
        for match_id in ids:
            pipeline.hget(keys.record(as_text(match_id)), "head")
        yield from (MatchRecord.from_json(head) for head in pipeline.execute())
        begin += len(ids)


def unplayable(redis: Redis, pairing_id: str, match_id: str, reason: str, attempt: int) -> bool:
    """Ends a match that ran out of attempts, without a result: reported, nobody's loss.

    False if it was over already. Raises StaleAttempt.
    """
    tournament = as_text(redis.hget(keys.pairing(pairing_id), "tournament"))
    places = [
        keys.pairing(pairing_id),
        keys.journal(match_id),
        keys.open_pairings(tournament),
        keys.tournament(tournament),
        keys.given_up(tournament),
    ]
    answer = run(redis, "mark_unplayable", places, match_id, reason, pairing_id, attempt)
    if answer < 0:
        raise StaleAttempt(pairing_id, attempt)
    return answer == 1


def given_up(redis: Redis, tournament: str) -> dict[str, str]:
    """The tournament's matches that could not be played: id -> why."""
    found = redis.hgetall(keys.given_up(tournament))
    return {as_text(match_id): as_text(found[match_id]) for match_id in sorted(found)}


def over(redis: Redis, pairing_id: str) -> dict[str, str]:
    """The matches of a pairing that are over: id -> "" if it has a result, else why it
    could not be played."""
    fields = redis.hgetall(keys.pairing(pairing_id))
    states = {as_text(name): as_text(state) for name, state in fields.items()}
    return {
        name.removeprefix("m:"): state.removeprefix(UNPLAYABLE).removeprefix("finished")
        for name, state in states.items()
        if name.startswith("m:")
    }


def is_over(redis: Redis, match_id: str) -> bool:
    """Whether a match has a result or was given up."""
    return bool(redis.hexists(keys.pairing(pairing_of(match_id)), f"m:{match_id}"))
