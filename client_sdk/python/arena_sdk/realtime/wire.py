"""Between the messages of AChess and what a bot sees: the only place of real time, beside
the conversation, that knows protobuf's objects."""

from dataclasses import fields
from queue import SimpleQueue

from arena.v1 import agent_pb2
from arena_games.achess import AchessConfig, Event
from arena_games.achess import events as rules
from arena_games.achess.gateway import GATEWAY_OPTIONS, GatewayConfig
from arena_sdk.realtime.orders import Ordered
from arena_sdk.realtime.told import Happened, OrderReply, Snapshot, TickOver

_OUR_EVENTS: dict[int, type[Event]] = {
    agent_pb2.AchessEvent.Kind.Value(f"KIND_{event.e.upper()}"): event
    for event in (
        *(rules.Start, rules.Reject, rules.Stop, rules.Contest, rules.Kill),
        *(rules.Enter, rules.Promote, rules.Rest, rules.Over),
    )
}
# Our name of a field of an event where the wire's is another.
_FIELDS = {"first": "first_ms", "origin": "from"}


def is_live(start: agent_pb2.Start) -> bool:
    """Whether a Start opens a match without turns."""
    return start.achess_mode != agent_pb2.ACHESS_MODE_UNSPECIFIED


def is_lock_step(start: agent_pb2.Start) -> bool:
    """Whether the match's time is virtual."""
    return start.achess_mode == agent_pb2.ACHESS_MODE_LOCK_STEP


def config(start: agent_pb2.Start) -> AchessConfig:
    """The rules' settings. Raises InvalidOption for those of a later version of the rules."""
    return AchessConfig.from_mapping(dict(start.config))


def gateway(start: agent_pb2.Start) -> GatewayConfig:
    """The arbiter's settings; of options that we do not know nothing is said."""
    known = {option.name for option in GATEWAY_OPTIONS}
    return GatewayConfig.from_mapping(
        {name: value for name, value in start.options.items() if name in known}
    )


def first_snapshot(start: agent_pb2.Start) -> Snapshot:
    """Where the match stands when its stream begins."""
    head = start.position.partition(";")[0]
    time = int(head.removeprefix("t=")) if head.removeprefix("t=").isdecimal() else 0
    return Snapshot(start.sequence, time, start.position, "")


def happened(message: agent_pb2.Events) -> Happened:
    """The events of an instant."""
    events = tuple(_event(event, message.time_ms) for event in message.events)
    return Happened(message.sequence, message.time_ms, events)


def _event(message: agent_pb2.AchessEvent, time: int) -> Event | None:
    made = _OUR_EVENTS.get(message.kind)
    if made is None:
        return None
    values: dict[str, object] = {"t": time}
    for field in fields(made)[1:]:
        told = getattr(message, _FIELDS.get(field.name, field.name))
        values[field.name] = tuple(told) if field.name == "path" else told
    if made is rules.Reject and not message.HasField("piece"):
        values["piece"] = None
    return made(**values)  # type: ignore[arg-type]  # the wire's types are the events'


def snapshot(message: agent_pb2.Snapshot) -> Snapshot:
    """The whole state."""
    return Snapshot(message.sequence, message.time_ms, message.state, message.hash)


def order_reply(message: agent_pb2.OrderReply) -> OrderReply:
    """What became of an order."""
    return OrderReply(
        order=message.order_id,
        started=message.verdict == agent_pb2.OrderReply.VERDICT_STARTED,
        why=message.why,
        stamp=message.stamp_ms if message.stamp_ms >= 0 else None,
    )


def tick_over(message: agent_pb2.TickOver) -> TickOver:
    """The end of a tick."""
    return TickOver(message.time_ms)


class Outgoing:
    """What a bot has to say, in order. Safe to use from any thread."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[agent_pb2.PlayResponse | None] = SimpleQueue()

    def order(self, number: int, ordered: Ordered) -> None:
        """An order."""
        piece, to, promotion = ordered
        message = agent_pb2.Order(order_id=number, piece=piece, to=to, promotion=promotion)
        self.queue.put(agent_pb2.PlayResponse(order=message))

    def resign(self, number: int) -> None:
        """The end of the match."""
        self.queue.put(agent_pb2.PlayResponse(order=agent_pb2.Order(order_id=number, resign=True)))

    def tick_done(self, time: int, thinking: int, rest_until: int) -> None:
        """The answer to a TickOver."""
        message = agent_pb2.TickDone(time_ms=time, thinking_ms=thinking, rest_until_ms=rest_until)
        self.queue.put(agent_pb2.PlayResponse(tick_done=message))

    def pong(self, nonce: int) -> None:
        """The answer to a Ping."""
        self.queue.put(agent_pb2.PlayResponse(pong=agent_pb2.Pong(nonce=nonce)))

    def close(self) -> None:
        """Nothing more comes."""
        self.queue.put(None)
