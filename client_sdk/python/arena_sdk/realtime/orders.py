"""The orders that a bot gives, until they are answered."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from arena_games.achess.tables import PROMOTIONS, SQUARE_OF
from arena_sdk.realtime.allowance import Allowance
from arena_sdk.realtime.told import OrderReply


class Ordered(NamedTuple):
    """An order that was given."""

    piece: int
    to: str
    promotion: str = "Q"


class Outbox(Protocol):
    """Where orders go."""

    def order(self, number: int, ordered: Ordered) -> None:
        """Sends an order."""

    def resign(self, number: int) -> None:
        """Gives the match up."""


class OrderBook:
    """Numbers a bot's orders, sends them, and keeps those that were not yet answered.

    `pieces` is how many there were at the start. `allowance` counts along with the arbiter.
    """

    def __init__(self, outbox: Outbox, pieces: int, allowance: Allowance) -> None:
        self._outbox = outbox
        self._pieces = pieces
        self._last = 0
        self._pending: dict[int, Ordered] = {}
        self._thinking = 0
        self.allowance = allowance

    @property
    def pending(self) -> Mapping[int, Ordered]:
        """What was not yet answered, by number."""
        return MappingProxyType(self._pending)

    def order(self, ordered: Ordered, now: int) -> int:
        """Sends an order; its number."""
        self._last += 1
        self.allowance.spend(now)
        if self._is_readable(ordered):
            self._pending[self._last] = ordered
        self._outbox.order(self._last, ordered)
        return self._last

    def _is_readable(self, ordered: Ordered) -> bool:
        """Whether a simulation takes it. Others are sent too, for the arbiter to refuse."""
        there_is = 0 <= ordered.piece < self._pieces
        return there_is and ordered.to in SQUARE_OF and ordered.promotion in tuple(PROMOTIONS)

    def resign(self) -> None:
        """Gives the match up."""
        self._last += 1
        self._outbox.resign(self._last)

    def answer(self, reply: OrderReply) -> None:
        """An order was answered."""
        self._pending.pop(reply.order, None)

    def think(self, ms: int) -> None:
        """So much more thinking is declared for the orders of this tick."""
        self._thinking += max(0, ms)

    def take_thinking(self) -> int:
        """What was declared since the last time, ms."""
        thinking, self._thinking = self._thinking, 0
        return thinking
