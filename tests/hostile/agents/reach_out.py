"""Looks for somebody to talk to: the host, the network, the arbiter, other bots."""

import glob
import os
import socket
from typing import Any

from cover import BAIT, play, report, tried  # type: ignore[import-not-found]

_OWN = os.environ["ARENA_ADDRESS"].removeprefix("unix:")


def connect(family: int, address: Any, kind: int = socket.SOCK_STREAM) -> str:
    with socket.socket(family, kind) as caller:
        caller.settimeout(2)
        return str(tried(lambda: caller.connect(address)))


def others() -> list[str]:
    found = [*glob.glob("/tmp/**/arena-s-*/**/s", recursive=True), *glob.glob("/run/*/s")]  # noqa: PTH207
    return [path for path in found if path != _OWN]


def attack() -> None:
    report(
        host=connect(socket.AF_INET, ("127.0.0.1", BAIT["port"])),
        # Asks for the route, and sends nothing.
        outward=connect(socket.AF_INET, ("192.0.2.1", 9), socket.SOCK_DGRAM),
        abstract=connect(socket.AF_UNIX, "\0" + BAIT["abstract"]),
        arbiter=connect(socket.AF_UNIX, BAIT["arbiter"]),
        engine=[
            connect(socket.AF_UNIX, path) for path in ("/run/docker.sock", "/var/run/docker.sock")
        ],
        interfaces=[name for _, name in socket.if_nameindex()],
        neighbours=others(),
        raw=tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)),
        packet=tried(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)),
    )


play(attack)
