"""The tactician: tries every order in the simulation, and takes the best.

What is under way goes on in the simulation as the rules have it, so that a piece about to be
captured is seen, and so is every order that saves it. The most promising orders are then
played out: both sides strike what they can. A capture that its victim can see coming is
judged by the victim's best answer too, for it may leave. Time counts: what takes longer must
bring more.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena_games.achess import Simulation
from arena_games.achess.tables import NEVER, PAWN
from arena_games.rng import Lot
from arena_sdk.agents.achess.minds import Wish
from arena_sdk.agents.achess.skirmish import play_out, strikes
from arena_sdk.agents.achess.ways import destinations, duration, expected, resting
from arena_sdk.agents.achess.worth import worth

_AHEAD_SPACES: Final = 5  # how far it looks ahead, in spaces of the slowest piece
_REACH: Final = 4  # spaces that a piece goes at most, unless it captures
_PLAYED_OUT: Final = 10  # orders that are looked at closely
_ORDERS: Final = 3  # at most so many at once
_LEAST: Final = 0.04  # pawns that an order must bring
_PER_SECOND: Final = 0.02  # pawns that a second under way costs
# Pawns that a capture or a pawn's step may cost for each second in which neither happened,
# after the first few: else two who wait would wait for ever.
_IMPATIENCE: Final = 0.15
_PATIENCE_S: Final = 3.0
_SEES: Final = 0.75  # how often a rival is taken to see a capture coming


class _Try(NamedTuple):
    """An order, with what it promises; `victim` is the piece to capture, or -1."""

    gain: float
    tie: int
    wish: Wish
    victim: int


class _Outlook:
    """What becomes of a match, for a seat, if certain orders are given now."""

    def __init__(self, simulation: Simulation, seat: int) -> None:
        self.seat = seat
        config = simulation.config
        slowest = max(config.paces)
        self._now = simulation
        self._every = max(slowest // 2, config.tick_ms)
        self._horizon = simulation.time + _AHEAD_SPACES * slowest + config.tick_ms
        # Orders take effect at the next tick; where everybody is then.
        self.soon = simulation.copy()
        self.soon.run(simulation.effective(simulation.time + 1))
        waited = (simulation.time - simulation.progress) / 1000
        # One at a time: what is under way may bring what is waited for.
        waits = not any(
            self.soon.due(piece) != NEVER and self.soon.kind(piece) == PAWN
            for piece in range(self.soon.count)
            if self.soon.owner(piece) == seat
        )
        self.impatience = _IMPATIENCE * max(0.0, waited - _PATIENCE_S) * waits

    def at_first_sight(self, wishes: Sequence[Wish]) -> float:
        """The worth if these orders are given, and nobody else gives any."""
        ahead = self._ordered(wishes)
        ahead.run(self._horizon)
        return worth(ahead, self.seat)

    def played_out(self, wishes: Sequence[Wish], victim: int = -1) -> float:
        """The worth if both sides strike what they can. Where the last of the orders is to
        capture a victim that may leave, its best answer counts for more."""
        value = self._struggle(self._ordered(wishes))
        if victim < 0 or not _can_leave(self.soon, wishes[-1], victim):
            return value
        answered = self._answered(wishes, victim)
        return (1 - _SEES) * value + _SEES * min(value, self._struggle(answered))

    def _ordered(self, wishes: Sequence[Wish]) -> Simulation:
        ahead = self._now.copy()
        for wish in wishes:
            ahead.order(wish.piece, wish.to)
        return ahead

    def _struggle(self, ahead: Simulation) -> float:
        ahead.run(self.soon.time)
        play_out(ahead, self._horizon, self._every)
        return worth(ahead, self.seat)

    def _answered(self, wishes: Sequence[Wish], victim: int) -> Simulation:
        """The match in which the victim goes where it seems best for it, a tick later."""
        seen = self._ordered(wishes)
        seen.run(self.soon.time)
        best, least = seen, float("inf")
        for to, _ in destinations(self.soon, victim, 1):
            answered = seen.copy()
            answered.order(victim, to)
            ahead = answered.copy()
            ahead.run(self._horizon)
            if (value := worth(ahead, self.seat)) < least:
                best, least = answered, value
        return best


def tactician_mind(simulation: Simulation, seat: int, lot: Lot) -> list[Wish]:
    """The orders that bring most, each with those before it."""
    outlook = _Outlook(simulation, seat)
    if outlook.soon.over:
        return []
    chosen = _forced(outlook)
    before = outlook.played_out(chosen)
    tries = sorted(_promising(outlook, lot), reverse=True)[:_PLAYED_OUT]
    tries = [_closely(outlook, each, chosen, before) for each in tries]
    settled: set[int] = set()
    for each in sorted(tries, reverse=True):
        if len(settled) == _ORDERS or each.gain < _LEAST:
            break
        together = _with(chosen, each.wish)
        value = outlook.played_out(together, each.victim)
        if each.wish.piece not in settled and (not settled or value - before >= _LEAST):
            settled.add(each.wish.piece)
            chosen, before = together, value
    return chosen


def _with(wishes: Sequence[Wish], last: Wish) -> list[Wish]:
    """The wishes, and another, which replaces that of the same piece."""
    return [*(wish for wish in wishes if wish.piece != last.piece), last]


def _forced(outlook: _Outlook) -> list[Wish]:
    """The strikes that playing out would order for us: what counts on them must give them."""
    wishes = [
        wish for wish in strikes(outlook.soon) if outlook.soon.owner(wish.piece) == outlook.seat
    ]
    return wishes if outlook.played_out(wishes) >= outlook.played_out([]) - _LEAST else []


def _promising(outlook: _Outlook, lot: Lot) -> list[_Try]:
    """Every order that could make sense, with what it promises at first sight."""
    found = []
    before = outlook.at_first_sight([])
    rivals = expected(outlook.soon, 1 - outlook.seat)
    for piece in resting(outlook.soon, outlook.seat):
        for to, victim in destinations(outlook.soon, piece, _REACH, rivals):
            wish = Wish(piece, to)
            gain = outlook.at_first_sight([wish]) - before
            found.append(_Try(gain, lot.below(1 << 16), wish, victim))
    return found


def _closely(outlook: _Outlook, each: _Try, forced: list[Wish], before: float) -> _Try:
    """What an order brings on a closer look, with those that are given anyway."""
    cost = _PER_SECOND * duration(outlook.soon, each.wish.piece, each.wish.to) / 1000
    gain = outlook.played_out(_with(forced, each.wish), each.victim) - before - cost
    if each.victim >= 0 or outlook.soon.kind(each.wish.piece) == PAWN:
        gain += outlook.impatience
    return each._replace(gain=gain)


def _can_leave(simulation: Simulation, wish: Wish, victim: int) -> bool:
    """Whether a victim that sees the order take effect can be gone before it is struck."""
    needed: int = simulation.pace(simulation.kind(victim)) + simulation.config.tick_ms
    return duration(simulation, wish.piece, wish.to) > needed
