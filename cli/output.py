"""Where a command writes: results to standard output, everything else to standard error."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.console import Console, JustifyMethod
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def emit(value: Any) -> None:
    """One JSON value on one line of standard output, for machines."""
    print(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")), flush=True)  # noqa: T201


def show(*tables: Table) -> None:
    """Prints tables, each set apart by an empty line."""
    for each in tables:
        out.print()
        out.print(each)


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()
) -> Table:
    """A table with these columns; those in `right` hold numbers. Cells are shown as they
    are, brackets too (agents are named by commands); one in colour is a rich Text."""
    grid = Table(
        title=escape(title),
        title_justify="left",
        title_style="bold",
        header_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
    )
    for column in columns:
        number = column in right
        justify: JustifyMethod = "right" if number else "left"
        grid.add_column(column, justify=justify, no_wrap=number, overflow="fold")
    for row in rows:
        grid.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
    return grid


@contextmanager
def spinner() -> Iterator[Callable[[str], None]]:
    """Shows that something is done; takes what that is."""
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task("")
        yield lambda what: progress.update(task, description=what)
