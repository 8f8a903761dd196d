"""Between messages and what a bot sees."""

from arena.v1 import agent_pb2
from arena_games import Termination
from arena_sdk import Clock, Match
from arena_sdk.match import Course
from arena_sdk.wire import match, result, turn


def test_every_termination_has_its_own() -> None:
    blank = match(agent_pb2.Start(game="joust"))
    for name in agent_pb2.Termination.DESCRIPTOR.values_by_name:
        found = result(agent_pb2.Finish(scores=[0], termination=name), blank, Course(blank))
        expected = Termination.__members__.get(name.removeprefix("TERMINATION_"))
        assert found.termination is expected
        assert (expected is None) == (name == "TERMINATION_UNSPECIFIED")


def test_a_termination_of_a_later_version_is_none() -> None:
    finish = agent_pb2.Finish.FromString(b"\x10\xe7\x07")  # field 2, varint 999
    assert finish.termination == 999
    blank = match(agent_pb2.Start(game="joust"))
    assert result(finish, blank, Course(blank)).termination is None


def test_who_was_at_fault() -> None:
    blank = match(agent_pb2.Start(game="joust"))
    for wire, seat in ((-1, None), (0, 0), (1, 1)):
        assert result(agent_pb2.Finish(at_fault=wire), blank, Course(blank)).at_fault == seat


def test_times_are_seconds() -> None:
    clock = agent_pb2.Clock(
        left_us=1_500_000,
        increment_us=100_000,
        delay_us=1,
        moves_to_go=4,
        period_us=60_000_000,
        charges_cpu=True,
    )
    found: Match = match(agent_pb2.Start(clocks=[clock]))
    assert found.clocks == (Clock(1.5, 0.1, 0.000001, 4, 60.0, True),)


def test_a_draw_offer_by_seat_0_is_one() -> None:
    blank = match(agent_pb2.Start(game="joust", seat=1))
    offered = turn(agent_pb2.Turn(draw_offered=True), blank, Course(blank), lambda: False)
    assert offered.draw_offered_by == 0
    assert turn(agent_pb2.Turn(), blank, Course(blank), lambda: False).draw_offered_by is None
