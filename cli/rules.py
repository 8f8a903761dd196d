"""`arena games` and `arena perft`: the rules, as the base install has them."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from arena_games import all_game_names, get_game, get_rules
from arena_games import board as board_module
from arena_games.perft import perft as count_leaves
from cli.arguments import JsonFlag, Options, parse_options
from cli.errors import UserError
from cli.output import emit, err, out, table


def compiled() -> bool:
    """Whether the rules run compiled."""
    return not (board_module.__file__ or "").endswith(".py")


def games(json: JsonFlag = False) -> None:
    """List the games and their options."""
    all_games = [get_rules(name) for name in all_game_names()]
    if json:
        emit(
            [
                {
                    "game": game.name,
                    "seats": game.seats,
                    "seat_names": list(game.seat_names),
                    "summary": game.summary,
                    "rules_version": game.rules_version,
                    "options": [
                        {
                            "name": option.name,
                            "default": option.default,
                            "takes": option.takes,
                            "summary": option.summary,
                        }
                        for option in game.options
                    ],
                }
                for game in all_games
            ]
        )
        return
    for game in all_games:
        out.print(f"\n[bold]{game.name}[/]  {game.summary}")
        out.print(f"  {game.seats} seats: {', '.join(game.seat_names)}", style="dim")
        rows = [
            (
                option.name,
                "" if option.default is None else option.default,
                option.takes,
                option.summary,
            )
            for option in game.options
        ]
        out.print(table("", ("option", "default", "takes", "meaning"), rows))


def perft(
    game: Annotated[str, typer.Argument(help="The game: see `arena games`.")],
    depth: Annotated[int, typer.Argument(help="Plies to look ahead.", min=0, max=256)],
    position: Annotated[
        str | None, typer.Option(help="A position text instead of the start.")
    ] = None,
    option: Options = None,
    json: JsonFlag = False,
) -> None:
    """Count the move sequences of a length: a check of the rules, and of their speed."""
    rules = get_game(game)
    options = parse_options(option)
    if position is not None and options:
        raise UserError("--position holds its own options: leave out --option")
    start = rules.load(position) if position is not None else rules.start(options)
    begin = time.perf_counter()
    with _ended_by_signals():
        nodes = count_leaves(start, depth)
    seconds = time.perf_counter() - begin
    rate = round(nodes / seconds) if seconds else 0
    if json:
        emit(
            {
                "game": game,
                "depth": depth,
                "position": start.text(),
                "nodes": nodes,
                "seconds": round(seconds, 6),
                "nodes_per_second": rate,
                "compiled": compiled(),
            }
        )
        return
    if not compiled():
        err.print("the rules run interpreted: nothing was compiled here", style="dim")
    out.print(f"{nodes:,} nodes in {seconds:.3f} s, {rate:,} nodes a second")


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Ctrl-C and SIGTERM end the process at once: compiled counting never gets round to
    Python's handlers, and there is nothing to stop first."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_DFL) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
