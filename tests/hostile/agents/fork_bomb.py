"""Forks until it may not, and ends of that."""

import os
import signal

from cover import play  # type: ignore[import-not-found]


def bomb() -> None:
    try:
        while True:
            if os.fork() == 0:
                signal.pause()
    except OSError:
        os._exit(1)


play(bomb)
