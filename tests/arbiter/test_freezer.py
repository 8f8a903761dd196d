"""Freezing sandboxes, and reading what they used."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbiter.errors import InvalidSpec, NoRoom
from arbiter.freezer import CgroupFreezer, Handle, find_files, open_freezer
from arbiter.guest import invited
from arbiter.ledger import NOT_MEASURED
from arbiter.looptime import LoopClock
from arbiter.spec import SeatSpec

SPIN = "import signal\nwhile True: pass"


def mounts(folder: Path, version: int) -> str:
    if version == 2:
        return f"cgroup2 {folder} cgroup2 rw 0 0\n"
    return "".join(
        f"cgroup {folder}/{name} cgroup rw,relatime,{name} 0 0\n" for name in ("freezer", "cpuacct")
    )


@pytest.mark.parametrize(
    ("version", "state", "cpu", "told", "frozen", "thawed"),
    [
        (
            1,
            "freezer/box/freezer.state",
            "cpuacct/box/cpuacct.usage",
            "5000000\n",
            "FROZEN",
            "THAWED",
        ),
        (2, "box/cgroup.freeze", "box/cpu.stat", "usage_usec 5000\nuser_usec 1\n", "1", "0"),
    ],
)
def test_both_versions_of_control_groups(
    tmp_path: Path, version: int, state: str, cpu: str, told: str, frozen: str, thawed: str
) -> None:
    for name in (state, cpu):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(told if name == cpu else "")
    freezer = CgroupFreezer("/box", find_files(mounts(tmp_path, version)))
    freezer.freeze()
    assert (tmp_path / state).read_text() == frozen
    (tmp_path / state).write_text("")
    freezer.thaw()
    assert (tmp_path / state).read_text() == thawed
    assert freezer.cpu() == 5000
    freezer.close()


def test_what_is_no_control_group_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSpec, match="no control groups"):
        CgroupFreezer("/box", find_files("proc /proc proc rw 0 0\n"))
    files = find_files(mounts(tmp_path, 2))
    for name in ("/box", "/", "/../box"):
        with pytest.raises(InvalidSpec, match="control group"):
            CgroupFreezer(name, files)


def test_without_descriptors_left_a_match_is_only_put_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    files = find_files(mounts(tmp_path, 2))
    monkeypatch.setattr(os, "open", none_left)
    with pytest.raises(NoRoom, match="Too many open files"):
        CgroupFreezer("/box", files)


def test_what_was_opened_for_one_seat_is_given_back_if_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "box").mkdir()
    for name in ("cgroup.freeze", "cpu.stat"):
        (tmp_path / "box" / name).write_text("")
    files = find_files(mounts(tmp_path, 2))
    monkeypatch.setattr("arbiter.freezer._hierarchies", lambda: files)
    nowhere = SeatSpec("s", "", "unix:/nowhere", sandboxed=True, seed=1)
    seats = [replace(nowhere, freeze=Handle(name)) for name in ("box", "gone")]
    opened: list[int] = []
    open_one = os.open

    def noted(*args: Any) -> int:
        opened.append(open_one(*args))
        return opened[-1]

    monkeypatch.setattr(os, "open", noted)
    with pytest.raises(InvalidSpec, match="gone"):
        invited(seats, LoopClock())
    assert len(opened) == 2
    for handle in opened:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(handle)


@pytest.fixture
def spinner() -> Iterator["subprocess.Popen[bytes]"]:
    child = subprocess.Popen([sys.executable, "-S", "-c", SPIN], start_new_session=True)
    yield child
    child.kill()
    child.wait()


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def wait_until(pid: int, states: str) -> None:
    while state(pid) not in states:
        pass


def test_a_process_group_is_stopped_and_goes_on(spinner: "subprocess.Popen[bytes]") -> None:
    freezer = open_freezer(Handle(process_group=spinner.pid))
    wait_until(spinner.pid, "R")
    freezer.freeze()
    wait_until(spinner.pid, "T")
    used = freezer.cpu()
    assert used > 0
    assert freezer.cpu() == used
    assert freezer.waited() >= 0
    freezer.close()
    wait_until(spinner.pid, "R")


def test_children_are_counted() -> None:
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {SPIN!r}])"
    parent = subprocess.Popen([sys.executable, "-S", "-c", code], start_new_session=True)
    try:
        freezer = open_freezer(Handle(process_group=parent.pid))
        while (used := freezer.cpu()) < 300_000:  # the parent only waits
            pass
        assert used >= 300_000
        freezer.close()
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()


def test_a_sandbox_that_has_ended_is_no_error() -> None:
    child = subprocess.Popen([sys.executable, "-S", "-c", ""], start_new_session=True)
    child.wait()
    freezer = open_freezer(Handle(process_group=child.pid))
    freezer.freeze()
    assert freezer.cpu() == NOT_MEASURED
    assert freezer.waited() == 0
    freezer.close()
    with pytest.raises(ProcessLookupError):
        os.killpg(child.pid, signal.SIGCONT)
