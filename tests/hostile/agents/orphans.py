"""Leaves children behind that have left its group and session, and heed no signal."""

import os
import signal

from cover import play  # type: ignore[import-not-found]

_CHILDREN = 8


def leave() -> None:
    for _ in range(_CHILDREN):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
                    signal.signal(number, signal.SIG_IGN)
                os.execve("/proc/self/exe", ["python", "-c", _WAIT, "agents/orphans.py"], {})
            os._exit(0)
        os.wait()


# Without a label in its environment, and with what it writes still going to our log.
_WAIT = "import signal\nwhile True: signal.pause()"

play(leave)
