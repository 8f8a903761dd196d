"""Judging a match record again: its moves by the rules, its clocks by the ledger.

Nothing of the arbiter's is used but what it wrote down. The rules and the arithmetic of
time controls are those of `arena_games`.
"""

from collections.abc import Iterator

from arena_games import (
    GameError,
    Outcome,
    Position,
    Termination,
    get_game,
    get_rules,
    is_real_time,
)
from arena_games.clock import Clock, TimeControl
from league import verify_real_time
from league.openings import start_position
from league.record import Charge, MatchRecord

# Endings in which one seat broke off the match.
_BROKEN_OFF = frozenset(
    {
        Termination.RESIGNATION,
        Termination.TIME_FORFEIT,
        Termination.ILLEGAL_MOVE,
        Termination.UNREADABLE,
        Termination.CRASH,
        Termination.DISCONNECT,
        Termination.NOT_READY,
        Termination.FLOOD,
        Termination.OVERSIZE,
        Termination.OUT_OF_MEMORY,
        Termination.TOO_MANY_PROCESSES,
        Termination.RULE_VIOLATION,
    }
)


def verify(record: MatchRecord) -> list[str]:
    """What is wrong with a record, one line each; empty if it is sound.

    Every move is legal and by the seat whose turn it was, scores and termination follow
    from the last position, every charge follows from its evidence, and every clock from
    the charges before it. In real time the log of orders and the lot seed give the same
    end, state and result.
    """
    problems: list[str] = []
    try:
        problems += _table_problems(record)
        if problems:
            return problems
        if is_real_time(record.game):
            problems.extend(verify_real_time.problems(record, _BROKEN_OFF))
            return problems
        last = _replay(record, problems)
        problems += _clock_problems(record)
    except GameError as error:
        return [*problems, str(error)]
    return problems + list(_outcome_problems(record, last))


def _table_problems(record: MatchRecord) -> Iterator[str]:
    seats = get_rules(record.game).seats
    if len(record.seats) != seats or len(record.scores) != seats:
        yield f"{len(record.seats)} seats and {len(record.scores)} scores in a game for {seats}"
    if len(record.ledger) != len(record.moves) and not is_real_time(record.game):
        yield f"{len(record.moves)} moves but {len(record.ledger)} charges"
    if record.termination not in Termination.__members__:
        yield f"termination {record.termination[:40]!r}: there is none of that name"
    charges = [*record.ledger, *filter(None, [record.last_charge])]
    for charge in charges:
        if not 0 <= charge.seat < seats:
            yield f"ply {charge.ply} is charged to seat {charge.seat} in a game for {seats}"
    for seat, score in zip(record.seats, record.scores, strict=False):
        if seat.score != score:
            yield f"seat {seat.seat} has score {seat.score} in one place and {score} in another"


def _replay(record: MatchRecord, problems: list[str]) -> Position:
    game = get_game(record.game)
    if game.rules_version != record.rules_version:
        problems.append(
            f"played under rules version {record.rules_version}, judged under {game.rules_version}"
        )
    position = start_position(game, record.options, record.seed, record.position)
    for move in record.opening:
        position = position.play(move)
    for move, charge in zip(record.moves, record.ledger, strict=True):
        ply, seat = position.ply, position.to_move
        if charge.ply != ply:
            problems.append(f"ply {ply} is charged as ply {charge.ply}")
        if charge.seat != seat:
            problems.append(f"ply {ply} is charged to seat {charge.seat}, but seat {seat} moved")
        position = _play(position, move, ply)
    return position


def _play(position: Position, move: str, ply: int) -> Position:
    try:
        return position.play(move)
    except GameError as error:
        raise GameError(f"ply {ply}: {error}") from None


def _outcome_problems(record: MatchRecord, last: Position) -> Iterator[str]:
    termination = Termination[record.termination]
    outcome = _outcome(record, last, termination)
    if outcome is None:
        yield f"{record.termination} does not follow from the last position"
        return
    if outcome.termination != termination:
        yield f"ended by {outcome.termination.name}, recorded as {record.termination}"
    if tuple(outcome.scores) != tuple(record.scores):
        yield f"the scores are {list(outcome.scores)}, recorded as {list(record.scores)}"


def _outcome(record: MatchRecord, last: Position, termination: Termination) -> Outcome | None:
    by_rules = last.outcome()
    if by_rules is not None:
        return by_rules
    if termination in _BROKEN_OFF:
        if not 0 <= record.at_fault < len(record.seats):
            return None
        return last.forfeit(record.at_fault, termination)
    if termination is Termination.DRAW_AGREED:
        return last.agreed_draw()
    # A claim may be for the position after a move that was then not played.
    claims = (last.claim(move) for move in (None, *last.legal_moves()))
    return next((claim for claim in claims if claim and claim.termination is termination), None)


def _clock_problems(record: MatchRecord) -> Iterator[str]:
    control = TimeControl.parse(record.time)
    clocks = [Clock.start(control) for _ in record.seats]
    for charge in record.ledger:
        yield from _charge_problems(control, clocks[charge.seat], charge)
        clock = _after(clocks[charge.seat], charge)
        if clock.flagged:
            yield f"ply {charge.ply}: seat {charge.seat} played on {_spent(clock)}"
        clocks[charge.seat] = clock.pressed()
        left = tuple(clock.left_us for clock in clocks)
        if charge.clocks_us != left:
            yield f"ply {charge.ply}: the clocks are {left}, recorded as {charge.clocks_us}"
    if record.last_charge is not None:
        yield from _last_problems(record, control, clocks, record.last_charge)
    for seat, clock in zip(record.seats, clocks, strict=True):
        if round(seat.clock_left_ms * 1000) != clock.left_us:
            yield f"seat {seat.seat} ends with {clock.left_us} us, not {seat.clock_left_ms} ms"


def _last_problems(
    record: MatchRecord, control: TimeControl, clocks: list[Clock], charge: Charge
) -> Iterator[str]:
    yield from _charge_problems(control, clocks[charge.seat], charge)
    clocks[charge.seat] = clock = _after(clocks[charge.seat], charge)
    if record.termination != Termination.TIME_FORFEIT.name:
        return
    if charge.seat != record.at_fault:
        yield f"seat {record.at_fault} lost on time, but seat {charge.seat} was charged last"
    elif not clock.flagged:
        yield f"seat {charge.seat} lost on time {_spent(clock)}"


def _after(clock: Clock, charge: Charge) -> Clock:
    wall = charge.wall_us - charge.own_lag_us - charge.transport_us
    return clock.charged(charge.charged_us, wall)


def _spent(clock: Clock) -> str:
    if not clock.control.cpu:
        return f"with {clock.left_us} us left"
    wall = f"{clock.wall_us} of {clock.wall_cap_us} us of wall time"
    return f"with {clock.left_us} us of CPU left, {wall} used"


def _charge_problems(control: TimeControl, clock: Clock, charge: Charge) -> Iterator[str]:
    due = control.charge(
        charge.wall_us, charge.own_lag_us, charge.transport_us, charge.grace_us, charge.cpu_us
    )
    if charge.charged_us != due:
        yield f"ply {charge.ply}: {charge.charged_us} us charged, {due} us by the evidence"
    left = clock.left_us - charge.charged_us
    if charge.left_us != left:
        yield f"ply {charge.ply}: {left} us left after the charge, recorded as {charge.left_us}"
