"""A whole match of the agent in every seat, refereed by the arbiter as any other."""

from arena_games import Termination, get_game
from league.pairing import Entrant, Pairing, Seating
from league.record import MatchRecord
from worker.block import starter
from worker.conformance.report import Fault, Figures
from worker.conformance.subject import Subject
from worker.errors import PairingUnplayable, SandboxError
from worker.local import play_local
from worker.sandbox import Sandbox
from worker.settings import PlaySettings

OPPONENT = "random"
_AGENT = Entrant("the agent", "")


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
    return _figures(record, seat)


def _loss(record: MatchRecord, subject: Subject) -> str:
    told = f"it lost by {Termination[record.termination].value} at ply {len(record.moves)}"
    ending = subject.sandbox.exited() if subject.sandbox is not None else None
    return f"{told}: {record.detail}" + (f"; it ended ({ending})" if ending else "")


def _figures(record: MatchRecord, seat: int) -> Figures:
    told = record.seats[seat]
    return {
        "plies": len(record.moves),
        "score": told.score,
        "charged_ms": round(told.charged_ms, 1),
        "ignored_messages": told.ignored,
        "ended_by": Termination[record.termination].value,
    }


def _pairing(subject: Subject, seat: int, time: str) -> Pairing:
    seats = get_game(subject.game).seats
    others = [Entrant(f"{OPPONENT} {number}", OPPONENT) for number in range(1, seats)]
    order = tuple((place - seat) % seats for place in range(seats))
    return Pairing(
        pairing_id="check",
        tournament="check",
        game=subject.game,
        options={},
        seed=seat + 1,
        position="",
        opening=(),
        time=time,
        start_limit=subject.limit,
        entrants=(_AGENT, *others),
        seatings=(Seating(f"check.{seat}", order),),
    )
