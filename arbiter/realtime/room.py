"""What drives a match, and what it finds in the room."""

from collections.abc import Sequence
from typing import Protocol

from arbiter.errors import Void
from arbiter.link import Arrival
from arbiter.looptime import LoopClock
from arbiter.match import Departure
from arbiter.realtime.player import Player
from arbiter.realtime.referee import Referee, Told
from arena.v1 import agent_pb2


class Driver(Protocol):
    """Decides when orders count and when time goes forward."""

    def start(self) -> None:
        """The match goes on from where the referee has it."""

    def stop(self) -> None:
        """Nothing more happens."""

    def take(self, seat: int, order: agent_pb2.Order, arrival: Arrival) -> None:
        """An order was read."""

    def done(self, seat: int, message: agent_pb2.TickDone, arrival: Arrival) -> bool:
        """A TickDone was read. Whether it was asked for."""

    def ask_again(self, seat: int) -> None:
        """A player is called again, who may have missed what was asked."""

    def away(self, seat: int, since: int, until: int) -> int:
        """How much of the time that a player was away, and is back from, it is charged for
        by nothing else (microseconds)."""


class Room(Protocol):
    """A match as its driver sees it."""

    clock: LoopClock
    referee: Referee
    players: Sequence[Player]
    last_stamp: int

    @property
    def ended(self) -> bool:
        """Whether there is a result, or the attempt is void."""

    def stamp(self, seat: int, order: agent_pb2.Order, stamp: int, held_ms: int = 0) -> None:
        """Hands an order to the referee. Stamps must not decrease."""

    def tell(self, seat: int, told: Told, due: int | None = None) -> None:
        """Has a seat told of an instant, at `due` of the clock (None: at once)."""

    def depart(self, departure: Departure) -> None:
        """A seat breaks off the match: it resigns as soon as it can."""

    def close(self) -> None:
        """The match is over by the referee."""

    def abandon(self, void: Void) -> None:
        """The attempt ends without a result."""

    def fail(self) -> None:
        """The attempt ends by a fault of ours, which is being handled."""
