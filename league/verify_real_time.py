"""Judging a record of a match in real time again: its log and its lot seed through the rules."""

from collections.abc import Iterator

from arena_games import GameError, Outcome, Termination, get_real_time_game
from arena_games.achess import Event, Order, Reject, Simulation, commitment
from arena_games.achess.tables import PLAYERS
from league.openings import start_simulation
from league.real_time import RealTime
from league.record import MatchRecord
from league.timing import read_time


def begin(record: MatchRecord) -> Simulation:
    """The match of a record at its start, all of its orders submitted.

    Raises GameError.
    """
    game = get_real_time_game(record.game)
    match = start_simulation(game, record.options, _lot_seed(record), record.position)
    for number, text in enumerate(record.moves, 1):
        try:
            match.submit(Order.parse(text))
        except GameError as error:
            raise GameError(f"order {number}: {error}") from None
    return match


def _lot_seed(record: MatchRecord) -> int:
    text = record.real_time.lot_seed if record.real_time else "0"
    try:
        return int(text)
    except ValueError:
        raise GameError(f"lot seed {text[:40]!r}: it is no number") from None


def problems(record: MatchRecord, broken_off: frozenset[Termination]) -> Iterator[str]:
    """What is wrong with a record, one line each. Raises GameError for a log, options or a
    time that make no sense at all."""
    read_time(record.game, record.time)
    if record.ledger or record.opening or record.last_charge:
        yield "a match without turns has no opening and no charges"
    version = get_real_time_game(record.game).rules_version
    if version != record.rules_version:
        yield f"played under rules version {record.rules_version}, judged under {version}"
    match, part = begin(record), record.real_time
    if part is None:
        if record.moves:
            yield "it has orders, but no lot seed to replay them by"
    else:
        events = match.advance(part.time_ms)
        yield from _end_problems(part, match)
        yield from _commitment_problems(part)
        yield from _seat_problems(record, part, events)
    yield from _outcome_problems(record, match, broken_off)


def _end_problems(part: RealTime, match: Simulation) -> Iterator[str]:
    if match.time != part.time_ms:
        yield f"it ends at {match.time} ms, recorded as {part.time_ms}"
    if match.hash() != part.hash:
        yield f"the state at the end has hash {match.hash()}, recorded as {part.hash[:64]}"
    if match.text() != part.state:
        yield "the state at the end is another than recorded"


def _commitment_problems(part: RealTime) -> Iterator[str]:
    try:
        due = commitment(int(part.lot_seed), bytes.fromhex(part.salt))
    except ValueError as error:
        yield f"lot seed and salt: {error}"
        return
    if due != part.commitment:
        yield "lot seed and salt are not those that were promised: another commitment"


def _seat_problems(record: MatchRecord, part: RealTime, events: list[Event]) -> Iterator[str]:
    if len(part.seats) != len(record.seats):
        yield f"{len(record.seats)} seats, but {len(part.seats)} are reported of"
    if part.held_ms and len(part.held_ms) != len(record.moves):
        yield f"{len(record.moves)} orders, but {len(part.held_ms)} were held"
    senders = [Order.parse(text).player for text in record.moves]
    rejected = [event.player for event in events if isinstance(event, Reject)]
    for player, seat in zip(PLAYERS, part.seats, strict=False):
        for what, found, told in (
            ("orders", senders.count(player), seat.orders),
            ("rejected orders", rejected.count(player), seat.rejected),
        ):
            if found != told:
                yield f"{player} has {found} {what}, recorded as {told}"


def _outcome_problems(
    record: MatchRecord, match: Simulation, broken_off: frozenset[Termination]
) -> Iterator[str]:
    termination = Termination[record.termination]
    outcome = _outcome(record, match, termination, broken_off)
    if outcome is None:
        yield f"{record.termination} does not follow from the log"
        return
    if outcome.termination != termination:
        yield f"ended by {outcome.termination.name}, recorded as {record.termination}"
    if tuple(outcome.scores) != tuple(record.scores):
        yield f"the scores are {list(outcome.scores)}, recorded as {list(record.scores)}"


def _outcome(
    record: MatchRecord,
    match: Simulation,
    termination: Termination,
    broken_off: frozenset[Termination],
) -> Outcome | None:
    """How it ended. A seat that breaks off resigns by the log; why, only the arbiter knows."""
    by_rules = match.outcome()
    if termination is Termination.RESIGNATION or termination not in broken_off:
        return by_rules
    if not 0 <= record.at_fault < len(record.seats):
        return None
    forfeit = match.forfeit(record.at_fault, termination)
    if by_rules is None:  # it was not there at the start, perhaps of a later attempt
        return None if record.moves and record.attempt == 1 else forfeit
    resigned = by_rules.termination is Termination.RESIGNATION
    return forfeit if resigned and by_rules.scores == forfeit.scores else by_rules
