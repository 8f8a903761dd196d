"""Matches for the benchmarks that play through a real arena: an arbiter of our own, each
agent in a process of its own."""

import argparse
import json
import logging
import os
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from cli.logs import log_to_stderr
from cli.series import Series, distinct
from cli.tree import ArbiterSocket, Tree, arbiter_service
from league.agents import AgentSpec
from league.pairing import Entrant
from league.record import MatchRecord
from worker.host_settings import load_sandbox_settings
from worker.local import play_local
from worker.settings import PlaySettings

_START_LIMIT_S = 60.0

Size = TypeVar("Size")


@dataclass
class BenchArena:
    """An arbiter, and how matches are played with it: as many at once as there are cores."""

    address: str
    play: PlaySettings
    seed: int
    _series: int = field(default=0)

    def records(
        self, game: str, agents: tuple[str, ...], time: str, matches: int, random_plies: int = 0
    ) -> Generator[MatchRecord, None, None]:
        """Plays so many matches, the seats changing in turn; agents that occur twice are told
        apart as `cli.series.distinct` does. Raises what `play_local` raises."""
        self._series += 1
        series = Series(
            game=game,
            agents=agents,
            time=time,
            options={},
            matches=matches,
            seed=self.seed,
            random_plies=random_plies,
            start_limit=_START_LIMIT_S,
        )
        entrants = tuple(
            Entrant(name, AgentSpec.parse(agent).text)
            for name, agent in zip(distinct(agents), agents, strict=True)
        )
        pairings = series.pairings(f"bench-{self._series}", entrants)
        jobs = max(1, os.cpu_count() or 1)
        with closing(play_local(pairings, self.address, jobs, self.play)) as records:
            yield from records


@contextmanager
def bench_arena(seed: int) -> Iterator[BenchArena]:
    """An arena that is gone when the block ends."""
    with tempfile.TemporaryDirectory() as folder, ArbiterSocket() as socket:
        play = PlaySettings(starts=1, sandbox=load_sandbox_settings())
        with Tree([arbiter_service(socket.address)], Path(folder)):
            yield BenchArena(socket.address, play, seed)


def run(
    doc: str | None,
    measure: Callable[[Size, int, Console], dict[str, object]],
    quick: Size,
    full: Size,
) -> None:
    """A bench as a command: measures one size or the other, and prints the figures."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0] if doc else "")
    parser.add_argument("--quick", action="store_true", help="under 50 s")
    parser.add_argument("--seed", type=int, default=1, help="of the matches' seeds")
    arguments = parser.parse_args()
    log_to_stderr(logging.WARNING)
    size = quick if arguments.quick else full
    print(json.dumps(measure(size, arguments.seed, Console(stderr=True, width=120))))
