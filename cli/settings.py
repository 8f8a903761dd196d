"""The settings of a command, read once; a bad one is one line."""

from pydantic import ValidationError

from cli.errors import UserError
from league.settings import Settings


def read_settings() -> Settings:
    """The settings from `ARENA_...` variables. Raises UserError."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "ARENA_" + "_".join(map(str, first["loc"])).upper()
        raise UserError(f"{name}={first['input']!r}: {first['msg']}") from None
