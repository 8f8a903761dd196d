"""Forks for ever, as do its children, and never answers.

Each makes a session of its own: to a kernel that shares out processors by session, each is
then as much as any honest bot.
"""

import subprocess
import sys

from cover import play  # type: ignore[import-not-found]

# In a program of its own: one that has gRPC's threads forks badly.
_STORM = """
import os
while True:
    try:
        if os.fork() == 0:
            os.setsid()
    except OSError:
        pass
"""


def storm() -> None:
    subprocess.run([sys.executable, "-S", "-c", _STORM, "agents/fork_storm.py"], check=False)


play(storm)
