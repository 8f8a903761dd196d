"""A series of matches between the same agents, played locally and kept in the archive."""

import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from string import ascii_lowercase
from string import digits as decimal_digits

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from arena_games import Termination, is_real_time
from cli.archive import Archive
from cli.logs import log_to_stderr
from cli.naming import pinned_here
from cli.output import emit, err, out, show, table
from cli.preflight import check_names, check_ready
from cli.tree import ArbiterSocket, Tree, arbiter_service
from league.agents import AgentSpec
from league.home import ArenaHome
from league.openings import Openings
from league.pairing import Entrant, Pairing
from league.record import MatchRecord
from league.schedule import round_robin
from league.settings import load_settings
from league.summary import summary
from league.tournament import Tournament
from worker.host_settings import load_sandbox_settings
from worker.leftovers import reap_leftovers
from worker.local import play_local
from worker.settings import PlaySettings

_DIGITS = decimal_digits + ascii_lowercase


@dataclass(frozen=True)
class Series:
    """What to play: `agents` in the seats' order of the first match."""

    game: str
    agents: tuple[str, ...]
    time: str
    options: Mapping[str, str]
    matches: int
    seed: int
    random_plies: int
    start_limit: float
    pondering: str = "off"

    def entrants(self) -> tuple[Entrant, ...]:
        """Who plays: of submitted agents the latest version. Raises InvalidAgent, UserError."""
        named = zip(distinct(self.agents), self.agents, strict=True)
        given = [Entrant(name, AgentSpec.parse(agent).text) for name, agent in named]
        return pinned_here(given, self.game)

    def pairings(self, prefix: str, entrants: tuple[Entrant, ...]) -> list[Pairing]:
        """Blocks of matches in which the seats change in turn, `matches` in all.

        Seeds and openings depend on `seed` alone, match ids begin with `prefix`.
        """
        tournament = Tournament(
            name="play",
            game=self.game,
            time=self.time,
            entrants=entrants,
            rounds=-(-self.matches // len(entrants)),
            seatings="rotations",
            start_limit=self.start_limit,
            pondering=self.pondering,
            seed=self.seed,
            options=self.options,
            openings=Openings(random_plies=self.random_plies),
        )
        return list(_first(self.matches, prefix, round_robin(tournament)))


def _first(matches: int, prefix: str, pairings: Iterator[Pairing]) -> Iterator[Pairing]:
    """The pairings, cut off after so many matches, under ids of their own."""
    left = matches
    for number, pairing in enumerate(pairings, 1):
        pairing_id = f"{prefix}-{number}"
        seatings = tuple(
            replace(seating, match_id=f"{pairing_id}.{index}")
            for index, seating in enumerate(pairing.seatings[:left], 1)
        )
        left -= len(seatings)
        yield replace(pairing, pairing_id=pairing_id, tournament=prefix, seatings=seatings)


def new_prefix() -> str:
    """A short name for a series that no other one has: its start in base 36."""
    milliseconds = time.time_ns() // 1_000_000
    digits = ""
    while milliseconds:
        milliseconds, digit = divmod(milliseconds, 36)
        digits = _DIGITS[digit] + digits
    return f"play-{digits}"


def distinct(names: Sequence[str]) -> list[str]:
    """The names, with #2, #3 added where one occurs again."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        seen[name] += 1
        told.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return told


def play_series(series: Series, jobs: int, json: bool) -> None:
    """Plays it, prints each match as it ends, and keeps the records."""
    check_names(series.agents, series.game)
    log_to_stderr(logging.WARNING)
    settings = load_settings()
    home = ArenaHome(settings.home)
    archive = Archive(home.matches_file)
    reap_leftovers(load_sandbox_settings())
    entrants = series.entrants()
    check_ready([each.started_as for each in entrants], series.game, series.start_limit)
    archive.prepare()
    pairings = series.pairings(new_prefix(), entrants)
    play = PlaySettings(starts=1, logs=home.logs / "agents", sandbox=load_sandbox_settings())
    records = []
    with ArbiterSocket() as socket, Tree([arbiter_service(socket.address)], home.logs) as tree:
        matches = play_local(pairings, socket.address, jobs, play)
        with closing(matches), _progress(series.matches) as progress:
            for record in matches:
                archive.append(record)
                records.append(record)
                for line in tree.supervise():
                    err.print(line, style="yellow")
                progress.advance(progress.task_ids[0])
                if json:
                    emit(summary(record))
    if not json:
        _show(records)


def _progress(matches: int) -> Progress:
    progress = Progress(
        TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err
    )
    progress.add_task("", total=matches)
    return progress


def _show(records: Sequence[MatchRecord]) -> None:
    rows = [
        (
            record.match,
            "  ".join(f"{seat.name} {seat.score:g}" for seat in record.seats),
            Termination[record.termination].value,
            len(record.opening) + len(record.moves),
            f"{record.wall_s:.1f}",
        )
        for record in records
    ]
    plies = "orders" if is_real_time(records[-1].game) else "plies"
    columns = ("match", "score by seat", "ended by", plies, "seconds")
    totals: dict[str, list[float]] = {}
    for record in records:
        for seat in record.seats:
            totals.setdefault(seat.name, []).append(seat.score)
    summed = [(name, f"{sum(scores):g}", len(scores)) for name, scores in totals.items()]
    show(
        table("Matches", columns, rows, right=(plies, "seconds")),
        table("Total", ("agent", "score", "matches"), summed, right=("score", "matches")),
    )
    out.print(f"\narena replay {records[-1].match}   shows the last one again", style="dim")
