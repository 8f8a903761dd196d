"""Arguments that several commands share."""

from collections.abc import Sequence
from typing import Annotated

import typer

from cli.errors import UserError

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game: NAME=VALUE. Repeatable."),
]


def parse_options(texts: Sequence[str] | None) -> dict[str, str]:
    """The options of NAME=VALUE texts. Raises UserError."""
    options = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UserError(f"--option {text!r}: it takes NAME=VALUE, such as width=6")
        options[name.strip()] = value.strip()
    return options
