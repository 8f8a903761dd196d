"""Leaves children behind that have left its group and session, and heed no signal."""

import os
import subprocess
import sys

from cover import play, report  # type: ignore[import-not-found]

# In a program of its own: one that has gRPC's threads forks badly. The children have no
# label in their environment, and what they write still goes to our log.
_LEAVE = """
import os, signal, sys
for _ in range(8):
    if os.fork() == 0:
        os.setsid()
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        wait = "import signal\\nwhile True: signal.pause()"
        os.execve(sys.executable, ["python", "-S", "-c", wait, "agents/orphans.py"], {})
"""


def leave() -> None:
    subprocess.run([sys.executable, "-S", "-c", _LEAVE], check=True)
    seen = {int(name) for name in os.listdir("/proc") if name.isdecimal()}  # noqa: PTH208
    report(left=len(seen - {1, os.getpid()}))


play(leave)
