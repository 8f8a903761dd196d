"""What commands print: names and reasons as they are, and a directory that cannot be used."""

from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from cli.output import table
from tests.cli.conftest import Arena

NAME = "cmd:./bot [fast] [/x] :dog:"


def test_a_table_shows_brackets_as_they_are() -> None:
    console = Console(width=200)
    with console.capture() as said:
        console.print(table(NAME, ("agent", "result"), [(NAME, Text("passed", "green"))]))
    assert said.get().count(NAME.removesuffix(" :dog:")) == 2
    assert ":dog:" in said.get()
    assert "passed" in said.get()


@pytest.mark.parametrize("command", [("matches",), ("verify",), ("replay", "x")])
def test_records_that_cannot_be_read(arena: Arena, home: Path, command: tuple[str, ...]) -> None:
    (home / "matches.jsonl").mkdir(parents=True)
    said = arena(*command)
    assert said.code == 2
    assert "set ARENA_HOME" in said.err
    assert "Traceback" not in said.err


def test_an_archive_that_cannot_be_written_is_found_before_a_match(
    arena: Arena, home: Path
) -> None:
    home.touch()
    said = arena("play", "joust", "random", "random", "--time", "5")
    assert said.code == 2
    assert "set ARENA_HOME" in said.err
