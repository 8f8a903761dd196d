"""Takes the first call at its socket, and puts a symbolic link there before the next."""

import os
import socket
import sys
import threading

import arena_sdk

_PATH = os.environ["ARENA_ADDRESS"].removeprefix("unix:")

# Another bot's socket would be worth more; this one shows whether the link was followed.
bot = arena_sdk.AgentServer(arena_sdk.as_bot(lambda turn: turn.legal_moves[0]), f"unix:{_PATH}-")
bot.start()
first = socket.socket(socket.AF_UNIX)
first.bind(_PATH)
os.symlink(_PATH + "-", _PATH + "+")  # noqa: PTH211
first.listen()
first.accept()
os.rename(_PATH + "+", _PATH)  # noqa: PTH104
sys.stderr.write("the link is there\n")
threading.Event().wait()
