from collections.abc import Callable

import pytest

from league.pairing import Entrant
from tests.worker.fakes import FakeSandbox
from worker.ending import Ending
from worker.errors import SandboxError
from worker.interrupt import Interrupt, Interrupted
from worker.lineup import Lineup
from worker.sandbox import Sandbox

ENTRANTS = (Entrant("a", "random"), Entrant("b", "greedy"))


class Stable:
    """Makes sandboxes, and keeps all that it made."""

    def __init__(self, make: Callable[[], FakeSandbox] = FakeSandbox) -> None:
        self.make = make
        self.made: list[tuple[str, int, FakeSandbox]] = []

    def start(self, entrant: Entrant, copy: int) -> Sandbox:
        sandbox = self.make()
        self.made.append((entrant.name, copy, sandbox))
        return sandbox

    def names(self) -> list[tuple[str, int]]:
        return [(name, copy) for name, copy, _ in self.made]

    def lineup(self, starts: int = 2) -> Lineup:
        return Lineup(ENTRANTS, self.start, 1.0, starts, Interrupt())


def test_sandboxes_are_kept_from_match_to_match_and_stopped_in_the_end() -> None:
    stable = Stable()
    with stable.lineup() as lineup:
        first = lineup.seat((0, 1))
        second = lineup.seat((1, 0))
        assert second == first[::-1]
    assert stable.names() == [("a", 0), ("b", 0)]
    assert all(sandbox.stopped for _, _, sandbox in stable.made)


def test_an_entrant_that_sits_twice_has_two_sandboxes() -> None:
    stable = Stable()
    with stable.lineup() as lineup:
        seats = lineup.seat((0, 1, 0))
        assert len({id(sandbox) for sandbox in seats}) == 3
    assert stable.names() == [("a", 0), ("b", 0), ("a", 1)]


def test_one_that_ended_is_started_again() -> None:
    stable = Stable()
    with stable.lineup() as lineup:
        lineup.seat((0, 1))
        stable.made[1][2].end("exit code 1")
        seats = lineup.seat((0, 1))
        assert seats[0] is stable.made[0][2]
        assert seats[1] is stable.made[2][2]
    assert stable.names() == [("a", 0), ("b", 0), ("b", 0)]
    assert stable.made[1][2].stopped


def test_one_that_is_retired_is_replaced_before_the_next_match() -> None:
    stable = Stable()
    with stable.lineup() as lineup:
        lineup.seat((1, 0))
        lineup.retire((1, 0), 0)
        assert stable.made[0][2].stopped
        assert lineup.seat((0, 1)) == [stable.made[1][2], stable.made[2][2]]
    assert stable.names() == [("b", 0), ("a", 0), ("b", 0)]


def test_a_start_that_failed_is_tried_again_and_the_other_sandbox_kept() -> None:
    outcomes = iter([None, SandboxError("slow"), None])
    stable = Stable(lambda: FakeSandbox(not_ready=next(outcomes)))
    with stable.lineup() as lineup:
        assert lineup.seat((0, 1))[0] is stable.made[0][2]
    assert stable.names() == [("a", 0), ("b", 0), ("b", 0)]
    assert stable.made[1][2].stopped


def test_an_agent_that_never_gets_ready_is_given_up_for_the_whole_pairing() -> None:
    stable = Stable(lambda: FakeSandbox(not_ready=SandboxError("never ready")))
    with stable.lineup(starts=3) as lineup:
        for _ in range(4):
            with pytest.raises(SandboxError, match="never ready"):
                lineup.seat((0, 1))
    assert stable.names().count(("a", 0)) == 3
    assert all(sandbox.stopped for _, _, sandbox in stable.made)


def test_an_agent_that_does_not_start_by_its_own_doing_is_absent_from_there_on() -> None:
    told = Ending("exit code 1", "NOT_READY")
    failed = SandboxError("no model file", ending=told)
    outcomes = iter([None, failed, failed])
    stable = Stable(lambda: FakeSandbox(not_ready=next(outcomes)))
    with stable.lineup() as lineup:
        for seats, absent in (((0, 1), 1), ((1, 0), 0)):
            seated = lineup.seat(seats)
            assert seated[1 - absent] is stable.made[0][2]
            heard: list[Ending] = []
            seated[absent].on_exit(heard.append)
            assert heard == [told]
            lineup.retire(seats, absent)
    assert stable.names() == [("a", 0), ("b", 0), ("b", 0)]


def test_what_fails_for_good_is_not_tried_again() -> None:
    tried = []

    def start(entrant: Entrant, copy: int) -> Sandbox:
        tried.append(entrant.name)
        raise SandboxError("no such command", permanent=True)

    with (
        Lineup(ENTRANTS, start, 1.0, 5, Interrupt()) as lineup,
        pytest.raises(SandboxError, match="no such command"),
    ):
        lineup.seat((0, 1))
    assert tried == ["a"]


def test_nothing_is_started_once_interrupted() -> None:
    stable, interrupt = Stable(), Interrupt()
    interrupt.set("stop")
    with (
        Lineup(ENTRANTS, stable.start, 1.0, 2, interrupt) as lineup,
        pytest.raises(Interrupted),
    ):
        lineup.seat((0, 1))
    assert stable.made == []
