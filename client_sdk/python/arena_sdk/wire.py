"""Between the messages of `arena.v1` and what a bot sees. Nothing else knows protobuf's
objects, apart from the service."""

from collections.abc import Callable, Iterable

from arena.v1 import agent_pb2
from arena_games import Termination
from arena_sdk.bot import Traits
from arena_sdk.errors import InvalidReply
from arena_sdk.match import Charge, Clock, Course, Match, Result
from arena_sdk.turn import Reply, Turn

_SECOND = 1_000_000
# What the arena records of a bot's thinking; more would only cost the bot time.
_LONGEST_VARIATION = 64
_LONGEST_COMMENT = 1000


def match(start: agent_pb2.Start) -> Match:
    """The match that a Start opens."""
    return Match(
        id=start.match_id,
        game=start.game,
        options=dict(start.options),
        seed=start.seed,
        seat=start.seat,
        seat_names=tuple(start.seat_names),
        time_control=start.time_control,
        start_position=start.position,
        moves=tuple(start.moves),
        clocks=_clocks(start.clocks),
        may_ponder=start.pondering == agent_pb2.PONDERING_ON,
    )


def ready(traits: Traits) -> agent_pb2.PlayResponse:
    """What a bot says of itself."""
    features = agent_pb2.Features(
        wants_legal_moves=traits.wants_legal_moves,
        wants_position=traits.wants_position,
        may_ponder=traits.may_ponder,
        max_concurrent_matches=traits.max_concurrent_matches,
        wants_ledger=traits.wants_ledger,
    )
    return agent_pb2.PlayResponse(
        ready=agent_pb2.Ready(
            name=traits.name, version=traits.version, author=traits.author, features=features
        )
    )


def pong(ping: agent_pb2.Ping) -> agent_pb2.PlayResponse:
    """The answer to a Ping."""
    return agent_pb2.PlayResponse(pong=agent_pb2.Pong(nonce=ping.nonce))


def turn(message: agent_pb2.Turn, of: Match, course: Course, gone: Callable[[], bool]) -> Turn:
    """The turn of a Turn, whose moves `course` takes on."""
    new_moves = tuple(message.moves)
    course.moves.extend(new_moves)
    return Turn(
        of,
        course,
        message.ply,
        new_moves,
        _clocks(message.clocks),
        legal_moves=tuple(message.legal_moves),
        position_text=message.position,
        draw_offered_by=message.draw_offered_by if message.draw_offered else None,
        gone=gone,
    )


def answer(reply: object, ply: int) -> agent_pb2.PlayResponse:
    """The Move or Resign for what a bot returned at `ply`. Raises InvalidReply."""
    if isinstance(reply, str):
        return agent_pb2.PlayResponse(move=agent_pb2.Move(ply=ply, move=reply))
    if not isinstance(reply, Reply):
        raise InvalidReply(
            f"the bot returned {reply!r:.60} at ply {ply}; it takes a move's text or a Reply"
        )
    if reply.resign:
        return agent_pb2.PlayResponse(resign=agent_pb2.Resign(comment=reply.comment))
    move = agent_pb2.Move(
        ply=ply,
        move=reply.move,
        claim=agent_pb2.CLAIM_DRAW if reply.claim else agent_pb2.CLAIM_UNSPECIFIED,
        offer_draw=reply.offer_draw,
        accept_draw=reply.accept_draw,
    )
    thought = _thought(reply)
    if thought.ByteSize():
        move.thought.CopyFrom(thought)
    return agent_pb2.PlayResponse(move=move)


def result(finish: agent_pb2.Finish, of: Match, course: Course) -> Result:
    """The result of a Finish, whose moves `course` takes on."""
    course.moves.extend(finish.moves)
    return Result(
        seat=of.seat,
        scores=tuple(finish.scores),
        termination=_termination(finish.termination),
        at_fault=finish.at_fault if finish.at_fault >= 0 else None,
        detail=finish.detail,
        moves=tuple(course.moves),
        clocks=_clocks(finish.clocks),
        ledger=tuple(_charge(entry) for entry in finish.ledger),
    )


def _clocks(clocks: Iterable[agent_pb2.Clock]) -> tuple[Clock, ...]:
    return tuple(
        Clock(
            clock.left_us / _SECOND,
            clock.increment_us / _SECOND,
            clock.delay_us / _SECOND,
            clock.moves_to_go,
            clock.period_us / _SECOND,
            clock.charges_cpu,
        )
        for clock in clocks
    )


def _thought(reply: Reply) -> agent_pb2.Thought:
    return agent_pb2.Thought(
        score=reply.score,
        depth=reply.depth,
        nodes=reply.nodes,
        principal_variation=reply.principal_variation[:_LONGEST_VARIATION],
        comment=reply.comment[:_LONGEST_COMMENT],
    )


def _termination(number: int) -> Termination | None:
    """None for one that a later arena knows and we do not."""
    known = agent_pb2.Termination.values()
    name = agent_pb2.Termination.Name(number) if number in known else ""
    return Termination.__members__.get(name.removeprefix("TERMINATION_"))


def _charge(entry: agent_pb2.LedgerEntry) -> Charge:
    return Charge(
        ply=entry.ply,
        wall=entry.wall_us,
        own_lag=entry.own_lag_us,
        transport=entry.transport_us,
        cpu=entry.cpu_us,
        steal=entry.steal_us,
        pressure=entry.pressure_us,
        grace=entry.grace_us,
        charged=entry.charged_us,
        left=entry.left_us,
    )
