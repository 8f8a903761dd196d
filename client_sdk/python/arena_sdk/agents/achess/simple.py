"""The three agents that do not look ahead, or not far."""

from arena_games.achess import Simulation
from arena_games.achess.tables import KING, PAWN
from arena_games.rng import Lot
from arena_sdk.agents.achess.minds import Wish
from arena_sdk.agents.achess.skirmish import VALUES
from arena_sdk.agents.achess.ways import destinations, duration, expected, resting

# The guard: who comes so near to its side of the board is captured (ranks), and how far it
# looks ahead for what is about to be lost.
_HOME_RANKS = 4
_AHEAD_SPACES = 3


def random_mind(simulation: Simulation, seat: int, lot: Lot) -> list[Wish]:
    """One piece, to any square that it could reach if nothing moved."""
    pieces = resting(simulation, seat)
    lot.shuffle(pieces)
    for piece in pieces:
        squares = [to for to, _ in destinations(simulation, piece)]
        if squares:
            return [Wish(piece, lot.choice(squares))]
    return []


def rusher_mind(simulation: Simulation, seat: int, lot: Lot) -> list[Wish]:
    """Everything goes: what can capture captures, the best first, the rest goes towards the
    rival's king. Only its own king stays unless it can capture."""
    wishes: list[tuple[float, Wish]] = []
    king = _king(simulation, 1 - seat)
    for piece in resting(simulation, seat):
        ways = [
            (_rush(simulation, piece, to, victim, king), to)
            for to, victim in destinations(simulation, piece)
            if victim >= 0 or simulation.kind(piece) != KING
        ]
        if ways:
            eager, to = max(ways)
            wishes.append((eager, Wish(piece, to)))
    lot.shuffle(wishes)
    return [wish for eager, wish in sorted(wishes, key=lambda each: -each[0]) if eager > 0]


def _rush(simulation: Simulation, piece: int, to: int, victim: int, king: int) -> float:
    """How eager it is: value of the victim, else spaces nearer to the king."""
    if victim >= 0:
        return 100 + 10 * VALUES[simulation.kind(victim)] - duration(simulation, piece, to) / 1000
    nearer = _distance(simulation.square(piece), king) - _distance(to, king)
    return nearer + (1 if simulation.kind(piece) == PAWN else 0)


def guard_mind(simulation: Simulation, seat: int, lot: Lot) -> list[Wish]:
    """Captures whoever stands on its side of the board, if that loses nothing, and moves
    what would be captured otherwise."""
    longest = max(simulation.config.paces)
    horizon = simulation.time + _AHEAD_SPACES * longest + simulation.config.tick_ms
    before = _material(simulation, [], seat, horizon)
    wishes: list[tuple[float, Wish]] = []
    rivals = expected(simulation, 1 - seat)
    for piece in resting(simulation, seat):
        for to, victim in destinations(simulation, piece, 2, rivals):
            home = to >> 3 if seat == 0 else 7 - (to >> 3)
            if home >= _HOME_RANKS:
                continue
            wish = Wish(piece, to)
            gain = _material(simulation, [wish], seat, horizon) - before
            if gain > 0:
                wishes.append((gain - 0.1 * (victim < 0), wish))
    lot.shuffle(wishes)
    chosen: dict[int, Wish] = {}
    for _, wish in sorted(wishes, key=lambda each: -each[0]):
        chosen.setdefault(wish.piece, wish)
    return list(chosen.values())[:2]


def _material(simulation: Simulation, wishes: list[Wish], seat: int, horizon: int) -> float:
    """What the seat has more than its rival at `horizon`, if nobody orders anything else."""
    ahead = simulation.copy()
    for wish in wishes:
        ahead.order(wish.piece, wish.to)
    ahead.run(horizon)
    return sum(
        VALUES[ahead.kind(piece)] * (1 if ahead.owner(piece) == seat else -1)
        for piece in range(ahead.count)
        if ahead.alive(piece)
    )


def _king(simulation: Simulation, seat: int) -> int:
    """The square of a king."""
    for piece in range(simulation.count):
        if simulation.kind(piece) == KING and simulation.owner(piece) == seat:
            square: int = simulation.square(piece)
            return square
    return 0


def _distance(one: int, other: int) -> int:
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
