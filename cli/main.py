"""The `arena` command: its sub-commands, and the edge where errors become one line."""

import os
import signal
import sys
from types import FrameType

import typer

from cli import agents, matches, play, rules, services, tournaments
from cli.errors import explain
from cli.output import err

app = typer.Typer(
    name="arena",
    help="An arena where bots in any language play rated games under fair clocks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
serve = typer.Typer(help="Run one service.", no_args_is_help=True)

app.command("games")(rules.games)
app.command("agents")(agents.agents)
app.command("check")(agents.check)
app.command("submit")(agents.submit)
app.command("play")(play.play)
app.command("run")(tournaments.run)
app.command("standings")(tournaments.standings)
app.command("matches")(matches.matches)
app.command("watch")(matches.watch)
app.command("replay")(matches.replay)
app.command("verify")(matches.verify)
app.command("logs")(agents.logs)
app.command("perft")(rules.perft)
app.command("up")(services.up)
app.command("director")(services.director)
app.command("worker")(services.worker)
serve.command("arbiter")(services.arbiter)
app.add_typer(serve, name="serve")

USER_MISTAKE = 2


def run() -> None:
    """Runs the command; what a user can cause ends in one line and exit code 2."""
    signal.signal(signal.SIGTERM, _end)
    try:
        app()
    except BrokenPipeError:  # `arena matches | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        line = explain(error)
        if line is None:
            raise
        err.print("[red]arena:[/] ", end="")
        err.print(line, markup=False, soft_wrap=True)
        sys.exit(USER_MISTAKE)


def _end(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends a command as Ctrl-C does: what it started is stopped first."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    run()
