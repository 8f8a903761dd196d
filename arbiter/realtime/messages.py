"""Between the referee's words and the messages of `arena.v1` that AChess has of its own."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from arbiter import wire
from arbiter.errors import InvalidSpec
from arbiter.looptime import LagMeter
from arbiter.realtime.referee import Referee, Reply, Stamped, Told
from arbiter.realtime.spec import Mode, RealTimeSpec
from arbiter.spec import DEFAULT_START_LIMIT_US
from arbiter.verdict import Verdict
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games.achess import SALT_BYTES, Event, Order, commitment
from arena_games.achess.tables import PLAYERS

_MODES = {
    Mode.REAL_TIME: agent_pb2.ACHESS_MODE_REAL_TIME,
    Mode.LOCK_STEP: agent_pb2.ACHESS_MODE_LOCK_STEP,
}
# What an event has beside its instant, by the protocol's names; events that lack a field
# simply have none of it.
_FIELDS = {
    "piece": "piece",
    "path": "path",
    "first": "first_ms",
    "player": "player",
    "why": "why",
    "at": "at",
    "by": "by",
    "win": "win",
    "lose": "lose",
    "origin": "from",
    "to": "to",
    "type": "type",
    "result": "result",
}


def start(spec: RealTimeSpec, referee: Referee, seat: int) -> bytes:
    """The Start that opens, or opens again, a seat's stream."""
    return wire.start_of(
        spec,
        seat,
        time_control=spec.mode.value,
        position=referee.state_for(seat),
        pondering=agent_pb2.PONDERING_ON,
        config=referee.simulation.config.to_texts(),
        seed_commitment=commitment(spec.lot_seed, bytes.fromhex(spec.salt)),
        achess_mode=_MODES[spec.mode],
        sequence=referee.seats[seat].sequence,
    )


def events(told: Told) -> bytes:
    """The Events of an instant."""
    message = _events(told.time, told.sequence, told.events)
    return agent_pb2.PlayRequest(events=message).SerializeToString()


def _events(time: int, sequence: int, happened: Iterable[Event]) -> agent_pb2.Events:
    return agent_pb2.Events(
        sequence=sequence, time_ms=time, events=[event_to_wire(each) for each in happened]
    )


def event_to_wire(event: Event) -> agent_pb2.AchessEvent:
    """An event of the rules. A malformed order's piece is told only if it is a number that
    the protocol can carry."""
    message = agent_pb2.AchessEvent(kind=f"KIND_{event.e.upper()}")
    for name, field in _FIELDS.items():
        value = getattr(event, name, None)
        if name == "path" and value is not None:
            message.path.extend(value)
        elif name != "piece" and value is not None:
            setattr(message, field, value)
        elif type(value) is int and -(2**31) <= value < 2**31:
            message.piece = value
    return message


def reply(told: Reply) -> bytes:
    """What became of an order."""
    verdict = agent_pb2.OrderReply.VERDICT_STARTED
    if told.why:
        verdict = agent_pb2.OrderReply.VERDICT_REJECTED
    message = agent_pb2.OrderReply(
        order_id=told.number,
        verdict=verdict,
        why=told.why,
        stamp_ms=told.stamp,
        sequence=told.sequence,
    )
    return agent_pb2.PlayRequest(order_reply=message).SerializeToString()


def snapshot(referee: Referee, seat: int) -> bytes:
    """The whole state, as a seat may know it."""
    state = referee.state_for(seat)
    message = agent_pb2.Snapshot(
        sequence=referee.seats[seat].sequence,
        time_ms=referee.time,
        state=state,
        hash=sha256(state.encode()).hexdigest(),
    )
    return agent_pb2.PlayRequest(snapshot=message).SerializeToString()


def tick_over(time: int) -> bytes:
    return agent_pb2.PlayRequest(tick_over=agent_pb2.TickOver(time_ms=time)).SerializeToString()


def finish(verdict: Verdict, spec: RealTimeSpec) -> bytes:
    """The Finish, which reveals the lots' seed."""
    message = agent_pb2.Finish(**wire.ending(verdict), lot_seed=spec.lot_seed, salt=spec.salt)
    return agent_pb2.PlayRequest(finish=message).SerializeToString()


def order_from_wire(stamp: int, seat: int, message: agent_pb2.Order) -> Order:
    """An agent's order with its stamp."""
    if message.resign:
        return Order(stamp, PLAYERS[seat], resign=True)
    return Order(stamp, PLAYERS[seat], message.piece, message.to[:8], message.promotion[:8] or "Q")


def stamped_to_wire(stamped: Stamped) -> arbiter_pb2.StampedOrder:
    order = stamped.order
    given = agent_pb2.Order(order_id=stamped.number, resign=order.resign)
    if not order.resign:
        assert isinstance(order.piece, int), "it came over the wire"
        given.piece, given.to, given.promotion = order.piece, str(order.to), str(order.promo)
    return arbiter_pb2.StampedOrder(
        stamp_ms=order.t,
        counter=stamped.counter,
        seat=stamped.seat,
        order=given,
        held_ms=stamped.held,
    )


def _stamped_from_wire(message: arbiter_pb2.StampedOrder) -> Stamped:
    order = order_from_wire(message.stamp_ms, message.seat & 1, message.order)
    return Stamped(message.counter, order, message.order.order_id, message.held_ms)


def log(attempt: int, orders: Sequence[Stamped], referee: Referee) -> arbiter_pb2.RunMatchResponse:
    """A piece of the log: orders, and how far the match has been decided with them."""
    return arbiter_pb2.RunMatchResponse(
        achess_log=arbiter_pb2.AchessLog(
            attempt=attempt,
            orders=[stamped_to_wire(stamped) for stamped in orders],
            time_ms=referee.time,
            hash=referee.simulation.hash(),
        )
    )


def spec_from_wire(message: arbiter_pb2.MatchSpec) -> RealTimeSpec:
    """Raises InvalidSpec."""
    wire.check_identity(message)
    real_time = message.achess_mode == agent_pb2.ACHESS_MODE_REAL_TIME
    return RealTimeSpec(
        match_id=message.match_id,
        attempt=message.attempt,
        game=message.game,
        options=dict(message.options),
        mode=Mode.REAL_TIME if real_time else Mode.LOCK_STEP,
        seats=wire.seats_from_wire(message),
        lot_seed=message.lot_seed,
        salt=_checked_salt(message.salt),
        position=message.position,
        start_limit_us=message.start_limit_us or DEFAULT_START_LIMIT_US,
        log=[_stamped_from_wire(order) for order in message.achess_log.orders],
        decided_ms=message.achess_log.time_ms,
    )


def _checked_salt(salt: str) -> str:
    try:
        if len(bytes.fromhex(salt)) == SALT_BYTES:
            return salt
    except ValueError:
        pass
    raise InvalidSpec(f"the salt must be {SALT_BYTES} bytes in hex")


def watch_header(spec: RealTimeSpec, state: str) -> arbiter_pb2.WatchMatchResponse:
    header = arbiter_pb2.WatchHeader(
        **wire.heading(spec), time_control=spec.mode.value, position=state
    )
    return arbiter_pb2.WatchMatchResponse(header=header)


def watched_events(
    time: int, sequence: int, happened: Sequence[Event]
) -> arbiter_pb2.WatchMatchResponse:
    return arbiter_pb2.WatchMatchResponse(events=_events(time, sequence, happened))


def report(
    spec: RealTimeSpec,
    referee: Referee,
    seats: Sequence[arbiter_pb2.AchessSeatReport],
    lates: LagMeter,
) -> arbiter_pb2.AchessReport:
    """What becomes known at the end."""
    state = referee.simulation.text()
    return arbiter_pb2.AchessReport(
        lot_seed=spec.lot_seed,
        salt=spec.salt,
        time_ms=referee.time,
        state=state,
        hash=referee.simulation.hash(),
        seats=seats,
        late_p50_us=lates.quantile(0.5),
        late_p99_us=lates.quantile(0.99),
        late_max_us=lates.quantile(1.0),
    )
