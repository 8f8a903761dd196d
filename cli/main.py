"""The `arena` command: its sub-commands, and the edge where errors become one line."""

import os
import sys

import click
import typer

from cli import matches, play, reference, rules, services, tournaments
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
app.command("agents")(reference.agents)
app.command("play")(play.play)
app.command("run")(tournaments.run)
app.command("standings")(tournaments.standings)
app.command("matches")(matches.matches)
app.command("watch")(matches.watch)
app.command("replay")(matches.replay)
app.command("verify")(matches.verify)
app.command("perft")(rules.perft)
app.command("up")(services.up)
app.command("director")(services.director)
app.command("worker")(services.worker)
serve.command("arbiter")(services.arbiter)
app.add_typer(serve, name="serve")

USER_MISTAKE = 2
INTERRUPTED = 130


def run() -> None:
    """Runs the command; what a user can cause ends in one line and exit code 2."""
    sys.exit(_run())


def _run() -> int:
    try:
        return int(app(standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return USER_MISTAKE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:  # `arena matches | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        line = explain(error)
        if line is None:
            raise
        err.print(f"[red]arena:[/] {_plain(line)}", soft_wrap=True)
        return USER_MISTAKE


def _plain(text: str) -> str:
    """A text in which nothing is taken for markup."""
    return text.replace("[", r"\[")


if __name__ == "__main__":
    run()
