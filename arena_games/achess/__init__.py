"""AChess: chess without turns. Pieces travel at milliseconds per space, thinking costs time.

simulation = Simulation(AchessConfig(), seed=7)
simulation.submit(Order(t=120, player="w", piece=12, to="e4"))
events = simulation.advance(5000)

Texts of orders, as records keep them: `120 w 12 e4`, `120 w 12 e8=N`, `1300 b resign`, and
for what is malformed `120 w {"piece":null,"to":"z9","promo":"Q"}`. Squares have names, pieces
ids: by ascending start square, so that white has 0 to 15 in the usual start and black 16 to
31. For looking ahead there are numbers too: `Simulation.copy`, `order`, `run`, and what
`Pieces` reads.
"""

from arena_games.achess.config import OPTIONS, AchessConfig
from arena_games.achess.events import (
    Contest,
    Enter,
    Event,
    Kill,
    Over,
    Promote,
    Reject,
    Rest,
    Start,
    Stop,
    event_from_json,
)
from arena_games.achess.foresight import Entry, arrivals, arrivals_if, reachable, visitors
from arena_games.achess.game import Achess, game
from arena_games.achess.lot import SALT_BYTES, commitment
from arena_games.achess.mirror import Mirror
from arena_games.achess.orders import Order
from arena_games.achess.position import START
from arena_games.achess.simulation import Piece, Simulation

__all__ = [
    "OPTIONS",
    "SALT_BYTES",
    "START",
    "Achess",
    "AchessConfig",
    "Contest",
    "Enter",
    "Entry",
    "Event",
    "Kill",
    "Mirror",
    "Order",
    "Over",
    "Piece",
    "Promote",
    "Reject",
    "Rest",
    "Simulation",
    "Start",
    "Stop",
    "arrivals",
    "arrivals_if",
    "commitment",
    "event_from_json",
    "game",
    "reachable",
    "visitors",
]
