"""What a position of AChess is worth to a seat, as the tactician sees it."""

from typing import Final

from arena_games.achess import Simulation
from arena_games.achess.tables import KING, PAWN
from arena_sdk.agents.achess.skirmish import VALUES, Man, contacts, men, price

# Who stands next to his victim strikes before it can leave: it is as good as lost if the
# rival sees it, and a chance if he does not.
_OUR_RISK: Final = 0.7
_THEIR_RISK: Final = 0.25
_SLOW_SHARE: Final = 0.05  # who is struck slowly may leave
_KING_AT_RISK: Final = 30.0
_KING_UNDER_ATTACK: Final = 2.0

_NEAR_KING: Final = 0.06  # per space nearer to the rival's king
_PAWN_STEPS: Final = (0.0, 0.0, 0.05, 0.15, 0.3, 0.7, 1.6, 0.0)
_KING_OUT: Final = 0.25  # per rank that a king has left home
_DRAW: Final = -20.0


def worth(simulation: Simulation, seat: int) -> float:
    """In pawns, from the seat's view: material, what can be struck at once, and whether
    pieces and pawns get ahead."""
    if simulation.over:
        return _ended(simulation, seat)
    everyone = men(simulation)
    kings = [0, 0]
    for man in everyone:
        if man.kind == KING:
            kings[man.seat] = simulation.square(man.piece)
    total = -_at_risk(everyone, seat)
    for man in everyone:
        square = simulation.square(man.piece)
        value = VALUES[man.kind] + _place(man.kind, man.seat, square, kings[1 - man.seat])
        total += value if man.seat == seat else -value
    return total


def _ended(simulation: Simulation, seat: int) -> float:
    if simulation.result == "draw":
        return _DRAW
    won = simulation.result == ("white", "black")[seat]
    # A win the sooner the better, a loss the later the better.
    return (1 if won else -1) * (2 * VALUES[KING] - simulation.time / 1e6)


def _at_risk(everyone: list[Man], seat: int) -> float:
    """What the seat may lose at once, less what its rival may."""
    found, defended = contacts(everyone)
    worst: dict[int, float] = {}
    for contact in found:
        victim = contact.victim
        surely = _SLOW_SHARE if contact.slow and victim.kind != PAWN else 1.0
        loss = surely * _loss(victim, price(contact, defended), victim.seat == seat)
        worst[victim.piece] = max(worst.get(victim.piece, 0.0), loss)
    seats = {man.piece: man.seat for man in everyone}
    return sum(loss if seats[piece] == seat else -loss for piece, loss in worst.items())


def _loss(victim: Man, cost: float, ours: bool) -> float:
    if victim.kind == KING:
        return _KING_AT_RISK if ours else _KING_UNDER_ATTACK
    return (VALUES[victim.kind] - cost) * (_OUR_RISK if ours else _THEIR_RISK)


def _place(kind: int, owner: int, square: int, rival_king: int) -> float:
    """What a piece's square is worth to its owner."""
    rank = 7 - (square >> 3) if owner else square >> 3
    if kind == PAWN:
        return _PAWN_STEPS[rank]
    if kind == KING:
        return -_KING_OUT * rank
    files = abs((square & 7) - (rival_king & 7))
    ranks = abs((square >> 3) - (rival_king >> 3))
    return -_NEAR_KING * max(files, ranks)
