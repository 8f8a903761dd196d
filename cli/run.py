"""Playing a tournament from its file to its standings, all processes included."""

import logging
import time
from collections import deque
from contextlib import ExitStack, closing
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cli.errors import UserError
from cli.logs import log_to_stderr
from cli.naming import pinned_tournament
from cli.output import emit, err, out
from cli.preflight import check_names, check_ready
from cli.standings import print_standings, rows_as_json
from cli.tree import ArbiterSocket, Tree, arena_services
from league import pool, rater, results, tournaments
from league.home import open_redis
from league.schedule import round_robin
from league.settings import Settings, load_settings
from league.store import connect
from league.tournament import Tournament, load_tournament
from worker.host_settings import load_sandbox_settings
from worker.leftovers import reap_leftovers

_LOOK_EVERY_S = 0.5
# How long Redis may be away (it is started again when it dies) before the run gives up.
_REDIS_AWAY_S = 10.0


def run_tournament(file: Path, concurrency: int, json: bool) -> None:
    """Plays what is left of a tournament and shows its standings."""
    tournament = load_tournament(file)
    check_names((each.agent for each in tournament.entrants), tournament.game)
    log_to_stderr(logging.WARNING)
    settings = load_settings()
    reap_leftovers(load_sandbox_settings())
    with ExitStack() as stack:
        url = stack.enter_context(open_redis(settings))
        redis = stack.enter_context(closing(connect(url)))
        tournament = pinned_tournament(redis, tournament)
        if not _is_done(redis, tournament):
            agents = [entrant.started_as for entrant in tournament.entrants]
            check_ready(agents, tournament.game, tournament.start_limit)
            tournaments.register(redis, tournament, round_robin(tournament))
            _play(redis, url, tournament, settings, concurrency)
        rated = pool.pool_name(
            tournament.name, tournament.game, tournament.options, tournament.time
        )
        rater.fold_new(redis, rated)
        if json:
            emit(rows_as_json(redis, tournament))
        else:
            print_standings(redis, tournament)
            _print_next_steps(redis, tournament)
        _refuse_unplayable(redis, tournament)


def _is_done(redis: Redis, tournament: Tournament) -> bool:
    """Whether it was played before; checks that it is the same tournament."""
    if tournament.name not in tournaments.names(redis):
        return False
    tournaments.register(redis, tournament, round_robin(tournament))
    return tournaments.progress(redis, tournament.name).done


def _play(
    redis: Redis, url: str, tournament: Tournament, settings: Settings, concurrency: int
) -> None:
    with ArbiterSocket() as socket:
        services = arena_services(socket.address, url, concurrency, tournament.name)
        with Tree(services, settings.home / "logs") as tree, _bar() as bar:
            _follow(redis, tournament.name, tree, bar)


def _follow(redis: Redis, name: str, tree: Tree, bar: Progress) -> None:
    """Shows how far it is until it is done; ends that were made good again are said."""
    task = bar.add_task(name)
    heard = time.monotonic()
    while True:
        for line in tree.supervise():
            bar.console.print(line, style="yellow")
        try:
            progress = tournaments.progress(redis, name)
            heard = time.monotonic()
        except RedisError as error:
            if time.monotonic() - heard > _REDIS_AWAY_S:
                raise UserError(
                    f"Redis is gone ({error}); nothing recorded is lost: "
                    "run the same command again to go on"
                ) from error
            continue
        bar.update(task, total=progress.matches, completed=progress.finished + progress.unplayable)
        if progress.done:
            return
        time.sleep(_LOOK_EVERY_S)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("matches"),
        TimeElapsedColumn(),
        console=err,
    )


def _print_next_steps(redis: Redis, tournament: Tournament) -> None:
    last = next(iter(deque(results.heads(redis, tournament.name), maxlen=1)), None)
    if last is not None:
        out.print(
            f"\n[bold]arena replay {last.match}[/] shows a match again, "
            f"[bold]arena verify {last.match}[/] judges it again, "
            f"[bold]arena matches {tournament.name}[/] lists them."
        )


def _refuse_unplayable(redis: Redis, tournament: Tournament) -> None:
    count = tournaments.progress(redis, tournament.name).unplayable
    if count:
        raise UserError(
            f"{count} matches could not be played, and count for nobody: "
            f"`arena matches {tournament.name}` says why"
        )
