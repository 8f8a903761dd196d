"""Puts a symbolic link where its socket belongs, and listens elsewhere."""

import os
import socket
import threading

_PATH = os.environ["ARENA_ADDRESS"].removeprefix("unix:")

elsewhere = socket.socket(socket.AF_UNIX)
elsewhere.bind(_PATH + "-")
elsewhere.listen()
os.symlink(_PATH + "-", _PATH)  # noqa: PTH211
threading.Event().wait()
