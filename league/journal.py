"""The journal of a match under way: what a later attempt resumes from.

Entries are serialised `arena.v1.JournalEntry` messages, kept by ply, so that appending
the same entry again changes nothing. A finished match has none: its record has it all.
"""

from collections.abc import Sequence

from redis import Redis

from arena.v1 import arbiter_pb2
from league import keys
from league.errors import StaleAttempt
from league.scripts import Value, run


def append(
    redis: Redis, match_id: str, pairing_id: str, attempt: int, entries: Sequence[bytes]
) -> None:
    """Adds entries. Raises StaleAttempt, also for a match that is over."""
    if not entries:
        return
    args: list[Value] = []
    for entry in entries:
        args += [arbiter_pb2.JournalEntry.FromString(entry).ply, entry]
    _run(redis, "append_journal", match_id, pairing_id, attempt, *args)


def read(redis: Redis, match_id: str) -> list[bytes]:
    """The entries, in order of plies; none if the match has not begun or is over."""
    entries = redis.hgetall(keys.journal(match_id))
    return [bytes(entries[ply]) for ply in sorted(entries, key=int)]  # type: ignore[arg-type]


def truncate_to(redis: Redis, match_id: str, pairing_id: str, attempt: int, ply: int) -> int:
    """Keeps the entries before `ply`, drops it and what follows; how many were dropped.

    Raises StaleAttempt, also for a match that is over.
    """
    return _run(redis, "truncate_journal", match_id, pairing_id, attempt, ply)


def _run(
    redis: Redis, script: str, match_id: str, pairing_id: str, attempt: int, *args: Value
) -> int:
    places = [keys.pairing(pairing_id), keys.journal(match_id)]
    answer = run(redis, script, places, attempt, match_id, *args)
    if answer < 0:
        raise StaleAttempt(pairing_id, attempt)
    return answer
