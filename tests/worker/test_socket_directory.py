import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from worker.errors import SandboxError
from worker.socket_directory import LONGEST_SOCKET, SocketDirectory, remove_stale_directories
from worker.socket_mount import SocketMount, listens


@pytest.fixture
def no_root() -> Iterator[None]:
    """Root may look everywhere; others may not."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    yield
    os.seteuid(before)


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


@pytest.mark.usefixtures("no_root")
def test_what_a_bot_closed_is_removed_all_the_same() -> None:
    place = SocketDirectory()
    closed = place.path / "m" / "closed"
    closed.mkdir(parents=True)
    (closed / "file").touch()
    closed.chmod(0)
    closed.parent.chmod(0o500)
    place.remove()
    assert not place.path.exists()


@pytest.mark.usefixtures("no_root")
def test_a_bot_that_takes_its_sockets_directory_away_has_broken_the_rules() -> None:
    mount = SocketMount(tmpfs=False)
    mount.path.chmod(0)
    with pytest.raises(SandboxError, match="took away the directory") as caught:
        listens(mount.socket)
    mount.remove()
    assert caught.value.ending is not None
    assert caught.value.ending.fault == "RULE_VIOLATION"
    assert not mount.path.exists()


def test_a_directory_that_cannot_be_locked_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_descriptors(*_: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("worker.socket_directory.LONGEST_SOCKET", 1000)
    with monkeypatch.context() as short:
        short.setattr(os, "open", no_descriptors)
        with pytest.raises(OSError, match="Too many open files"):
            SocketDirectory()
    assert list(tmp_path.iterdir()) == []
