"""Writes to its log without a pause, while it plays."""

import os
import threading

from cover import play  # type: ignore[import-not-found]

_LINES = b"all work and no play makes a bot a dull boy\n" * 1000


def flood() -> None:
    while True:
        os.write(1, _LINES)


play(lambda: threading.Thread(target=flood, daemon=True).start())
