"""Kills its process group, and whatever else it can reach."""

import os
import signal

from cover import play  # type: ignore[import-not-found]


def attack() -> None:
    os.kill(-1, signal.SIGKILL)  # all but itself
    os.killpg(0, signal.SIGKILL)


play(attack)
