from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from league.dispatch import Sending, after_sending, due
from league.leases import Lease


def lease(
    attempt: int = 0, owner: str = "", expires: float = 0.0, *, finished: bool = False
) -> Lease:
    return Lease("p", attempt, owner, expires, "", finished)


def is_due(each: Lease, sending: Sending | None, now: float = 100.0) -> bool:
    sent = {"p": sending} if sending else {}
    return bool(due([each], sent, now, patience=10))


def test_what_nobody_was_told_of_is_sent() -> None:
    assert is_due(lease(), None)
    assert is_due(lease(3, "dead", 99.0), None)


def test_what_is_held_or_finished_is_not_sent() -> None:
    assert not is_due(lease(1, "alive", 101.0), None)
    assert not is_due(lease(1, "alive", 101.0), Sending(0.0, 0, 1))
    assert not is_due(lease(finished=True), None)


def test_a_lease_that_ran_out_or_was_given_back_is_sent_again_at_once() -> None:
    assert is_due(lease(1, "dead", 99.0), Sending(99.9, 0, 1))
    assert is_due(lease(1), Sending(99.9, 0, 1))


def test_patience_with_what_nobody_took_doubles() -> None:
    assert not is_due(lease(), Sending(90.1, 0, 1))
    assert is_due(lease(), Sending(90.0, 0, 1))
    assert not is_due(lease(), Sending(80.1, 0, 2))
    assert is_due(lease(), Sending(80.0, 0, 2))


def test_patience_starts_afresh_with_an_attempt() -> None:
    memory = after_sending([lease()], {}, 1.0)
    assert memory == {"p": Sending(1.0, 0, 1)}
    assert after_sending([lease()], memory, 2.0) == {"p": Sending(2.0, 0, 2)}
    assert after_sending([lease(1)], memory, 2.0) == {"p": Sending(2.0, 1, 1)}


@given(st.lists(st.floats(0.1, 30), min_size=1, max_size=30))
def test_an_untaken_pairing_is_sent_ever_more_seldom_but_for_ever(steps: list[float]) -> None:
    now, memory, times = 0.0, dict[str, Sending](), list[float]()
    for step in [*steps, 10.0 * 2 ** len(steps)]:
        now += step
        sending = due([lease()], memory, now, patience=10)
        memory |= after_sending(sending, memory, now)
        times += [now] * len(sending)
    assert times[0] == steps[0]
    assert times[-1] == now
    assert all(b - a >= 10 * 2**i for i, (a, b) in enumerate(pairwise(times)))
