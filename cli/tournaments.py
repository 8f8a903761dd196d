"""`arena run` and `arena standings`."""

from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import JsonFlag


def run(
    file: Annotated[Path, typer.Argument(help="The tournament's TOML file.")],
    concurrency: Annotated[
        int, typer.Option(min=0, help="Matches at once on this machine; 0: one a core.")
    ] = 0,
    json: JsonFlag = False,
) -> None:
    """Play a tournament. Stopped in between, the same command goes on."""
    from cli.run import run_tournament

    run_tournament(file, concurrency, json)


def standings(
    name: Annotated[str, typer.Argument(help="The tournament's name.")],
    json: JsonFlag = False,
) -> None:
    """Show a tournament's ratings, with their 95 % intervals."""
    from cli.standings import show_standings

    show_standings(name, json)
