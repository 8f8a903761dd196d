"""The arbiter's words and the protocol's agree."""

from arbiter import wire
from arbiter.match import Thought
from arbiter.spec import Pondering
from arbiter.verdict import Blame
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination


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
