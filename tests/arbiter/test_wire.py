"""The arbiter's words and the protocol's agree."""

from arbiter import wire
from arbiter.ledger import Charge
from arbiter.match import Entry, Thought
from arbiter.spec import Pondering
from arbiter.verdict import Blame
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination
from arena_games.clock import Clock, TimeControl


def named(enum: object, prefix: str) -> set[str]:
    values = enum.DESCRIPTOR.values_by_name  # type: ignore[attr-defined]
    names = {name.removeprefix(prefix) for name in values}
    return names - {"UNSPECIFIED"}


def test_enums_agree_by_name() -> None:
    assert named(arbiter_pb2.Blame, "BLAME_") == {blame.name for blame in Blame}
    assert named(agent_pb2.Termination, "TERMINATION_") == {t.name for t in Termination}
    assert named(agent_pb2.Pondering, "PONDERING_") == {p.name for p in Pondering}


def test_terminations_survive_the_wire() -> None:
    for termination in Termination:
        message = agent_pb2.Finish(termination=wire.termination_to_wire(termination))
        assert wire.termination_from_wire(message.termination) is termination


def test_what_an_agent_says_of_its_thinking_is_capped() -> None:
    thought = agent_pb2.Thought(
        score=1.5, depth=3, comment="x" * 5000, principal_variation=["y" * 50] * 500
    )
    kept = wire.thought_from_wire(thought)
    assert (kept.score, kept.depth, kept.nodes) == (1.5, 3, None)
    assert len(wire.thought_to_wire(kept).SerializeToString()) < 1_500
    assert wire.thought_from_wire(wire.thought_to_wire(kept)) == kept
    assert wire.thought_from_wire(agent_pb2.Thought()) == Thought()
    for score in ("inf", "nan"):
        assert wire.thought_from_wire(agent_pb2.Thought(score=float(score))) == Thought()


def test_a_resumed_cpu_clock_has_used_the_wall_time_that_it_had_used() -> None:
    charge = Charge(0, 1, wall=500, own_lag=20, transport=30, grace=0, charged=7, left=93, cpu=7)
    clocks = tuple(Clock.start(TimeControl.parse("cpu=60")) for _ in range(2))
    entry = wire.entry_to_wire(Entry(0, 1, "d8c6", charge, clocks, 0))
    seats = [arbiter_pb2.SeatSpec(address="unix:/nowhere")] * 2
    spec = arbiter_pb2.MatchSpec(
        match_id="m", attempt=2, time_control="cpu=60", seats=seats, journal=[entry]
    )
    (resumed,) = wire.spec_from_wire(spec).journal
    assert [clock.wall_us for clock in resumed.clocks] == [0, 450]
