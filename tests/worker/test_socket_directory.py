import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from worker.errors import SandboxError
from worker.socket_directory import LONGEST_SOCKET, SocketDirectory, remove_stale_directories


def test_a_directory_is_private_and_its_socket_path_short() -> None:
    place = SocketDirectory()
    assert stat.S_IMODE(place.path.stat().st_mode) == 0o700
    assert len(os.fsencode(place.socket)) <= LONGEST_SOCKET
    place.remove()
    assert not place.path.exists()
    place.remove()


def test_a_long_temporary_directory_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    place = SocketDirectory()
    assert place.path.parent == Path("/tmp")
    place.remove()


def test_no_place_short_enough_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worker.socket_directory.LONGEST_SOCKET", 5)
    with pytest.raises(SandboxError, match="set TMPDIR to a shorter one"):
        SocketDirectory()


def test_only_what_a_dead_owner_left_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    source = "from worker.socket_directory import SocketDirectory as D; print(D().path)"
    made = subprocess.run(
        [sys.executable, "-c", source],
        env={**os.environ, "TMPDIR": "/tmp"},
        capture_output=True,
        text=True,
        check=True,
    )
    left = Path(made.stdout.strip())
    (left / "s").touch()
    mine = SocketDirectory()
    assert left.exists()
    assert remove_stale_directories() >= 1
    assert not left.exists()
    assert mine.path.exists()
    mine.remove()
