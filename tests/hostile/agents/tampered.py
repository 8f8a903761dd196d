"""A bot whose bytes are tampered with on their way out, from its first answer in a match on."""

import os
import socket
import threading
from collections.abc import Callable

import arena_sdk

_INSIDE = "/tmp/inside"
_CHUNK = 65536

Tamper = Callable[[socket.socket, bytes], None]


def serve(tamper: Tamper) -> None:
    """Plays; `tamper` gets the connection to the arbiter, and what was to be sent there."""
    turned = threading.Event()

    def bot(turn: arena_sdk.Turn) -> str:
        turned.set()
        return turn.legal_moves[0]

    outside = socket.socket(socket.AF_UNIX)
    outside.bind(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
    with arena_sdk.AgentServer(arena_sdk.as_bot(bot), f"unix:{_INSIDE}"):
        outside.listen()
        while True:
            arbiter, _ = outside.accept()
            turned.clear()
            own = socket.socket(socket.AF_UNIX)
            own.connect(_INSIDE)
            threading.Thread(target=_copy, args=(arbiter, own)).start()
            threading.Thread(target=_send, args=(own, arbiter, turned, tamper)).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    while data := source.recv(_CHUNK):
        target.sendall(data)


def _send(
    own: socket.socket, arbiter: socket.socket, turned: threading.Event, tamper: Tamper
) -> None:
    while data := own.recv(_CHUNK):
        if turned.is_set():
            tamper(arbiter, data)
        else:
            arbiter.sendall(data)
