"""Where a bot listens: how addresses are found and read."""

from pathlib import Path

import pytest

from arena_sdk import InvalidAddress
from arena_sdk.address import checked_address, find_address


def test_the_command_line_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_ADDRESS", "host:1")
    assert find_address(["x", "--depth", "3"]) == "host:1"
    assert find_address(["x", "--address", "host:2", "y"]) == "host:2"
    assert find_address(["--address=host:3"]) == "host:3"


def test_no_address_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_ADDRESS", raising=False)
    with pytest.raises(InvalidAddress, match="set ARENA_ADDRESS or --address"):
        find_address([])
    with pytest.raises(InvalidAddress, match="--address takes a value"):
        find_address(["--address"])


@pytest.mark.parametrize("address", ["localhost:0", "127.0.0.1:65535", "[::1]:50051", "h-1.x:7"])
def test_tcp(address: str) -> None:
    assert checked_address(address) == address


def test_unix(tmp_path: Path) -> None:
    assert checked_address(f"unix:{tmp_path}/a") == f"unix:{tmp_path}/a"
    assert checked_address(f"unix://{tmp_path}/a") == f"unix:{tmp_path}/a"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("localhost", "an address is unix:/path/to/socket or host:port"),
        ("localhost:65536", "an address is"),
        ("http://localhost:80", "an address is"),
        (":80", "an address is"),
        ("unix:", "an address is"),
        ("unix:/nowhere/at/all", "there is no directory /nowhere/at"),
        ("unix:/tmp/" + "x" * 100, "the path is over 100 bytes"),
    ],
)
def test_what_is_no_address(address: str, reason: str) -> None:
    with pytest.raises(InvalidAddress, match=reason) as caught:
        checked_address(address)
    assert "\n" not in str(caught.value)
