"""`arena play`: matches here and now, in one process tree, without Redis."""

from typing import Annotated

import typer

from arena_games import get_rules, is_real_time
from arena_games.options import read_options, write_options
from cli.arguments import JsonFlag, Options, parse_options
from cli.errors import UserError


def play(
    game: Annotated[str, typer.Argument(help="The game: see `arena games`.")],
    agents: Annotated[
        list[str], typer.Argument(help="One a seat: greedy, paranoid:depth=3, cmd:./my_bot, ...")
    ],
    time: Annotated[
        str | None,
        typer.Option(
            help="Time control: 60, 10+0.1 (the default), 10d0.5, 40/60, move=100ms; "
            "of achess realtime (the default) or lockstep."
        ),
    ] = None,
    matches: Annotated[int, typer.Option(min=1, help="How many; the seats change in turn.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Blocks of matches played at once.")] = 1,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, help="For openings and agents' tie-breaks.")] = 0,
    random_plies: Annotated[
        int, typer.Option(min=0, max=200, help="Random moves that open each block of seatings.")
    ] = 0,
    start_limit: Annotated[
        float, typer.Option(min=0.1, max=3600, help="Seconds to get ready.")
    ] = 30.0,
    json: JsonFlag = False,
) -> None:
    """Play matches between agents, here and now."""
    from league.timing import default_time, pondering_choices, read_time

    rules = get_rules(game)
    options = read_options(game, rules.options, parse_options(option))
    rules.start(options)
    control = read_time(game, default_time(game) if time is None else time)
    if random_plies and is_real_time(game):
        raise UserError(f"--random-plies {random_plies}: {game} has no plies, leave it out")
    if len(agents) != rules.seats:
        names = ", ".join(rules.seat_names)
        raise UserError(f"{game} has {rules.seats} seats ({names}): name {rules.seats} agents")

    from cli.series import Series, play_series

    series = Series(
        game=game,
        agents=tuple(agents),
        time=control,
        options=write_options(rules.options, options),
        matches=matches,
        seed=seed,
        random_plies=random_plies,
        start_limit=start_limit,
        pondering=pondering_choices(game)[0],
    )
    play_series(series, jobs, json)
