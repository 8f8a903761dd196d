"""Standings, crosstable and thinking time of a tournament, on screen and as JSON."""

from contextlib import closing
from dataclasses import asdict
from typing import Any

from redis import Redis
from rich.table import Table

from arena_games import is_real_time
from cli.output import emit, show, table
from league import pool, rater, results, tournaments
from league.home import open_redis
from league.ratings import MatchResult
from league.settings import load_settings
from league.standings import Row, crosstable, standings, thinking
from league.store import connect
from league.tournament import Tournament


def show_standings(name: str, json: bool) -> None:
    """Prints the standings of a registered tournament. Raises UnknownTournament."""
    with open_redis(load_settings()) as url, closing(connect(url)) as redis:
        tournament = tournaments.definition(redis, name)
        rater.fold_new(redis, _pool(tournament))
        if json:
            emit(rows_as_json(redis, tournament))
        else:
            print_standings(redis, tournament)


def rows_as_json(redis: Redis, tournament: Tournament) -> list[dict[str, Any]]:
    """The rows of the standings."""
    return [asdict(row) for row in _rows(redis, tournament)]


def print_standings(redis: Redis, tournament: Tournament) -> None:
    """Prints standings with error bars, the crosstable, and thinking time."""
    rows = _rows(redis, tournament)
    heads = list(results.heads(redis, tournament.name))
    spent = thinking(heads)
    columns = ("agent", "s a match", "ms a turn", "turns")
    told = [
        (agent, f"{each.per_match_s:.2f}", f"{each.per_turn_ms:.1f}", each.turns)
        for agent, each in sorted(spent.items(), key=lambda item: item[1].per_match_s)
    ]
    tables = [
        _rating_table(rows, tournament),
        _cross_table(rows, [MatchResult.of(head) for head in heads]),
    ]
    if not is_real_time(tournament.game):  # where no clock runs
        tables.append(table("Thinking time, as charged", columns, told, right=columns[1:]))
    show(*tables)


def _rows(redis: Redis, tournament: Tournament) -> list[Row]:
    names = [entrant.name for entrant in tournament.entrants]
    return standings(rater.ratings(redis, _pool(tournament)), names)


def _pool(tournament: Tournament) -> str:
    return pool.pool_name(tournament.name, tournament.game, tournament.options, tournament.time)


def _rating_table(rows: list[Row], tournament: Tournament) -> Table:
    columns = ["#", "agent", "rating", "95 %", "played", "won", "drawn", "lost"]
    passed = any(row.passed for row in rows)
    if passed:
        columns.append("passed")
    told = []
    for row in rows:
        interval = f"{row.low:.0f} to {row.high:.0f}"
        cells = [row.rank, row.agent, f"{row.rating:.0f}", interval, row.matches]
        told.append([*cells, row.wins, row.draws, row.losses, *([row.passed] if passed else [])])
    numbers = [column for column in columns if column != "agent"]
    title = f"{tournament.name}: {tournament.game}, {tournament.time}"
    return table(title, columns, told, right=numbers)


def _cross_table(rows: list[Row], match_results: list[MatchResult]) -> Table:
    cells = crosstable(match_results)
    told = []
    for row in rows:
        line: list[object] = [row.rank, row.agent]
        for other in rows:
            cell = cells.get((row.agent, other.agent))
            line.append(f"{cell.points:g}/{cell.matches}" if cell else "·")
        told.append(line)
    ranks = [str(row.rank) for row in rows]
    title = "Crosstable: points of the row's agent against that of each rank, of matches"
    return table(title, ("#", "agent", *ranks), told, right=("#", *ranks))
