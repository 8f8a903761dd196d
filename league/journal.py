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
    places = [keys.pairing(pairing_id), keys.journal(match_id)]
    if run(redis, "append_journal", places, attempt, match_id, *args) < 0:
        raise StaleAttempt(pairing_id, attempt)


def read(redis: Redis, match_id: str) -> list[bytes]:
    """The entries, in order of plies; none if the match has not begun or is over."""
    entries = redis.hgetall(keys.journal(match_id))
    return [bytes(entries[ply]) for ply in sorted(entries, key=int)]  # type: ignore[arg-type]
