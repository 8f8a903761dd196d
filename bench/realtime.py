"""Is AChess fair in real time? How late events are sent, whether every order counts on the tick
that its stamp says, and what a longer way to the arbiter costs with equalised delay and without.

Many matches at once between agents that order pieces about, in one arbiter. Then duels: both
players wait for the same signal, and whoever's order counts first wins; one of them is further
away. Among equals the one far away should win half of them.
"""

import argparse
import json
import math
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import grpc
from rich.console import Console
from rich.table import Table

from arena.v1 import agent_pb2, arbiter_pb2, arbiter_pb2_grpc
from bench.mover import SIGNAL_MS
from bench.table_play import process, quantile, run_match, wait_for

MATCHES = 50
DELAY_MS = 80
DUELS_AT_ONCE = 16
# Two rooks, each before the rival's king.
DUEL = "k6r/8/8/8/8/8/8/R6K -"


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    play_ms: int
    duels: int


QUICK = Size(play_ms=10_000, duels=96)
FULL = Size(play_ms=60_000, duels=960)


class Bench:
    """An arbiter, and agents to play there."""

    def __init__(self, arbiter: str, folder: Path) -> None:
        self._arbiter = arbiter
        self._folder = folder

    def wander(self, play_ms: int) -> tuple[list[arbiter_pb2.AchessReport], dict[str, int]]:
        """MATCHES at once for so long, and what their agents counted."""
        address, report = f"unix:{self._folder}/wanderer", self._folder / "counts"
        options = {"max_ms": str(play_ms), "quiet_ms": str(play_ms)}
        with process("bench.mover", address, "--report", str(report)):
            wait_for(self._folder / "wanderer")
            seats = [_seat(address), _seat(address)]
            ended = self._play([_spec(n, seats, options) for n in range(MATCHES)], MATCHES)
        counts: dict[str, int] = json.loads(report.read_text())
        return [each.achess for each in ended], counts

    def duel(self, duels: int, cap_ms: int) -> list[float]:
        """The scores of the one far away, who plays either colour as often."""
        near, far = f"unix:{self._folder}/near{cap_ms}", f"unix:{self._folder}/far{cap_ms}"
        options = {
            "position": DUEL,
            "ms_per_space": "50",
            "eq_cap_ms": str(cap_ms),
            "snapshot_ms": str(SIGNAL_MS),
            "castling": "false",
        }
        habit = ("--habit", "duellist")
        with (
            process("bench.mover", near, *habit),
            process("bench.mover", far, *habit, "--delay", str(DELAY_MS)),
        ):
            wait_for(Path(near.removeprefix("unix:")))
            wait_for(Path(far.removeprefix("unix:")))
            tables = [[_seat(near), _seat(far)], [_seat(far), _seat(near)]]
            specs = [_spec(n, tables[n % 2], options) for n in range(duels)]
            ended = self._play(specs, DUELS_AT_ONCE)
        return [each.scores[1 - number % 2] for number, each in enumerate(ended)]

    def _play(self, specs: list[arbiter_pb2.MatchSpec], at_once: int) -> list[arbiter_pb2.Finished]:
        with grpc.insecure_channel(self._arbiter) as channel, ThreadPoolExecutor(at_once) as pool:
            stub = arbiter_pb2_grpc.ArbiterServiceStub(channel)  # type: ignore[no-untyped-call]

            def one(spec: arbiter_pb2.MatchSpec) -> arbiter_pb2.Finished:
                last = list(run_match(stub, spec))[-1]
                if not last.HasField("finished"):
                    raise SystemExit(f"an attempt is void: {last.void.reason}")
                return last.finished

            return list(pool.map(one, specs))


def _seat(address: str) -> arbiter_pb2.SeatSpec:
    # As a remote agent has it: the way to it is measured, and believed.
    return arbiter_pb2.SeatSpec(name="mover", address=address, sandboxed=False)


def _spec(
    number: int, seats: list[arbiter_pb2.SeatSpec], options: dict[str, str]
) -> arbiter_pb2.MatchSpec:
    return arbiter_pb2.MatchSpec(
        match_id=f"m{number}",
        attempt=1,
        game="achess",
        options=options,
        seats=seats,
        achess_mode=agent_pb2.ACHESS_MODE_REAL_TIME,
        lot_seed=number,
        salt="00" * 16,
    )


def _percent(scores: list[float]) -> tuple[float, float]:
    """The mean in per cent, and twice its standard error."""
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    return 100 * mean, 200 * math.sqrt(variance / len(scores))


def measure(size: Size, console: Console) -> dict[str, object]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder:
        arbiter = f"unix:{folder}/arbiter"
        bench = Bench(arbiter, Path(folder))
        with process("cli.main", "serve", "arbiter", "--address", arbiter):
            wait_for(Path(folder, "arbiter"))
            console.print(f"{MATCHES} matches at once, {size.play_ms / 1000:g} s", style="dim")
            reports, counts = bench.wander(size.play_ms)
            console.print(f"duels, one {DELAY_MS} ms farther away", style="dim")
            equal = _percent(bench.duel(size.duels, 150))
            plain = _percent(bench.duel(size.duels, 0))
    late = sorted(report.late_p99_us / 1000 for report in reports)
    table = Table("figure", "value", title="AChess in real time")
    table.add_row(f"events sent late, p99, worst of {MATCHES} matches", f"{late[-1]:.2f} ms")
    table.add_row("the same, median match", f"{quantile(late, 0.5):.2f} ms")
    table.add_row("orders", f"{counts['orders']:,}")
    table.add_row("of them on another tick than stamped", str(counts["wrong_tick"]))
    away = f"{DELAY_MS} ms farther away wins"
    table.add_row(f"{away}, delays made equal", f"{equal[0]:.1f} % ± {equal[1]:.1f}")
    table.add_row(f"{away}, delays as they are", f"{plain[0]:.1f} % ± {plain[1]:.1f}")
    console.print(table)
    return {
        "matches": MATCHES,
        "late_p99_ms": round(late[-1], 3),
        "late_p99_ms_median_match": round(quantile(late, 0.5), 3),
        "late_max_ms": round(max(report.late_max_us for report in reports) / 1000, 3),
        **counts,
        "delayed_win_pct": round(equal[0], 2),
        "delayed_win_pct_error": round(equal[1], 2),
        "delayed_win_pct_unequal": round(plain[0], 2),
        "duels": size.duels,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="under 50 s")
    size = QUICK if parser.parse_args().quick else FULL
    print(json.dumps(measure(size, Console(stderr=True))))


if __name__ == "__main__":
    main()
