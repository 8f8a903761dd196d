"""What becomes of a position if both sides strike whatever stands next to them.

Who stands next to his victim strikes before it can leave, so that such exchanges are forced;
all else can be seen coming. A strike may be ordered while its victim is still on the way:
who waits strikes first.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from arena_games.achess import Simulation
from arena_games.achess.tables import BLACK_PAWN, KING, KNIGHT, NEVER, PAWN
from arena_sdk.agents.achess.minds import Wish
from arena_sdk.agents.achess.ways import RAYS, STRIKES

# P N B R Q K. Knights are slow to arrive, and can be evaded.
VALUES: Final = (1.0, 2.5, 3.2, 5.0, 9.0, 100.0)
# How far slow strikes are looked for, in spaces.
_FAR: Final = 3


class Man(NamedTuple):
    """A live piece: its number, kind and seat, the square on which it can be struck (-1 if
    it is gone by then), and whether it can strike."""

    piece: int
    kind: int
    seat: int
    square: int
    ready: bool


class Contact(NamedTuple):
    """Somebody who could strike a piece: at once, or slowly, which the victim sees coming."""

    attacker: Man
    victim: Man
    slow: bool


def men(simulation: Simulation) -> list[Man]:
    """All live pieces."""
    found = []
    now, tick = simulation.time, simulation.config.tick_ms
    for piece in range(simulation.count):
        kind = simulation.kind(piece)
        if kind < 0:
            continue
        square, due = simulation.square(piece), simulation.due(piece)
        if due == NEVER:
            ready = simulation.ready(piece) <= now + tick
            found.append(Man(piece, kind, simulation.owner(piece), square, ready))
        else:
            goal = simulation.goal(piece)
            last = square + simulation.step(piece) == goal
            found.append(Man(piece, kind, simulation.owner(piece), goal if last else -1, False))
    return found


def contacts(everyone: list[Man]) -> tuple[list[Contact], dict[int, bool]]:
    """Who could strike whom, and the pieces for which one of their own stands ready to
    strike back: whether at once, else slowly."""
    on: list[Man | None] = [None] * 64
    for man in everyone:
        if man.square >= 0:
            on[man.square] = man
    found: list[Contact] = []
    defended: dict[int, bool] = {}
    for man in everyone:
        if man.ready:
            for there, slow in _reached(man, on):
                if there.seat != man.seat:
                    found.append(Contact(man, there, slow))
                elif not slow or there.piece not in defended:
                    defended[there.piece] = not slow
    return found, defended


def _reached(man: Man, on: list[Man | None]) -> Iterator[tuple[Man, bool]]:
    """Who stands first in a piece's ways, and whether it is slow to get there."""
    row = BLACK_PAWN if man.kind == PAWN and man.seat else man.kind
    if man.kind in (PAWN, KING, KNIGHT):
        for near in STRIKES[row][man.square]:
            there = on[near]
            if there is not None:
                yield there, man.kind == KNIGHT
        return
    for way in RAYS[row][man.square]:
        for spaces, square in enumerate(way[:_FAR]):
            there = on[square]
            if there is not None:
                yield there, spaces > 0
                break


def price(contact: Contact, defended: Mapping[int, bool]) -> float:
    """What a strike costs: the attacker, if it will be struck in turn. Who struck at once
    can leave before a slow answer arrives."""
    answered = defended.get(contact.victim.piece)
    lost = answered is not None and (answered or contact.slow)
    return VALUES[contact.attacker.kind] if lost else 0.0


def strikes(simulation: Simulation) -> list[Wish]:
    """What both sides would order to strike what pays and will not leave, the best first.
    Pawns are those that cannot leave even a slow strike."""
    found, defended = contacts(men(simulation))
    worthwhile = []
    for contact in found:
        if contact.slow and contact.victim.kind != PAWN:
            continue
        gain = VALUES[contact.victim.kind] - price(contact, defended)
        if gain >= 0:
            attacker, victim, slow = contact
            worthwhile.append((slow, -gain, attacker.piece, victim.piece, victim.square))
    busy: set[int] = set()
    wishes = []
    for _, _, attacker_piece, victim_piece, square in sorted(worthwhile):
        if attacker_piece not in busy and victim_piece not in busy:
            busy.update((attacker_piece, victim_piece))
            wishes.append(Wish(attacker_piece, square))
    return wishes


def play_out(simulation: Simulation, until: int, every: int) -> None:
    """Runs the match on with what both sides would strike, asked again every so often (ms)."""
    while not simulation.over and simulation.time < until:
        for wish in strikes(simulation):
            simulation.order(wish.piece, wish.to)
        simulation.run(min(until, simulation.time + every))
