"""Whether the reference agents keep their time: matches under a control for each move and
under one with an increment, and how many ended because somebody's clock ran out.

Real arbiter, real agents, each in a process of its own; seats change in turn, every pairing
begins with a few random plies. A match that the arena voided, since its host stalled, counts
as voided and is played again. Ctrl-C ends it early, with what was played until then; so does a
host that is too busy for a match.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from rich.console import Console
from rich.table import Table

from bench.arena import bench_arena, run
from league.record import MatchRecord
from worker.errors import PairingUnplayable

PER_MOVE, INCREMENT = "move=50ms", "5+0.05"
_FORFEIT = "TIME_FORFEIT"
_RANDOM_PLIES = 2
_TABLES = (
    ("joust", ("joust:level=solve", "alphabeta")),
    ("chess", ("alphabeta", "minimax:depth=6")),
    ("threechess", ("coalition", "mcts", "best_reply")),
    ("threechess", ("maxn:depth=6", "mp_mix:depth=6", "paranoid:depth=6")),
)

# By time control, the matches of each table; with an increment the long ones cost most time.
Size = Mapping[str, tuple[int, ...]]
FULL: Size = {PER_MOVE: (500, 300, 50, 150), INCREMENT: (880, 70, 20, 30)}
QUICK: Size = {PER_MOVE: (8, 2, 2, 2), INCREMENT: (4, 0, 0, 0)}


@dataclass
class Count:
    """How matches ended."""

    turns: int = 0
    voided: int = 0
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, record: MatchRecord) -> None:
        """Counts a match."""
        self.turns += len(record.moves)
        self.voided += len(record.voids)
        self.endings[record.termination] += 1

    def figures(self) -> dict[str, object]:
        """As numbers by name."""
        return {
            "matches": self.endings.total(),
            "turns": self.turns,
            "time_losses": self.endings[_FORFEIT],
            "voided": self.voided,
            "endings": dict(self.endings.most_common()),
        }


def measure(size: Size, seed: int, console: Console) -> dict[str, object]:
    """All counts, by time control."""
    table = Table(title="Time losses of the reference agents")
    for column in ("game", "agents", "time", "matches", "turns", "time losses", "voided"):
        table.add_column(column, no_wrap=True)
    sums = {time: Count() for time in size}
    early = ""
    with bench_arena(seed) as arena:
        try:
            for time, game, agents, matches in _line_ups(size):
                console.print(f"{game} {time}: {', '.join(agents)}, {matches} matches", style="dim")
                found = Count()
                try:
                    for record in arena.records(game, agents, time, matches, _RANDOM_PLIES):
                        found.add(record)
                        sums[time].add(record)
                        _tell(record, console)
                finally:
                    *figures, _ = found.figures().values()
                    table.add_row(game, ", ".join(agents), time, *map(str, figures))
        except (KeyboardInterrupt, PairingUnplayable) as error:
            early = str(error) or "interrupted"
    console.print(table)
    return {time: count.figures() for time, count in sums.items()} | {"ended_early": early}


def _line_ups(size: Size) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
    """Time control, game, agents and matches of all that is played."""
    for time, shares in size.items():
        for (game, agents), matches in zip(_TABLES, shares, strict=True):
            if matches:
                yield time, game, agents, matches


def _tell(record: MatchRecord, console: Console) -> None:
    """A time loss as it comes, with what was charged."""
    if record.termination == _FORFEIT:
        charge = asdict(record.last_charge) if record.last_charge else {}
        console.print(f"{record.match}, ply {len(record.moves)}: {record.detail} {charge}")


if __name__ == "__main__":
    run(__doc__, measure, QUICK, FULL)
