"""Keeps a Redis server alive for exactly as long as some command is attached to it.

A program of its own, run by path and without our package, so that it starts in no time:

    python -I -S keeper.py ATTACHED_LOCK DATA_LOCK ADDRESS_FILE SOCKET SERVER ARGUMENT...

Every attached command holds a shared lock on ATTACHED_LOCK; the kernel takes it away when
the command ends, however it ends. The keeper waits for the exclusive lock: once it has
that, nobody is attached, and it stops the server. The lock on DATA_LOCK is the server's
as well (it inherits the open file), so that no second server ever opens the same data. A
server that dies is started again, a few times. If the keeper dies, the kernel stops the
server.
"""

import ctypes
import fcntl
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_MOST_RESTARTS = 10
_QUICK_S = 1.0  # a server that gives up sooner than this is not started again
_STOP_S = 15.0  # what a server may take to write its data
_ALONE = signal.SIGUSR1
_SIGNALS = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, _ALONE}


def keep(attached: str, command: list[str]) -> int:
    """Runs the server until nobody is attached; 0, or the exit code of one that failed."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    # Opened here, where a failure ends us: unnoticed, the server would run for ever.
    lock = os.open(attached, os.O_RDWR)
    threading.Thread(target=_tell_when_alone, args=(lock,), daemon=True).start()
    for _ in range(_MOST_RESTARTS):
        started = time.monotonic()
        server = _start(command)
        code = _watch(server)
        if code is None:
            _stop(server)
            return 0
        if code >= 0 and time.monotonic() - started < _QUICK_S:  # negative: it was killed
            break
    return code or 1


def _tell_when_alone(attached: int) -> None:
    fcntl.flock(attached, fcntl.LOCK_EX)
    os.kill(os.getpid(), _ALONE)


def _start(command: list[str]) -> int:
    keeper = os.getpid()
    server = os.fork()
    if server:
        return server
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        os.setpgid(0, 0)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() == keeper:
            os.execv(command[0], command)
    finally:
        os._exit(127)


def _watch(server: int) -> int | None:
    """The server's exit code once it died; None if it is to be stopped."""
    while True:
        if signal.sigwait(_SIGNALS) != signal.SIGCHLD:
            return None
        pid, status = os.waitpid(server, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)


def _stop(server: int) -> None:
    os.kill(server, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_S
    while not os.waitpid(server, os.WNOHANG)[0]:
        left = deadline - time.monotonic()
        if left <= 0 or not signal.sigtimedwait({signal.SIGCHLD}, left):
            os.kill(server, signal.SIGKILL)
            os.waitpid(server, 0)
            return


def main(arguments: list[str]) -> int:
    """The program. Removes the address and the socket when the server is gone."""
    attached, data_lock, address, socket, *command = arguments
    lock = os.open(data_lock, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.set_inheritable(lock, True)
    try:
        return keep(attached, command)
    finally:
        Path(address).unlink(missing_ok=True)
        Path(socket).unlink(missing_ok=True)
        with suppress(OSError):  # a directory made for a short path only; else it is not empty
            Path(socket).parent.rmdir()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
