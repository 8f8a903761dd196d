"""The referee's own cost: turns through the arbiter beside a bare gRPC stream echo.

Real arbiter, real threechess, three-seat matches between instant agents that live in one
other process; the echo goes through the same kind of streams to the same process. Also
what a sleeping agent is charged beside the time that it says it took.

The arbiter and the echo's client are separate processes that take turns, so that both have
the machine to themselves. Ratios are per round; the table shows their spread.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import grpc.aio
from rich.console import Console
from rich.table import Table

from arena.v1 import agent_pb2
from bench.instant import ECHO
from bench.table_play import SEATS, play, process, quantile, seat, wait_for

MANY = 64


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    rounds: int
    single_plies: int
    many_plies: int
    sleeping_plies: int


QUICK = Size(rounds=3, single_plies=3_000, many_plies=150, sleeping_plies=90)
FULL = Size(rounds=7, single_plies=6_000, many_plies=300, sleeping_plies=300)


async def echo(agents: str, streams: int, round_trips: int) -> float:
    """Round trips per second of a bare stream echo, `streams` at once."""
    turn = agent_pb2.Turn(ply=100, moves=["BB1BA3"] * SEATS, clocks=[agent_pb2.Clock()] * SEATS)
    message = agent_pb2.PlayRequest(turn=turn).SerializeToString()

    async def one(channel: grpc.aio.Channel) -> None:
        call = channel.stream_stream(ECHO)()
        for _ in range(round_trips):
            await call.write(message)
            await call.read()
        call.cancel()

    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.aio.insecure_channel(agents, options) for _ in range(streams)]
    await asyncio.gather(*(channel.channel_ready() for channel in channels))
    begin = time.monotonic()
    await asyncio.gather(*(one(channel) for channel in channels))
    seconds = time.monotonic() - begin
    await asyncio.gather(*(channel.close() for channel in channels))
    return streams * round_trips / seconds


def measure(size: Size, console: Console) -> dict[str, object]:
    """All figures."""
    single, many, forfeits = [], [], 0
    rates: dict[str, list[float]] = {"turn": [], "echo": [], "turn64": [], "echo64": []}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        instant, sleeper = f"unix:{folder}/instant", f"unix:{folder}/sleeper"
        arbiter = f"unix:{folder}/arbiter"
        stack.enter_context(process("bench.instant", instant))
        stack.enter_context(process("bench.instant", sleeper, "--sleep", "20"))
        stack.enter_context(process("cli.main", "serve", "arbiter", "--address", arbiter))
        wait_for(Path(folder, "arbiter"))
        for number in range(size.rounds):
            console.print(f"round {number + 1} of {size.rounds}", style="dim")
            bare = asyncio.run(echo(instant, 1, size.single_plies))
            one = play(arbiter, [[seat(instant)] * SEATS], 1, size.single_plies)
            bare64 = asyncio.run(echo(instant, MANY, size.many_plies))
            all64 = play(arbiter, [[seat(instant)] * SEATS], MANY, size.many_plies)
            single.append(bare / one.turns_per_s)
            many.append(all64.turns_per_s / bare64)
            forfeits += one.forfeits + all64.forfeits
            figures = (one.turns_per_s, bare, all64.turns_per_s, bare64)
            for name, figure in zip(rates, figures, strict=True):
                rates[name].append(figure)
        asleep = play(arbiter, [[seat(sleeper)] * SEATS], 1, size.sleeping_plies)
    errors = sorted(
        abs(entry.ledger.charged_us - entry.thought.score) / 1000 for entry in asleep.journal
    )
    _explain(console, rates, single, many, errors)
    return {
        "single_ratio": round(statistics.median(single), 3),
        "single_ratio_spread": [round(min(single), 3), round(max(single), 3)],
        "many_ratio": round(statistics.median(many), 3),
        "many_ratio_spread": [round(min(many), 3), round(max(many), 3)],
        "turns_per_s_1": round(statistics.median(rates["turn"])),
        "turns_per_s_64": round(statistics.median(rates["turn64"])),
        "echo_per_s_1": round(statistics.median(rates["echo"])),
        "echo_per_s_64": round(statistics.median(rates["echo64"])),
        "false_forfeits": forfeits + asleep.forfeits,
        "sleep_error_ms_p50": round(quantile(errors, 0.5), 3),
        "sleep_error_ms_p99": round(quantile(errors, 0.99), 3),
    }


def _explain(
    console: Console,
    rates: dict[str, list[float]],
    single: list[float],
    many: list[float],
    errors: list[float],
) -> None:
    table = Table("figure", "median", "least", "most", title="The referee beside a bare echo")
    names = {
        "turn": "turns a second, 1 match",
        "echo": "echoes a second, 1 stream",
        "turn64": f"turns a second, {MANY} matches",
        "echo64": f"echoes a second, {MANY} streams",
    }
    for key, name in names.items():
        table.add_row(name, *(f"{figure:,.0f}" for figure in _spread(rates[key])))
    table.add_row("time of a turn / echo, 1 match", *(f"{r:.3f}" for r in _spread(single)))
    table.add_row(f"turns / echoes, {MANY} matches", *(f"{r:.3f}" for r in _spread(many)))
    console.print(table)
    console.print(
        f"an agent that sleeps 20 ms is charged within {quantile(errors, 0.5):.3f} ms (p50), "
        f"{quantile(errors, 0.99):.3f} ms (p99) of the time it took, over {len(errors)} turns"
    )


def _spread(figures: list[float]) -> tuple[float, float, float]:
    return statistics.median(figures), min(figures), max(figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="under 50 s")
    size = QUICK if parser.parse_args().quick else FULL
    print(json.dumps(measure(size, Console(stderr=True))))


if __name__ == "__main__":
    main()
