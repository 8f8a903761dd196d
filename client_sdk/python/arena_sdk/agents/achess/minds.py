"""What decides for a seat, and how it is seated."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena_games.achess import Event, Simulation
from arena_games.achess.tables import SQUARES
from arena_games.rng import Lot
from arena_sdk.realtime import LiveGame


class Wish(NamedTuple):
    """An order that is wanted: a piece, and the number of a square. Pawns become queens."""

    piece: int
    to: int


# What a seat wants to order now, most wanted first. The simulation is the caller's own, at
# the time of the decision, and is left as it is.
Mind = Callable[[Simulation, int, Lot], Sequence[Wish]]


class Thinker:
    """Plays as a mind decides: at every event, and after `every` ms at the latest, but not
    twice within `every` ms. No order is one too many."""

    def __init__(self, mind: Mind, every: int) -> None:
        self._mind = mind
        self._every = every
        self._next = 0

    def on_start(self, game: LiveGame) -> None:
        """The first orders."""
        self._lot = Lot(game.match.seed)
        self._think(game)

    def on_events(self, game: LiveGame, events: Sequence[Event]) -> None:
        """Something happened."""
        self._think(game)

    def on_tick(self, game: LiveGame) -> None:
        """Nothing happened for a while."""
        self._think(game)

    def _think(self, game: LiveGame) -> None:
        if game.time >= self._next:
            self._next = game.time + self._every
            wishes = self._mind(game.simulation(), game.seat, self._lot)
            for wish in wishes[: game.orders_left]:
                game.order(wish.piece, SQUARES[wish.to])
        game.wake_at(self._next)
