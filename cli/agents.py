"""`arena agents`, `check`, `submit` and `logs`."""

from typing import Annotated

import typer

from cli.arguments import JsonFlag

Game = Annotated[str, typer.Option("--game", "-g", help="The game: see `arena games`.")]
Games = Annotated[list[str], typer.Option("--game", "-g", help="A game that it plays. Repeatable.")]
StartLimit = Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds to get ready.")]
Time = Annotated[
    str | None,
    typer.Option(help="Time control of the matches against `random`; else 10+0.1, or lockstep."),
]

NOT_PASSED = 1


def agents(
    name: Annotated[
        str | None, typer.Argument(help="A submitted agent, with the report of its check.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the reference agents, the submitted ones, and the other ways to name an agent."""
    from cli.roster import list_agents, show_agent

    if name is None:
        list_agents(json)
    else:
        show_agent(name, json)


def check(
    agent: Annotated[str, typer.Argument(help="cmd:./my_bot, image:NAME:TAG, grpc://HOST:PORT")],
    game: Game,
    time: Time = None,
    start_limit: StartLimit = 30.0,
    json: JsonFlag = False,
) -> None:
    """Does an agent keep to the protocol? The tests that `submit` asks it to pass."""
    from cli.checking import check_and_show

    if not check_and_show(agent, game, time, start_limit, json):
        raise typer.Exit(NOT_PASSED)


def submit(
    name: Annotated[str, typer.Argument(help="Its name; the next version of it, if it is there.")],
    game: Games,
    image: Annotated[str | None, typer.Option(help="A container image, kept by digest.")] = None,
    command: Annotated[str | None, typer.Option(help="A command on the workers' hosts.")] = None,
    address: Annotated[str | None, typer.Option(help="HOST:PORT of one that runs.")] = None,
    time: Time = None,
    start_limit: StartLimit = 30.0,
    json: JsonFlag = False,
) -> None:
    """Check a bot, and admit it as a new version of an agent: NAME@1, NAME@2, ..."""
    from cli.submitting import Place, submit_agent

    place = Place.of(image=image, command=command, address=address)
    if not submit_agent(name, place, game, time, start_limit, json):
        raise typer.Exit(NOT_PASSED)


def logs(
    match: Annotated[str, typer.Argument(help="The match's id: see `arena matches`.")],
    seat: Annotated[int, typer.Argument(min=0, help="The seat, from 0.")],
    json: JsonFlag = False,
) -> None:
    """Print what an agent wrote in a match that was played on this host."""
    from cli.agent_logs import print_log

    print_log(match, seat, json)
