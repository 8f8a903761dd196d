"""A match as those see it who are only told what happens: bots, and who watches."""

from __future__ import annotations

from collections.abc import Iterable

from arena_games.achess.config import AchessConfig
from arena_games.achess.events import (
    Enter,
    Event,
    Kill,
    Over,
    Promote,
    Rest,
    Start,
    Stop,
)
from arena_games.achess.position import START
from arena_games.achess.simulation import Simulation
from arena_games.achess.tables import KINDS, SQUARE_OF


class Mirror:
    """Follows a referee's events. With all events its `text()` is the referee's, at every
    instant; it knows no seed, no orders that wait for their tick, and not what a pawn under
    way will become.

    Where a side's starts are hidden (`reveal=entries`), its pieces stand on the square last
    entered, as if at rest, and seem ready at once.
    """

    def __init__(self, config: AchessConfig, position: str = START) -> None:
        """A match from its start. Raises InvalidPosition."""
        self._seen = Simulation(config, 0, position)

    @classmethod
    def load(cls, config: AchessConfig, text: str, pieces: int = 32) -> Mirror:
        """A match from a snapshot on; see `Simulation.load`. Raises InvalidPosition."""
        mirror = cls.__new__(cls)
        mirror._seen = Simulation.load(config, 0, text, pieces)
        return mirror

    @property
    def time(self) -> int:
        """Up to when it knows what happened."""
        return self._seen.time

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._seen.over

    def text(self) -> str:
        """The state text at `time`."""
        return self._seen.text()

    def hash(self) -> str:
        """SHA-256 of the text, in hex."""
        return self._seen.hash()

    def simulation(self, seed: int = 0) -> Simulation:
        """A simulation to look ahead with, from here on. The lots are those of `seed`: the
        referee's is secret. Ask for it between instants, not amid the events of one."""
        return self._seen.copy(seed)

    def elapse(self, to_ms: int) -> None:
        """All that happened up to `to_ms` has been told. Earlier times change nothing."""
        self._seen.elapse(to_ms)

    def follow(self, events: Iterable[Event]) -> None:
        """Takes over what happened, in the order in which it was told."""
        for event in events:
            self.elapse(event.t)
            self._take(event)

    def _take(self, event: Event) -> None:
        seen = self._seen
        match event:
            case Start():
                path = [SQUARE_OF[name] for name in event.path]
                step = path[0] - seen.square(event.piece)
                seen.set_out(event.piece, path[-1], step, event.first)
            case Stop() | Rest():
                seen.halt(event.piece, event.t)
            case Kill():
                seen.remove(event.piece, event.t)
            case Enter():
                seen.shift(event.piece, SQUARE_OF[event.to], event.t)
            case Promote():
                seen.promote(event.piece, KINDS.index(event.type))
            case Over():
                seen.finish(event.result, event.why)
            case _:
                pass  # a rejected order changes nothing; a contest is followed by its kill
