import threading

import pytest

from worker.interrupt import Interrupt, Interrupted


def test_a_waiter_is_woken_with_the_reason() -> None:
    interrupt = Interrupt()
    threading.Thread(target=interrupt.set, args=["stop"]).start()
    with pytest.raises(Interrupted, match="stop"):
        interrupt.wait(60)


def test_the_first_reason_stays() -> None:
    interrupt = Interrupt()
    interrupt.set("first")
    interrupt.set("second")
    with pytest.raises(Interrupted, match="first"):
        interrupt.check()


def test_a_child_is_set_with_its_parent_but_not_the_other_way_round() -> None:
    parent = Interrupt()
    first, second = Interrupt(parent), Interrupt(parent)
    first.set("only me")
    assert not parent.is_set()
    assert not second.is_set()
    parent.set("all of you")
    assert (first.reason, second.reason) == ("only me", "all of you")


def test_a_child_of_a_set_parent_is_born_set() -> None:
    parent = Interrupt()
    parent.set("too late")
    assert Interrupt(parent).reason == "too late"


def test_a_closed_child_no_longer_follows() -> None:
    parent = Interrupt()
    child = Interrupt(parent)
    child.close()
    parent.set("stop")
    assert not child.is_set()


def test_calls_are_made_once_and_only_within_the_block() -> None:
    interrupt = Interrupt()
    made: list[str] = []
    with interrupt.calls(lambda: made.append("outside")):
        pass
    with interrupt.calls(lambda: made.append("inside")):
        interrupt.set("stop")
        interrupt.set("stop")
    with interrupt.calls(lambda: made.append("late")):
        pass
    assert made == ["inside", "late"]
