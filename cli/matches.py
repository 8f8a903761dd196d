"""`arena matches`, `watch`, `replay` and `verify`."""

from typing import Annotated

import typer

from cli.arguments import JsonFlag

MatchId = Annotated[str, typer.Argument(help="The match's id: see `arena matches`.")]


def matches(
    tournament: Annotated[
        str | None, typer.Argument(help="Of this tournament; none: those that `play` made.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List recorded matches."""
    from cli.listing import list_matches

    list_matches(tournament, json)


def watch(
    match: MatchId,
    arbiter: Annotated[
        str | None, typer.Option(help="Where it is played; none: as its worker says.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Follow a match that is being played."""
    from cli.watching import watch_match

    watch_match(match, arbiter, json)


def replay(
    match: MatchId,
    ply: Annotated[int | None, typer.Option(help="Only the position after so many plies.")] = None,
    ledger: Annotated[bool, typer.Option(help="The ledger of the clocks, move by move.")] = False,
    at: Annotated[
        int | None, typer.Option(help="In real time: only the state at so many ms.")
    ] = None,
    speed: Annotated[
        float, typer.Option(min=0.01, help="In real time: how much faster than it was.")
    ] = 1.0,
    json: JsonFlag = False,
) -> None:
    """Show a recorded match again: move by move; one in real time is played back."""
    from cli.replaying import Replay, replay_match

    replay_match(match, Replay(ply, ledger, at, speed), json)


def verify(
    match: Annotated[
        list[str] | None, typer.Argument(help="Match ids, or tournaments; none: all.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Judge recorded matches again: moves, result, and every clock."""
    from cli.listing import verify_matches

    if not verify_matches(match or [], json):
        raise typer.Exit(1)
