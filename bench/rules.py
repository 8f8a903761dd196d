"""The rules' own speed: perft and random play of every turn game, compiled and interpreted;
chess beside PyPI's `chess` in the same run; a six-ply Joust search.

A node of perft is a leaf, the last ply counted in bulk, on our side and in `chess` alike. A
playout is a match of random legal moves on a board. Compiled and `chess` take turns, so that
both have the same machine; the ratio is per round. Seconds are of CPU time: who else is at
work on the machine matters less. Interpreted means the same sources without
their compiled modules, in a process of its own.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import chess
from rich.console import Console
from rich.table import Table

import arena_games.board
from arena_games import Board, get_game
from arena_games.perft import perft
from arena_games.rng import Lot
from arena_games.search import JoustProlog, alphabeta

ROOT = Path(__file__).parents[1]
COMPILED = not str(arena_games.board.__file__).endswith(".py")
# Depths of a tenth of a second or so, compiled; interpreted two plies less.
DEPTHS = {"chess": 5, "joust": 9, "threechess": 5}
INTERPRETED_LESS = 2
SIX = 6


@dataclass(frozen=True)
class Size:
    """How much is measured: rounds, and seconds for each figure of a round."""

    rounds: int
    seconds: float


QUICK = Size(rounds=3, seconds=0.6)
FULL = Size(rounds=7, seconds=2.0)


def rate(work: Callable[[], int], seconds: float) -> float:
    """What `work` does in a second, done again and again for at least `seconds`."""
    done, begin = 0, time.process_time()
    while True:
        done += work()
        passed = time.process_time() - begin
        if passed >= seconds:
            return done / passed


def playout(start: Board, lot: Lot) -> int:
    """One match of random moves; 1."""
    board = start.copy()
    while not board.over:
        board.make(lot.choice(board.legal()))
    return 1


def bare_perft(board: chess.Board, depth: int) -> int:
    """Perft by PyPI's `chess`, the last ply counted in bulk."""
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += bare_perft(board, depth - 1)
        board.pop()
    return leaves


def six_plies(width: int) -> float:
    """Milliseconds of a six-ply search from the start of a square Joust board."""
    board = get_game("joust").start({"width": width, "height": width}).board()
    begin = time.perf_counter()
    alphabeta(board, SIX, JoustProlog())
    return 1000 * (time.perf_counter() - begin)


def own_figures(seconds: float) -> dict[str, float]:
    """Nodes and playouts a second by game, with the rules as they are in this process."""
    figures = {}
    for name, depth in DEPTHS.items():
        board, lot = get_game(name).start().board(), Lot(1)
        plies = depth if COMPILED else depth - INTERPRETED_LESS
        figures[f"{name}_nps"] = rate(partial(perft, board, plies), seconds)
        figures[f"{name}_playouts"] = rate(partial(playout, board, lot), seconds)
    for width in (8, 10):
        figures[f"joust_six_ply_ms_{width}"] = min(six_plies(width) for _ in range(3))
    return figures


def interpreted_figures(seconds: float) -> dict[str, float]:
    """The same from a copy of the sources without compiled modules."""
    with tempfile.TemporaryDirectory() as folder:
        for package in ("arena_games", "bench"):
            ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
            shutil.copytree(ROOT / package, Path(folder, package), ignore=ignored)
        command = [sys.executable, "-m", "bench.rules", "--figures", str(seconds)]
        environment = {**os.environ, "PYTHONPATH": folder}
        ran = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True
        )
    figures = json.loads(ran.stdout.splitlines()[-1])
    assert not figures.pop("compiled"), "the copy without compiled modules is interpreted"
    return {name: float(figure) for name, figure in figures.items()}


def measure(size: Size, console: Console) -> dict[str, object]:
    """All figures."""
    rounds, bare, ratios = [], [], []
    for number in range(size.rounds):
        console.print(f"round {number + 1} of {size.rounds}", style="dim")
        figures = own_figures(size.seconds)
        bare.append(rate(partial(bare_perft, chess.Board(), 3), size.seconds))
        rounds.append(figures)
        ratios.append(figures["chess_nps"] / bare[-1])
    interpreted = interpreted_figures(size.seconds)
    own = {name: statistics.median(figures[name] for figures in rounds) for name in rounds[0]}
    explain(console, own, interpreted, statistics.median(bare), ratios)
    return {
        "threechess_nps": round(own["threechess_nps"]),
        "chess_nps": round(own["chess_nps"]),
        "chess_ratio": round(statistics.median(ratios), 1),
        "chess_ratio_spread": [round(min(ratios), 1), round(max(ratios), 1)],
        "joust_nps": round(own["joust_nps"]),
        "joust_six_ply_ms": round(own["joust_six_ply_ms_8"], 3),
        "joust_six_ply_ms_10": round(own["joust_six_ply_ms_10"], 3),
        "playouts_per_s": {name: round(own[f"{name}_playouts"]) for name in DEPTHS},
        "interpreted_nps": {name: round(interpreted[f"{name}_nps"]) for name in DEPTHS},
        "interpreted_playouts_per_s": {
            name: round(interpreted[f"{name}_playouts"], 1) for name in DEPTHS
        },
        "compiled": COMPILED,
    }


def explain(
    console: Console,
    own: dict[str, float],
    interpreted: dict[str, float],
    bare: float,
    ratios: list[float],
) -> None:
    title = "Rules, " + ("compiled" if COMPILED else "not compiled here")
    table = Table("figure", "here", "interpreted", "factor", title=title)
    for name in DEPTHS:
        for figure, words in (("nps", "perft leaves a second"), ("playouts", "playouts a second")):
            key = f"{name}_{figure}"
            factor = own[key] / interpreted[key]
            table.add_row(
                f"{name}: {words}", f"{own[key]:,.0f}", f"{interpreted[key]:,.0f}", f"{factor:.0f}"
            )
    for width in (8, 10):
        key = f"joust_six_ply_ms_{width}"
        factor = interpreted[key] / own[key]
        words = f"joust {width}x{width}: six-ply search, ms"
        table.add_row(words, f"{own[key]:.2f}", f"{interpreted[key]:.0f}", f"{factor:.0f}")
    console.print(table)
    console.print(
        f"PyPI's chess: {bare:,.0f} perft leaves a second; ours is "
        f"{statistics.median(ratios):.0f} times as fast ({min(ratios):.0f} to {max(ratios):.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="under 50 s")
    parser.add_argument("--figures", type=float, metavar="SECONDS", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.figures:
        print(json.dumps({**own_figures(arguments.figures), "compiled": COMPILED}))
        return
    size = QUICK if arguments.quick else FULL
    print(json.dumps(measure(size, Console(stderr=True))))


if __name__ == "__main__":
    main()
