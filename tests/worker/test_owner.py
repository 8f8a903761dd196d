import os
import subprocess
import sys

from worker.owner import Owner, new_label, read_label, start_time


def test_our_labels_differ_and_name_us_alive() -> None:
    first, second = new_label(), new_label()
    assert first != second
    owner = read_label(first)
    assert owner == read_label(second)
    assert owner is not None
    assert owner.pid == os.getpid()
    assert owner.alive()


def test_a_reused_process_id_is_told_apart() -> None:
    started = start_time(os.getpid())
    assert started is not None
    assert not Owner(os.getpid(), started - 1).alive()


def test_a_zombie_is_dead() -> None:
    child = subprocess.Popen([sys.executable, "-S", "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert start_time(child.pid) is None
    child.wait()


def test_other_texts_are_no_labels() -> None:
    for text in ("", "12", "12:", "12:34", "a:1.2", "12:34.x", "-1:2.3"):
        assert read_label(text) is None
