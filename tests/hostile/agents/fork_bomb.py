"""Forks until it may not, and ends of that."""

import os
import subprocess
import sys
import time

from cover import play  # type: ignore[import-not-found]

# In a program of its own: one that has gRPC's threads forks badly.
_BOMB = """
import os, signal
while True:
    if os.fork() == 0:
        signal.pause()
"""


def bomb() -> None:
    subprocess.run([sys.executable, "-S", "-c", _BOMB, "agents/fork_bomb.py"], check=False)
    time.sleep(1)  # so that it is seen: the engine takes a container's counters away with it
    os._exit(1)


play(bomb)
