"""Opens files until it may not, and keeps them."""

import os

from cover import play, report, tried  # type: ignore[import-not-found]

held: list[int] = []


def open_all() -> None:
    while True:
        held.append(os.open("/dev/null", os.O_RDONLY))


play(lambda: report(why=tried(open_all), opened=len(held)))
