"""Starts threads until it may not, and keeps them."""

import threading

from cover import play, report, tried  # type: ignore[import-not-found]

held: list[threading.Thread] = []


def start_all() -> None:
    while True:
        thread = threading.Thread(target=threading.Event().wait, daemon=True)
        thread.start()
        held.append(thread)


play(lambda: report(why=tried(start_all), started=len(held)))
