"""Recorded matches: those of tournaments in Redis, those of `arena play` in the archive."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from redis import Redis
from rich.progress import track

from arena_games import Termination
from cli.archive import Archive
from cli.output import emit, err, out, table
from league import results, tournaments
from league.errors import UnknownMatch
from league.home import ArenaHome, open_redis
from league.record import MatchRecord
from league.settings import Settings, load_settings
from league.store import connect
from league.verify import verify


class Records:
    """Both places in which records are kept."""

    def __init__(self, settings: Settings, stack: ExitStack) -> None:
        self.archive = Archive(ArenaHome(settings.home).matches_file)
        self._settings = settings
        self._stack = stack
        self._redis: Redis | None = None

    @property
    def redis(self) -> Redis | None:
        """The league's Redis; None if this arena never had one."""
        if self._redis is None and self._has_league():
            url = self._stack.enter_context(open_redis(self._settings))
            self._redis = self._stack.enter_context(closing(connect(url)))
        return self._redis

    def _has_league(self) -> bool:
        return self._settings.redis_url is not None or Path(self._settings.home, "data").exists()

    def find(self, match_id: str) -> MatchRecord:
        """The record of a match. Raises UnknownMatch."""
        if record := self.archive.find(match_id):
            return record
        if self.redis is None:
            raise UnknownMatch(match_id)
        return results.read(self.redis, match_id)

    def named(self, names: Sequence[str]) -> Iterator[MatchRecord]:
        """The records of the matches and tournaments of those names; without names, all."""
        known = tournaments.names(self.redis) if self.redis is not None else []
        if not names:
            yield from self.archive.records()
        for name in names or known:
            if self.redis is not None and name in known:
                for head in results.heads(self.redis, name):
                    yield results.read(self.redis, head.match)
            else:
                yield self.find(name)


@contextmanager
def open_records() -> Iterator[Records]:
    """The records, good for the block."""
    with ExitStack() as stack:
        yield Records(load_settings(), stack)


def list_matches(tournament: str | None, json: bool) -> None:
    """Lists the matches of a tournament, or those that `arena play` made."""
    with open_records() as records:
        if tournament is None:
            listed = list(records.archive.records())
            unplayable: dict[str, str] = {}
            if not listed and not json and records.redis is not None:
                names = ", ".join(tournaments.names(records.redis)) or "none"
                err.print(f"no match of `arena play` is recorded; tournaments: {names}")
        else:
            listed, unplayable = _of_tournament(records, tournament)
    if json:
        emit(
            [
                *map(_as_json, listed),
                *({"match": m, "unplayable": w} for m, w in unplayable.items()),
            ]
        )
        return
    columns = ("match", "score by seat", "ended by", "time", "attempt")
    out.print(table("Matches", columns, map(_as_row, listed)))
    for match_id, why in unplayable.items():
        out.print(f"{match_id} could not be played, and counts for nobody: {why}", markup=False)


def _of_tournament(records: Records, name: str) -> tuple[list[MatchRecord], dict[str, str]]:
    redis = records.redis
    if redis is None:
        raise UnknownMatch(name)
    tournaments.definition(redis, name)
    return list(results.heads(redis, name)), results.given_up(redis, name)


def _as_row(record: MatchRecord) -> tuple[object, ...]:
    scores = "  ".join(f"{seat.name} {seat.score:g}" for seat in record.seats)
    why = Termination[record.termination].value
    return record.match, scores, why, f"{record.wall_s:.1f} s", record.attempt


def _as_json(record: MatchRecord) -> dict[str, Any]:
    return {
        "match": record.match,
        "game": record.game,
        "seats": [
            {"seat": seat.seat, "agent": seat.name, "score": seat.score} for seat in record.seats
        ],
        "termination": record.termination,
        "detail": record.detail,
        "attempt": record.attempt,
        "voids": [
            {"attempt": void.attempt, "blame": void.blame, "reason": void.reason}
            for void in record.voids
        ],
        "started_at": record.started_at,
        "wall_s": record.wall_s,
    }


def verify_matches(names: Sequence[str], json: bool) -> bool:
    """Judges records again and says what is wrong with them; whether all are sound."""
    judged: list[tuple[str, list[str]]] = []
    with open_records() as records:
        for record in track(records.named(names), "verifying", console=err, transient=True):
            judged.append((record.match, verify(record)))
    if json:
        emit([{"match": match, "problems": problems} for match, problems in judged])
    for match, problems in judged:
        for problem in problems:
            err.print(f"{match}: {problem}", style="red", markup=False)
    sound = sum(not problems for _, problems in judged)
    if not json:
        out.print(f"{sound} of {len(judged)} matches are sound")
    return sound == len(judged)
