"""The four tables of the 2020 student report on ThreeChess, played again through the arena,
and the best agent of ours at the table with theirs.

Real arbiter, real agents, each in a process of its own, 600 s a player as in the report; the
seats change in turn. Wins are shares with 95 % intervals (Wilson); seconds are an agent's own
thinking in a match, as its clock was charged.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from bench.arena import BenchArena, bench_arena, run
from cli.series import distinct

GREEDY, PARANOID, RANDOM, BEST = "greedy", "paranoid:depth=3", "random", "coalition"


@dataclass(frozen=True)
class LineUp:
    """Three agents at a table, for `matches`; what the report has for the first of them,
    or for each: won, lost of 100, seconds a match."""

    agents: tuple[str, str, str]
    matches: int
    report: tuple[tuple[int, int, float], ...] = ()


@dataclass
class Tally:
    """What an agent has done at one table."""

    played: int = 0
    won: int = 0
    lost: int = 0
    seconds: float = 0.0

    @property
    def share(self) -> float:
        """Matches won, of those played."""
        return self.won / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """The share's 95 % interval (Wilson, 1927)."""
        z, n = 1.96, self.played
        centre = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        spread = math.sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        half = z * spread / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class Size:
    """How many matches a table, and what a move may take, in seconds."""

    quick_agents: int
    mcts: int
    mcts_seconds: float
    three: int
    three_seconds: float
    best: int
    best_seconds: float

    def tables(self) -> dict[str, LineUp]:
        """What is played, by the name of the table."""
        slow, equal = f"mcts:seconds={self.three_seconds}", f":seconds={self.best_seconds}"
        best, mcts = BEST + equal, "mcts" + equal
        randoms = (RANDOM, RANDOM)
        return {
            "mcts": LineUp(
                (f"mcts:seconds={self.mcts_seconds}", *randoms), self.mcts, ((60, 20, 42.3),)
            ),
            "greedy": LineUp((GREEDY, *randoms), self.quick_agents, ((100, 0, 2.5),)),
            "paranoid": LineUp((PARANOID, *randoms), self.quick_agents, ((100, 0, 185.2),)),
            "three": LineUp(
                (GREEDY, PARANOID, slow),
                self.three,
                ((65, 0, 1.6), (35, 10, 78.4), (0, 90, 35.7)),
            ),
            "greedy, mcts": LineUp((best, GREEDY, mcts), self.best),
            "paranoid, mcts": LineUp((best, PARANOID, mcts), self.best),
            "greedy, paranoid": LineUp((best, GREEDY, PARANOID), self.best),
        }


FULL = Size(100, 100, 0.2, 100, 1.0, 100, 0.2)
QUICK = Size(21, 9, 0.05, 6, 0.1, 3, 0.05)


def tallies(arena: BenchArena, line_up: LineUp) -> list[Tally]:
    """Plays a table; one tally for each agent, the randoms' apart."""
    names = distinct(line_up.agents)
    tallies = {name: Tally() for name in names}
    for record in arena.records("threechess", line_up.agents, "600", line_up.matches):
        for seat in record.seats:
            tally = tallies[seat.name]
            tally.played += 1
            tally.won += seat.score == 1
            tally.lost += seat.score < 0
            tally.seconds += seat.charged_ms / 1000
    return [tallies[name] for name in names]


def measure(size: Size, seed: int, console: Console) -> dict[str, object]:
    """All figures."""
    found: dict[str, list[Tally]] = {}
    tables = size.tables()
    with bench_arena(seed) as arena:
        for name, line_up in tables.items():
            console.print(f"{', '.join(line_up.agents)}: {line_up.matches} matches", style="dim")
            found[name] = tallies(arena, line_up)
    _explain(console, tables, found)
    greedy, _, mcts = found["three"]
    overall = _overall([(tables[name].agents, found[name]) for name in list(tables)[-3:]])
    best, *others = overall.values()
    return {
        "greedy_win": round(found["greedy"][0].share, 3),
        "paranoid_win": round(found["paranoid"][0].share, 3),
        "paranoid_seconds": round(_seconds(found["paranoid"][0]), 3),
        "mcts_win": round(found["mcts"][0].share, 3),
        "mcts_over_greedy": mcts.won > greedy.won,
        "three_won": [tally.won for tally in found["three"]],
        "best": BEST,
        "best_won": {agent: round(tally.share, 3) for agent, tally in overall.items()},
        "best_interval": [round(bound, 3) for bound in best.interval],
        "best_ahead": all(best.interval[0] > other.interval[1] for other in others),
        "matches": {name: line_up.matches for name, line_up in tables.items()},
    }


def _overall(tables: Sequence[tuple[Sequence[str], Sequence[Tally]]]) -> dict[str, Tally]:
    """What each agent has done at all of the tables together, in order of appearance."""
    overall: dict[str, Tally] = {}
    for agents, tallies in tables:
        for agent, tally in zip(agents, tallies, strict=True):
            so_far = overall.setdefault(agent, Tally())
            so_far.played += tally.played
            so_far.won += tally.won
            so_far.lost += tally.lost
            so_far.seconds += tally.seconds
    return overall


def _seconds(tally: Tally) -> float:
    return tally.seconds / tally.played


def _explain(console: Console, tables: dict[str, LineUp], found: dict[str, list[Tally]]) -> None:
    table = Table(title="ThreeChess, the report of 2020 and now")
    columns = ("agent", "played", "won", "95 %", "lost", "seconds", "report: won, lost, s")
    for column in columns:
        table.add_column(column, no_wrap=True)
    for name, line_up in tables.items():
        for index, (agent, tally) in enumerate(zip(line_up.agents, found[name], strict=True)):
            low, high = tally.interval
            there = line_up.report[index] if index < len(line_up.report) else None
            table.add_row(
                agent,
                "" if index else str(line_up.matches),
                f"{tally.share:.0%}",
                f"{low:.0%}-{high:.0%}",
                f"{tally.lost / tally.played:.0%}",
                f"{_seconds(tally):.2f}",
                f"{there[0]}%, {there[1]}%, {there[2]}" if there else "",
            )
        table.add_section()
    console.print(table)
    overall = _overall([(tables[name].agents, found[name]) for name in list(tables)[-3:]])
    for agent, tally in overall.items():
        low, high = tally.interval
        console.print(f"{agent} won {tally.share:.0%} ({low:.0%}-{high:.0%}) of {tally.played}")


if __name__ == "__main__":
    run(__doc__, measure, QUICK, FULL)
