"""Can the clocks be trusted? Charged against true time, false forfeits, and what freezing does.

Agents in processes of their own (`--containers`: in containers) sleep, or compute, and say
how long they took; the arbiter's ledger says what it charged. In many fast matches between
instant agents on an oversubscribed machine any forfeit is a false one. A rival that computes
all the time shares its core with an agent that does a fixed amount of work: what that costs
the agent, with freezing and without.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arbiter.freezer import Handle, open_freezer
from arena.v1 import agent_pb2, arbiter_pb2
from bench.rooms import Containers, Processes, Room
from bench.table_play import SEATS, play, process, quantile, wait_for

SLEEP_MS = 20
SPIN_MS = 3
FAST = "move=50ms"
FAST_PLIES = 9
WORK_LOOPS = 2_000_000


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    plies: dict[int, int]  # matches at once -> plies of each
    fast_matches: int
    work_plies: int
    freezes: int


QUICK = Size({1: 60, 8: 30, 64: 15}, fast_matches=300, work_plies=18, freezes=300)
# A container takes its time to start.
QUICK_CONTAINERS = replace(QUICK, plies={1: 60, 8: 30}, fast_matches=100)
FULL = Size({1: 300, 8: 90, 64: 45}, fast_matches=20_000, work_plies=90, freezes=3_000)
FULL_CONTAINERS = replace(FULL, fast_matches=2_000)


@contextlib.contextmanager
def load() -> Iterator[None]:
    """A process a core that does nothing but compute."""
    spin = "while True: pass"
    cores = range(os.cpu_count() or 1)
    hogs = [subprocess.Popen([sys.executable, "-S", "-c", spin]) for _ in cores]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


class Bench:
    """The processes of the bench, and its findings."""

    def __init__(self, arbiter: str, room: Room, size: Size, console: Console) -> None:
        self._arbiter = arbiter
        self._agents = room.agents
        self._size = size
        self._console = console
        self.table = Table("matches", "agents", "beside", "p50 ms", "p99 ms", "most ms", "turns")

    def errors(self, matches: int, kind: str) -> tuple[list[float], list[float]]:
        """|charged - true| of every turn in milliseconds: with nothing beside, under load."""
        habit = ("--sleep", str(SLEEP_MS)) if kind == "sleeping" else ("--spin", str(SPIN_MS))
        self._console.print(f"{matches} matches, {kind}", style="dim")
        with self._agents(habit, matches) as agents:
            quiet = self._errors(agents, kind, "nothing")
            with load():
                return quiet, self._errors(agents, kind, "load")

    def _errors(self, agents: list[arbiter_pb2.SeatSpec], kind: str, beside: str) -> list[float]:
        plies = self._size.plies[len(agents)]
        # An agent a match, which plays all of its seats.
        tables = [[agent] * SEATS for agent in agents]
        played = play(self._arbiter, tables, len(tables), plies)
        wrong = [abs(e.ledger.charged_us - e.thought.score) / 1000 for e in played.journal]
        quantiles = (f"{quantile(wrong, q):.3f}" for q in (0.5, 0.99, 1.0))
        self.table.add_row(str(len(agents)), kind, beside, *quantiles, str(len(wrong)))
        return wrong

    def false_forfeits(self) -> tuple[int, int]:
        """Forfeits and void attempts of instant agents in fast matches under load."""
        forfeits = voids = 0
        with self._agents((), 1) as (one,), load():
            left = self._size.fast_matches
            while left:
                batch = min(left, 1000)
                # One at a time, as a sandbox plays: an agent that serves several matches at
                # once makes them wait for each other, and that wait is its own.
                played = play(
                    self._arbiter,
                    [[one] * SEATS],
                    batch,
                    FAST_PLIES,
                    time_control=FAST,
                    at_once=1,
                )
                forfeits += played.forfeits
                voids += played.voids
                left -= batch
        return forfeits, voids

    def work_ms(self, rival: tuple[str, ...], pondering: agent_pb2.Pondering) -> float:
        """How long a fixed amount of work takes next to a rival on the same core (median)."""
        worker = ("--work", str(WORK_LOOPS), "--core", "0")
        with contextlib.ExitStack() as stack:
            (one,) = stack.enter_context(self._agents(worker, 1))
            others = [
                stack.enter_context(self._agents(("--core", "0", *rival), 1))[0]
                for _ in range(SEATS - 1)
            ]
            played = play(
                self._arbiter,
                [[one, *others]],
                1,
                self._size.work_plies,
                time_control="600",
                pondering=pondering,
            )
        return statistics.median(e.thought.score / 1000 for e in played.journal if e.seat == 0)

    def freeze_us(self) -> list[float]:
        """What stopping a sandbox and letting it run again takes."""
        took = []
        with self._agents((), 1) as (one,):
            freezer = open_freezer(Handle(one.freeze.cgroup, one.freeze.process_group))
            for _ in range(self._size.freezes):
                begin = time.monotonic_ns()
                freezer.freeze()
                freezer.thaw()
                took.append((time.monotonic_ns() - begin) / 1000)
            freezer.close()
        return took


def _p99s(errors: dict[tuple[str, int], tuple[list[float], list[float]]]) -> dict[str, float]:
    figures = {}
    for (kind, matches), measured in errors.items():
        name = f"error_p99_ms_{matches}" + ("" if kind == "sleeping" else f"_{kind}")
        for suffix, wrong in zip(("", "_loaded"), measured, strict=True):
            figures[name + suffix] = round(quantile(wrong, 0.99), 3)
    return figures


def measure(size: Size, containers: bool, console: Console) -> dict[str, object]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder:
        arbiter = f"unix:{folder}/arbiter"
        room = Containers() if containers else Processes(Path(folder))
        bench = Bench(arbiter, room, size, console)
        with process("cli.main", "serve", "arbiter", "--address", arbiter):
            wait_for(Path(folder, "arbiter"))
            result = _measure(bench, size, console)
    return {"sandbox": "container" if containers else "process", **result}


def _measure(bench: Bench, size: Size, console: Console) -> dict[str, object]:
    kinds = ("sleeping", "spinning")
    errors = {(kind, n): bench.errors(n, kind) for kind in kinds for n in size.plies}
    console.print("fast matches on an oversubscribed machine", style="dim")
    forfeits, voids = bench.false_forfeits()
    console.print("a rival that ponders", style="dim")
    quiet = bench.work_ms((), agent_pb2.PONDERING_UNENFORCED)
    frozen = bench.work_ms(("--ponder",), agent_pb2.PONDERING_OFF)
    free = bench.work_ms(("--ponder",), agent_pb2.PONDERING_UNENFORCED)
    freezes = bench.freeze_us()
    console.print(bench.table)
    result: dict[str, object] = {
        **_p99s(errors),
        "matches": size.fast_matches,
        "false_forfeits": forfeits,
        "void_attempts": voids,
        "ponder_cost_off_pct": round(100 * (frozen / quiet - 1), 2),
        "ponder_cost_unenforced_pct": round(100 * (free / quiet - 1), 2),
        "freeze_us_p50": round(quantile(freezes, 0.5), 1),
        "freeze_us_p99": round(quantile(freezes, 0.99), 1),
    }
    console.print(
        f"{forfeits} forfeits and {voids} void attempts in {size.fast_matches:,} fast matches; "
        f"a pondering rival costs {result['ponder_cost_off_pct']} % when frozen, "
        f"{result['ponder_cost_unenforced_pct']} % when not; "
        f"freezing and thawing takes {result['freeze_us_p50']} us"
    )
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="under 50 s")
    parser.add_argument("--containers", action="store_true", help="agents in containers")
    arguments = parser.parse_args()
    sizes = (QUICK_CONTAINERS, FULL_CONTAINERS) if arguments.containers else (QUICK, FULL)
    size = sizes[0] if arguments.quick else sizes[1]
    print(json.dumps(measure(size, arguments.containers, Console(stderr=True))))


if __name__ == "__main__":
    main()
