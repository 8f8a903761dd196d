"""A whole match of the agent in every seat, refereed by the arbiter as any other."""

from arena_games import Termination, get_rules, is_real_time
from league.pairing import Entrant, Pairing, Seating
from league.record import MatchRecord
from league.timing import pondering_choices
from worker.conformance.report import Fault, Figures
from worker.conformance.subject import Subject
from worker.errors import PairingUnplayable, SandboxError
from worker.local import play_local
from worker.sandbox import Sandbox
from worker.settings import PlaySettings
from worker.starter import starter

_OPPONENT = "random"
# A match of agents that do not play to win is long enough at this.
_REAL_TIME_OPTIONS = {"max_ms": "30000"}
_AGENT = Entrant("the agent", "")


def opponent(game: str) -> str:
    """The agent text of whom the matches are played against."""
    return f"{game}:{_OPPONENT}" if is_real_time(game) else _OPPONENT


def play_seat(
    subject: Subject, seat: int, time: str, arbiter_address: str, settings: PlaySettings
) -> Figures:
    """Plays a match with the agent in that seat against random agents in the others.

    Raises Fault if the agent lost by anything but the rules.
    """
    pairing = _pairing(subject, seat, time)
    others = starter(pairing, settings)

    def start(entrant: Entrant, copy: int) -> Sandbox:
        return subject.lent() if entrant is _AGENT else others(entrant, copy)

    try:
        (record,) = play_local([pairing], arbiter_address, 1, settings, start)
    except (PairingUnplayable, SandboxError) as error:
        raise Fault(f"the match could not be played: {error}") from None
    if record.at_fault == seat:
        raise Fault(_loss(record, subject))
    if record.at_fault >= 0 and record.termination != Termination.RESIGNATION.name:
        raise Fault(f"the match could not be played: its rival left ({record.detail})")
    return _figures(record, seat)


def _loss(record: MatchRecord, subject: Subject) -> str:
    told = f"it lost by {Termination[record.termination].value} {_moment(record)}"
    ending = subject.sandbox.exited() if subject.sandbox is not None else None
    return f"{told}: {record.detail}" + (f"; it ended ({ending})" if ending else "")


def _moment(record: MatchRecord) -> str:
    if record.real_time is not None:
        return f"at {record.real_time.time_ms} ms"
    return f"at ply {len(record.moves)}"


def _figures(record: MatchRecord, seat: int) -> Figures:
    told, part = record.seats[seat], record.real_time
    if part is not None:
        own = part.seats[seat]
        played: Figures = {
            "orders": own.orders,
            "rejected": own.rejected,
            "over_the_rate": own.over_rate,
            "match_time_ms": part.time_ms,
        }
    else:
        played = {"plies": len(record.moves), "charged_ms": round(told.charged_ms, 1)}
    return {
        **played,
        "score": told.score,
        "ignored_messages": told.ignored,
        "ended_by": Termination[record.termination].value,
    }


def _pairing(subject: Subject, seat: int, time: str) -> Pairing:
    seats, rival = get_rules(subject.game).seats, opponent(subject.game)
    others = [Entrant(f"{rival} {number}", rival) for number in range(1, seats)]
    order = tuple((place - seat) % seats for place in range(seats))
    return Pairing(
        pairing_id="check",
        tournament="check",
        game=subject.game,
        options=_REAL_TIME_OPTIONS if is_real_time(subject.game) else {},
        seed=seat + 1,
        position="",
        opening=(),
        time=time,
        start_limit=subject.limit,
        entrants=(_AGENT, *others),
        seatings=(Seating(f"check.{seat}", order),),
        pondering=pondering_choices(subject.game)[0],
    )
