"""Replaces its socket again and again, and calls itself on each, while it plays."""

import os
import socket
import threading
from contextlib import suppress

from cover import play, report  # type: ignore[import-not-found]

_PATH = os.environ["ARENA_ADDRESS"].removeprefix("unix:")


def storm(begun: threading.Event) -> None:
    while True:
        with suppress(OSError):
            os.unlink(_PATH)  # noqa: PTH108
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(_PATH)
                server.listen()
                for _ in range(100):
                    with socket.socket(socket.AF_UNIX) as caller:
                        caller.connect(_PATH)
        begun.set()


def attack() -> None:
    begun = threading.Event()
    threading.Thread(target=storm, args=(begun,), daemon=True).start()
    begun.wait()
    report(replaced=True)


play(attack)
