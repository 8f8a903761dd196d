"""Where a bot listens."""

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path

from arena_sdk.errors import InvalidAddress

VARIABLE = "ARENA_ADDRESS"
# The kernel takes 107 bytes; the arena promises no path over 100.
_LONGEST_PATH = 100
_TCP = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):(\d{1,5})")
_TAKES = "an address is unix:/path/to/socket or host:port"


def find_address(arguments: Sequence[str]) -> str:
    """The address from `--address` in the arguments (others are left alone), else from
    ARENA_ADDRESS. Raises InvalidAddress."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--address")
    try:
        given = parser.parse_known_args(arguments)[0].address
    except argparse.ArgumentError:
        raise InvalidAddress(f"--address takes a value: {_TAKES}") from None
    address = given or os.environ.get(VARIABLE, "")
    if not address:
        raise InvalidAddress(f"no address to listen on: set {VARIABLE} or --address; {_TAKES}")
    return checked_address(address)


def checked_address(address: str) -> str:
    """The address, in the form that gRPC takes. Raises InvalidAddress."""
    if address.startswith("unix:"):
        return "unix:" + _checked_path(address)
    match = _TCP.fullmatch(address)
    if match is None or int(match[2]) > 65535:
        raise InvalidAddress(f"address {address[:120]!r}: {_TAKES}")
    return address


def _checked_path(address: str) -> str:
    path = address.removeprefix("unix:")
    if path.startswith("//"):
        path = path[2:]  # unix:///path
    if not path:
        raise InvalidAddress(f"address {address!r}: {_TAKES}")
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise InvalidAddress(f"address {address!r}: the path is over {_LONGEST_PATH} bytes")
    if not Path(path).parent.is_dir():
        raise InvalidAddress(f"address {address!r}: there is no directory {Path(path).parent}")
    return path
