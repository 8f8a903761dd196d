"""Registered tournaments: what they consist of, and how far they are."""

from collections.abc import Iterable
from dataclasses import dataclass

from redis import Redis

from league import keys
from league.errors import InvalidTournament, UnknownTournament
from league.pairing import Pairing
from league.scripts import run
from league.store import as_text
from league.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is, in matches and pairings."""

    matches: int
    finished: int  # have a result
    unplayable: int  # ran out of attempts
    pairings: int
    pairings_finished: int

    @property
    def done(self) -> bool:
        """Whether nothing is left to play."""
        return self.pairings_finished >= self.pairings


def register(redis: Redis, tournament: Tournament, pairings: Iterable[Pairing]) -> bool:
    """Stores a tournament and opens its pairings; False if it was registered already.

    The same tournament again goes on where it was, also after a registration that broke
    off half-way. Raises InvalidTournament if another one has its name.
    """
    key = keys.tournament(tournament.name)
    new = bool(redis.hsetnx(key, "definition", tournament.to_json()))
    if not new and definition(redis, tournament.name) != tournament:
        raise InvalidTournament(
            f"tournament {tournament.name!r} is registered with another field, time control, "
            "options or seed: give the changed file another name, or use another ARENA_HOME"
        )
    if new or not redis.hexists(key, "pairings"):
        _open(redis, tournament.name, pairings)
    # Only now: a director goes by the names, and would ask how far it is.
    redis.sadd(keys.TOURNAMENTS, tournament.name)
    return new


def unfinished(redis: Redis, name: str, limit: int = 0) -> list[str]:
    """The ids of the pairings that are not finished, in the schedule's order; the first
    `limit` of them, or all."""
    ids: list[bytes] = redis.zrange(keys.open_pairings(name), 0, limit - 1)  # type: ignore[assignment]
    return [as_text(pairing_id) for pairing_id in ids]


def progress(redis: Redis, name: str) -> Progress:
    """How far it is. Raises UnknownTournament."""
    fields = ["matches", "finished", "unplayable", "pairings", "pairings_finished"]
    counts = redis.hmget(keys.tournament(name), fields)
    if counts[0] is None:
        raise UnknownTournament(name, names(redis))
    return Progress(*(int(count or 0) for count in counts))


def names(redis: Redis) -> list[str]:
    """The names of all tournaments, sorted."""
    return sorted(as_text(name) for name in redis.smembers(keys.TOURNAMENTS))


def definition(redis: Redis, name: str) -> Tournament:
    """The tournament as it was registered. Raises UnknownTournament."""
    text = redis.hget(keys.tournament(name), "definition")
    if text is None:
        raise UnknownTournament(name, names(redis))
    return Tournament.from_json(text)


def pairing(redis: Redis, pairing_id: str) -> Pairing | None:
    """An unfinished pairing; None if it is finished or unknown."""
    spec = redis.hget(keys.pairing(pairing_id), "spec")
    return None if spec is None else Pairing.from_json(spec)


def _open(redis: Redis, name: str, pairings: Iterable[Pairing]) -> None:
    opened = matches = 0
    for place, each in enumerate(pairings):
        places = [keys.pairing(each.pairing_id), keys.open_pairings(name)]
        total = len(each.seatings)
        run(redis, "register_pairing", places, each.pairing_id, each.to_json(), total, place, name)
        opened, matches = opened + 1, matches + total
    # Written last: their presence says that the registration is complete.
    redis.hset(keys.tournament(name), mapping={"matches": matches, "pairings": opened})
