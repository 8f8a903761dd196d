"""Between the arbiter's own words and the messages of `arena.v1`. Nothing else here
knows both."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any

from arbiter.errors import InvalidSpec, Void
from arbiter.freezer import Handle
from arbiter.ledger import Charge
from arbiter.match import Ask, Entry, Match, Reply, Seat, Thought
from arbiter.realtime.spec import RealTimeSpec
from arbiter.spec import DEFAULT_START_LIMIT_US, Pondering, SeatSpec, Spec
from arbiter.verdict import Blame, Verdict
from arena.v1 import agent_pb2, arbiter_pb2
from arena_games import Termination
from arena_games.clock import Clock, InvalidTimeControl, TimeControl

# Longer texts are no moves of any game; what is cut off here is refused by the rules.
_LONGEST_MOVE = 24
_LONGEST_COMMENT = 200
_LONGEST_VARIATION = 32
_PONDERING = {pondering.name: pondering for pondering in Pondering}


def termination_to_wire(termination: Termination) -> str:
    """The name of the enum value, which protobuf takes as well as its number."""
    return f"TERMINATION_{termination.name}"


def termination_from_wire(value: agent_pb2.Termination) -> Termination:
    """Raises KeyError for a value that this version does not know."""
    return Termination[agent_pb2.Termination.Name(value).removeprefix("TERMINATION_")]


def pondering_to_wire(pondering: Pondering) -> str:
    return f"PONDERING_{pondering.name}"


def blame_to_wire(blame: Blame) -> str:
    return f"BLAME_{blame.name}"


def clock_to_wire(clock: Clock) -> agent_pb2.Clock:
    control = clock.control
    return agent_pb2.Clock(
        left_us=clock.left_us,
        increment_us=control.increment_us,
        delay_us=control.delay_us,
        moves_to_go=clock.moves_to_go,
        period_us=control.budget_us if control.period_moves else 0,
        charges_cpu=control.cpu,
    )


def heading(spec: Spec | RealTimeSpec) -> dict[str, Any]:
    """What a Start and a WatchHeader say of every match."""
    return {
        "match_id": spec.match_id,
        "game": spec.game,
        "options": dict(spec.options),
        "seat_names": [seat.name for seat in spec.seats],
    }


def ending(verdict: Verdict) -> dict[str, Any]:
    """What a Finish and a Finished say of every verdict."""
    return {
        "scores": verdict.outcome.scores,
        "termination": termination_to_wire(verdict.outcome.termination),
        "at_fault": verdict.at_fault,
        "detail": verdict.detail,
    }


def start_of(spec: Spec | RealTimeSpec, seat: int, **more: Any) -> bytes:
    """The Start that opens a seat's stream, with `more` of its fields."""
    message = agent_pb2.Start(**heading(spec), seed=spec.seats[seat].seed, seat=seat, **more)
    return agent_pb2.PlayRequest(start=message).SerializeToString()


def start(spec: Spec, position: str, match: Match, seat: int) -> bytes:
    """The Start of a game with turns."""
    return start_of(
        spec,
        seat,
        time_control=spec.control.text,
        position=position,
        moves=match.moves,
        clocks=[clock_to_wire(other.clock) for other in match.seats],
        pondering=pondering_to_wire(spec.enforced),
    )


def turn(ask: Ask, match: Match, features: agent_pb2.Features) -> bytes:
    """The Turn for an Ask, with what the agent wants to be told."""
    message = agent_pb2.Turn(
        ply=ask.ply,
        moves=ask.moves,
        clocks=[clock_to_wire(seat.clock) for seat in match.seats],
    )
    if features.wants_position:
        message.position = match.position.text()
    if features.wants_legal_moves:
        message.legal_moves.extend(match.position.legal_moves())
    if ask.draw_offered_by >= 0:
        message.draw_offered = True
        message.draw_offered_by = ask.draw_offered_by
    return agent_pb2.PlayRequest(turn=message).SerializeToString()


def ping(nonce: int) -> bytes:
    return agent_pb2.PlayRequest(ping=agent_pb2.Ping(nonce=nonce)).SerializeToString()


def finish(verdict: Verdict, match: Match, seat: int, features: agent_pb2.Features) -> bytes:
    """The Finish that a seat is told."""
    state = match.seats[seat]
    message = agent_pb2.Finish(
        **ending(verdict),
        clocks=[clock_to_wire(other.clock) for other in match.seats],
        moves=match.moves[state.told :],
    )
    if features.wants_ledger:
        own = [charge_to_wire(entry.charge) for entry in match.entries if entry.seat == seat]
        message.ledger.extend(own)
    return agent_pb2.PlayRequest(finish=message).SerializeToString()


def reply(move: agent_pb2.Move) -> Reply:
    """An agent's Move; what it says of its thinking is capped."""
    return Reply(
        move.move[:_LONGEST_MOVE],
        claim=move.claim == agent_pb2.CLAIM_DRAW,
        offer_draw=move.offer_draw,
        accept_draw=move.accept_draw,
        thought=thought_from_wire(move.thought) if move.HasField("thought") else None,
    )


def thought_from_wire(thought: agent_pb2.Thought) -> Thought:
    return Thought(
        # No JSON can hold another: neither a record nor what the web is told.
        score=thought.score if thought.HasField("score") and isfinite(thought.score) else None,
        depth=thought.depth if thought.HasField("depth") else None,
        nodes=thought.nodes if thought.HasField("nodes") else None,
        principal_variation=tuple(
            move[:_LONGEST_MOVE] for move in thought.principal_variation[:_LONGEST_VARIATION]
        ),
        comment=thought.comment[:_LONGEST_COMMENT],
    )


def thought_to_wire(thought: Thought) -> agent_pb2.Thought:
    return agent_pb2.Thought(
        score=thought.score,
        depth=thought.depth,
        nodes=thought.nodes,
        principal_variation=thought.principal_variation,
        comment=thought.comment,
    )


def charge_to_wire(charge: Charge) -> agent_pb2.LedgerEntry:
    return agent_pb2.LedgerEntry(
        ply=charge.ply,
        seat=charge.seat,
        wall_us=charge.wall,
        own_lag_us=charge.own_lag,
        transport_us=charge.transport,
        cpu_us=charge.cpu,
        steal_us=charge.steal,
        pressure_us=charge.pressure,
        grace_us=charge.grace,
        charged_us=charge.charged,
        left_us=charge.left,
    )


def _charge_from_wire(line: agent_pb2.LedgerEntry) -> Charge:
    return Charge(
        ply=line.ply,
        seat=line.seat,
        wall=line.wall_us,
        own_lag=line.own_lag_us,
        transport=line.transport_us,
        grace=line.grace_us,
        charged=line.charged_us,
        left=line.left_us,
        cpu=line.cpu_us,
        steal=line.steal_us,
        pressure=line.pressure_us,
    )


def entry_to_wire(entry: Entry) -> arbiter_pb2.JournalEntry:
    message = arbiter_pb2.JournalEntry(
        ply=entry.ply,
        seat=entry.seat,
        move=entry.move,
        ledger=charge_to_wire(entry.charge),
        clocks=[clock_to_wire(clock) for clock in entry.clocks],
        offered_draw=entry.offered_draw,
        grace_left_us=entry.grace_left,
    )
    if entry.thought is not None:
        message.thought.CopyFrom(thought_to_wire(entry.thought))
    return message


def _entries_from_wire(
    journal: Iterable[arbiter_pb2.JournalEntry], control: TimeControl, seats: int
) -> list[Entry]:
    """The journal in our words. What a clock counts beside its time is not on the wire: its
    moves follow from who moved how often, its wall time from the charges."""
    moves, walls = [0] * seats, [0] * seats
    entries = []
    for message in journal:
        if message.seat >= seats or len(message.clocks) != seats:
            raise InvalidSpec(f"the journal's ply {message.ply} is not of {seats} seats")
        charge = _charge_from_wire(message.ledger)
        moves[message.seat] += 1
        walls[message.seat] += charge.agents_wall
        clocks = tuple(
            Clock(control, clock.left_us, count, wall)
            for clock, count, wall in zip(message.clocks, moves, walls, strict=True)
        )
        entries.append(
            Entry(
                message.ply,
                message.seat,
                message.move,
                charge,
                clocks,
                message.grace_left_us,
                message.offered_draw,
                thought_from_wire(message.thought) if message.HasField("thought") else None,
            )
        )
    return entries


def spec_from_wire(message: arbiter_pb2.MatchSpec) -> Spec:
    """Raises InvalidSpec."""
    check_identity(message)
    try:
        control = TimeControl.parse(message.time_control)
    except InvalidTimeControl as error:
        raise InvalidSpec(str(error)) from None
    pondering = agent_pb2.Pondering.Name(message.pondering).removeprefix("PONDERING_")
    return Spec(
        match_id=message.match_id,
        attempt=message.attempt,
        game=message.game,
        options=dict(message.options),
        seed=message.seed,
        control=control,
        seats=seats_from_wire(message),
        position=message.position,
        opening=tuple(message.opening),
        pondering=_PONDERING.get(pondering, Pondering.UNENFORCED),
        start_limit_us=message.start_limit_us or DEFAULT_START_LIMIT_US,
        grace_us=message.grace_us,
        journal=_entries_from_wire(message.journal, control, len(message.seats)),
    )


def check_identity(message: arbiter_pb2.MatchSpec) -> None:
    """Raises InvalidSpec for an attempt at nothing."""
    if not message.match_id or message.attempt < 1:
        raise InvalidSpec("a match needs an id and an attempt number from 1")


def seats_from_wire(message: arbiter_pb2.MatchSpec) -> list[SeatSpec]:
    """Raises InvalidSpec."""
    return [_seat_from_wire(number, seat) for number, seat in enumerate(message.seats)]


def _seat_from_wire(number: int, seat: arbiter_pb2.SeatSpec) -> SeatSpec:
    if not seat.address:
        raise InvalidSpec(f"seat {number} has no address to call")
    return SeatSpec(
        seat.name,
        seat.version,
        seat.address,
        seat.sandboxed,
        seat.seed,
        seat.root_certificates,
        _handle_from_wire(seat.freeze),
    )


def _handle_from_wire(handle: arbiter_pb2.FreezeHandle) -> Handle | None:
    if handle.WhichOneof("handle") is None:
        return None
    return Handle(handle.cgroup, handle.process_group)


def finished(
    spec: Spec,
    verdict: Verdict,
    match: Match,
    reports: Sequence[arbiter_pb2.SeatReport],
) -> arbiter_pb2.Finished:
    message = arbiter_pb2.Finished(
        **ending(verdict),
        attempt=spec.attempt,
        position=match.position.text(),
        plies=match.position.ply,
        seats=reports,
        pondering=pondering_to_wire(spec.enforced),
    )
    if match.last_charge is not None:
        message.last_charge.CopyFrom(charge_to_wire(match.last_charge))
    return message


def report(
    seat: Seat, ignored: int, round_trip: int, start: int, ready: agent_pb2.Ready
) -> arbiter_pb2.SeatReport:
    """What became of a seat in the whole match; times in microseconds."""
    return arbiter_pb2.SeatReport(
        clock=clock_to_wire(seat.clock),
        turns=seat.turns,
        charged_us=seat.charged,
        wall_us=seat.wall,
        ignored=ignored,
        false_claims=seat.false_claims,
        round_trip_us=round_trip,
        start_us=start,
        said_name=ready.name[:100],
        said_version=ready.version[:100],
    )


def void(attempt: int, ending: Void) -> arbiter_pb2.Void:
    return arbiter_pb2.Void(
        attempt=attempt, blame=blame_to_wire(ending.blame), reason=ending.reason
    )


def watch_header(spec: Spec, position: str) -> arbiter_pb2.WatchHeader:
    clock = clock_to_wire(Clock.start(spec.control))
    return arbiter_pb2.WatchHeader(
        **heading(spec),
        time_control=spec.control.text,
        position=position,
        opening=spec.opening,
        clocks=[clock] * len(spec.seats),
    )


def turning(ask: Ask, match: Match) -> arbiter_pb2.Turning:
    return arbiter_pb2.Turning(
        ply=ask.ply, seat=ask.seat, clocks=[clock_to_wire(seat.clock) for seat in match.seats]
    )
