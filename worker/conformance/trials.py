"""The tests of the protocol, each a function of the agent that returns figures or raises Fault."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from arena.v1 import agent_pb2
from arena_games import Position, get_game
from arena_games.rng import Lot
from worker.conformance.line import Line
from worker.conformance.report import Fault, Figures
from worker.conformance.subject import Subject

# Among figures: what is worth knowing though the test was passed.
NOTE = "note"

_PINGS = 200
# Field 1900, 3 bytes: version 1 has no such field, a later one may.
_UNKNOWN = b"\xe2\x76\x03new"
_OVERSIZE = 2 * 1024 * 1024
_FAR_OFF = 1000
_RESUMES = 3
# Among so many random courses of these lengths, those are resumed that share the fewest
# moves with the start: an agent that begins anew will make an illegal one.
_COURSES = 40
_LENGTHS = (6, 12, 24)


@dataclass(frozen=True, slots=True)
class Trial:
    """A named test and what it asks of an agent.

    It must be passed if it is `required`; if it is `basic`, there is no use in the later
    ones unless it is passed.
    """

    name: str
    asks: str
    run: Callable[[Subject], Figures]
    required: bool = True
    basic: bool = False


def _ready(subject: Subject) -> Figures:
    begin = perf_counter()
    with subject.dialogue() as dialogue:
        ready = dialogue.open(subject.limit)
    ready_ms = round(1000 * (perf_counter() - begin), 1)
    return {"ready_ms": ready_ms, "said_name": ready.name, "said_version": ready.version}


def _ping(subject: Subject) -> Figures:
    trips = []
    with subject.dialogue() as dialogue:
        dialogue.open(subject.limit)
        with explained("the wire cannot be measured, so its time counts against its clock"):
            for nonce in range(1, _PINGS + 1):
                trips.append(_trip(dialogue.line, nonce, subject.patience))
    trips.sort()
    p50, p99 = (round(1e6 * trips[int(share * len(trips))]) for share in (0.5, 0.99))
    return {"round_trip_p50_us": p50, "round_trip_p99_us": p99}


def _trip(line: Line, nonce: int, seconds: float) -> float:
    begin = perf_counter()
    line.send(agent_pb2.PlayRequest(ping=agent_pb2.Ping(nonce=nonce)))
    pong = line.read_kind("pong", seconds).pong
    trip = perf_counter() - begin
    if pong.nonce != nonce:
        raise Fault(f"its Pong has nonce {pong.nonce}, the Ping's was {nonce}")
    return trip


@contextmanager
def explained(why: str) -> Iterator[None]:
    """Says why a fault in the block matters, whatever it was."""
    try:
        yield
    except Fault as fault:
        raise type(fault)(f"{why}: {fault}") from None


def _turns(subject: Subject) -> Figures:
    with subject.dialogue() as dialogue:
        dialogue.open(subject.limit)
        dialogue.play(subject.patience, turns=3)
    return {}


def _next_match(subject: Subject) -> Figures:
    _turns(subject)
    subject.plays_next("a match that ended with Finish")
    return {}


def _unknown(subject: Subject) -> Figures:
    with (
        explained("fields and messages that it does not know are to be ignored"),
        subject.dialogue() as dialogue,
    ):
        start = dialogue.start()
        start.MergeFromString(_UNKNOWN)
        dialogue.open(subject.limit, start)
        dialogue.line.send(_UNKNOWN)
        request = dialogue.request()
        asked = getattr(request, str(request.WhichOneof("message")))
        asked.MergeFromString(_UNKNOWN)
        dialogue.ask(request, subject.patience)
    return {}


def _repeated(subject: Subject) -> Figures:
    return disturbed(subject, 0, "a Turn that came twice")


def _wrong_ply(subject: Subject) -> Figures:
    return disturbed(subject, _FAR_OFF, "a Turn with a wrong ply")


def disturbed(subject: Subject, shift: int, what: str) -> Figures:
    """Asks again what was answered, shifted so far in ply or time: the match may be lost to
    the agent by that, the agent may not."""
    told: Figures = {}
    try:
        with subject.dialogue() as dialogue:
            dialogue.open(subject.limit)
            request = dialogue.request()
            dialogue.ask(request, subject.patience)
            dialogue.disturb(request, shift)
            dialogue.reply()
            dialogue.play(subject.patience)
    except Fault as fault:
        told = {NOTE: f"{what} cost it the match: {fault}"}
    subject.plays_next(what)
    return told


def _cancelled(subject: Subject) -> Figures:
    with subject.dialogue() as dialogue:
        dialogue.open(subject.limit)
        dialogue.play(subject.patience)
        if not dialogue.over:
            dialogue.line.send(dialogue.request())
        dialogue.line.cancel()
    subject.plays_next("a stream that was cancelled in its turn")
    return {}


def _resume(subject: Subject) -> Figures:
    for moves in resumable(subject.game):
        with (
            explained(f"a match resumed after {len(moves)} plies, which stand in Start.moves"),
            subject.dialogue(moves) as dialogue,
        ):
            dialogue.open(subject.limit)
            dialogue.play(subject.patience)
    return {}


def _truncated(subject: Subject) -> Figures:
    with subject.dialogue() as dialogue:
        dialogue.open(subject.limit)
        whole = dialogue.request().SerializeToString()
        dialogue.line.send(whole[:-1])
        _hear_out(subject, dialogue.line.read)
    subject.plays_next("a message cut short")
    return {}


def _oversized(subject: Subject) -> Figures:
    with subject.dialogue() as dialogue:
        start = dialogue.start()
        start.seat_names[0] = "x" * _OVERSIZE
        dialogue.line.send(agent_pb2.PlayRequest(start=start))
        _hear_out(subject, dialogue.line.read)
    subject.plays_next(f"a message of {_OVERSIZE // 2**20} MiB")
    return {}


def _hear_out(subject: Subject, read: Callable[[float], object]) -> None:
    """Waits until it has done something about what it was sent: it may do what it likes."""
    try:
        read(subject.patience)
    except Fault:
        return


def resumable(game: str) -> list[tuple[str, ...]]:
    """Courses of a match that end with a turn in which hardly any move of the start is legal."""
    start = get_game(game).start()
    known = set(start.legal_moves())
    found = []
    for number in range(_COURSES):
        moves, position = _course(start, _LENGTHS[number % len(_LENGTHS)], Lot(number))
        legal = position.legal_moves()
        if legal and moves:
            found.append((len(known & set(legal)) / len(legal), number, tuple(moves)))
    return [moves for _, _, moves in sorted(found)[:_RESUMES]]


def _course(start: Position, plies: int, lot: Lot) -> tuple[list[str], Position]:
    moves: list[str] = []
    position = start
    while len(moves) < plies or position.to_move != start.to_move:
        move = lot.choice(position.legal_moves())
        position = position.play(move)
        moves.append(move)
        if position.outcome() is not None:
            break
    return moves, position


TRIALS = (
    Trial("ready", "answers Start with Ready, before anything else", _ready, basic=True),
    Trial("ping", "answers each Ping with its Pong", _ping, required=False),
    Trial("turns", "answers each Turn with a legal Move that repeats its ply", _turns, basic=True),
    Trial("unknown", "ignores fields and messages that it does not know", _unknown),
    Trial("next-match", "plays one match after another", _next_match),
    Trial("resume", "goes on from the moves in Start", _resume),
    Trial("cancelled", "plays on after a stream was cancelled in its turn", _cancelled),
    Trial("repeated-turn", "survives a Turn that comes twice", _repeated),
    Trial("wrong-ply", "survives a Turn with a wrong ply", _wrong_ply),
    Trial("truncated", "survives a message cut short", _truncated),
    Trial("oversized", "survives a message of 2 MiB", _oversized),
)
