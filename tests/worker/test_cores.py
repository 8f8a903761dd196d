"""Cores are lent to one match at a time, while there are enough of them."""

import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from worker import cores
from worker.cores import missing_cores, own_cores, shared_core, usable_cores
from worker.errors import SandboxError
from worker.interrupt import Interrupt, Interrupted

TWO = (0, 1)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host of the test's own: what else runs here must not lend its cores."""
    for core in range(3):
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr(cores, "_CORES", tmp_path)
    return tmp_path


@pytest.fixture
def undo() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def shared(undo: ExitStack, among: tuple[int, ...] = TWO) -> int:
    (core,) = undo.enter_context(shared_core(among, Interrupt()))
    return core


@contextmanager
def waiting(count: int, interrupt: Interrupt) -> Iterator["queue.SimpleQueue[object]"]:
    """One who asks for cores of his own in another thread, and what he was told."""
    told: queue.SimpleQueue[object] = queue.SimpleQueue()

    def ask() -> None:
        try:
            with own_cores(count, TWO, interrupt) as lent:
                told.put(lent)
        except Interrupted as error:
            told.put(error)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield told
    finally:
        interrupt.set("the test is over")
        thread.join()


def test_each_match_has_a_core_while_there_are_enough_and_then_they_share(undo: ExitStack) -> None:
    assert [shared(undo) for _ in range(4)] == [0, 1, 0, 1]


def test_a_core_that_was_given_back_is_lent_again(undo: ExitStack) -> None:
    with shared_core(TWO, Interrupt()) as (first,):
        assert shared(undo) == 1
    assert shared(undo) == first == 0


def test_a_core_that_another_process_uses_comes_last(undo: ExitStack, place: Path) -> None:
    hold = (
        "import fcntl, os, sys\n"
        "fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_SH)\n"
        "print(flush=True)\nsys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-S", "-c", hold, str(place / "cpu0")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    other.stdout.readline()
    assert [shared(undo) for _ in range(2)] == [1, 0]
    other.communicate()


def test_own_cores_are_nobody_elses(undo: ExitStack) -> None:
    assert undo.enter_context(own_cores(2, (0, 1, 2), Interrupt())) == (0, 1)
    assert [shared(undo, (0, 1, 2)) for _ in range(2)] == [2, 2]


def test_who_wants_cores_of_his_own_waits_for_them_and_comes_first(
    undo: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: queue.SimpleQueue[bool] = queue.SimpleQueue()
    gather = cores._gather

    def telling(count: int, among: Sequence[int], taken: list[int], undo: ExitStack) -> bool:
        enough = gather(count, among, taken, undo)
        looked.put(enough)
        return enough

    monkeypatch.setattr(cores, "_gather", telling)
    stopped = Interrupt()
    stopped.set("stop")
    with ExitStack() as playing:
        shared(playing)
        with waiting(2, Interrupt()) as told:
            assert not looked.get(timeout=10)
            with pytest.raises(Interrupted), shared_core(TWO, stopped):
                pass  # there would be one to share, but who waits comes first
            playing.close()
            assert told.get(timeout=10) == TWO
    assert shared(undo) == 0


def test_a_wait_can_be_broken_off_and_leaves_nothing_taken(undo: ExitStack) -> None:
    shared(undo)
    interrupt = Interrupt()
    with waiting(2, interrupt) as told:
        interrupt.set("the worker stops")
        assert str(told.get(timeout=10)) == "the worker stops"
    assert shared(undo) == 1


def test_too_few_cores_are_said_with_the_remedy() -> None:
    with (
        pytest.raises(SandboxError, match=r"each of 3 agents .* has 2 .* pondering = \"off\""),
        own_cores(3, TWO, Interrupt()),
    ):
        pass


def test_a_core_that_is_not_there_is_named() -> None:
    assert missing_cores((1, 7)) == [7]
    with (
        pytest.raises(SandboxError, match=r"cpu7 is not there \(see ARENA_CORES"),
        shared_core((7,), Interrupt()),
    ):
        pass


def test_without_a_list_all_cores_of_this_process_are_used() -> None:
    assert usable_cores((4, 2)) == (4, 2)
    assert usable_cores()
