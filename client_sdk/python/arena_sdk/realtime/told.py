"""What the arbiter tells during a match without turns."""

from dataclasses import dataclass

from arena_games.achess import Event


@dataclass(frozen=True, slots=True)
class Happened:
    """Events of one instant; the one at index i has the number `sequence` + i. None stands
    for an event that a later arena knows and we do not."""

    sequence: int
    time: int
    events: tuple[Event | None, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole state, as the rules' state text.

    `sequence` is the number of the last event that it contains, `time` is in ms of the
    match, `hash` is the text's SHA-256 in hex.
    """

    sequence: int
    time: int
    state: str
    hash: str


@dataclass(frozen=True, slots=True)
class OrderReply:
    """What became of an order.

    `order` is the number that `LiveGame.order` gave. `why` it was refused: "rate" (one too
    many), or a reason of the rules (malformed, dead, not_owner, moving, cooldown, geometry,
    castle). `stamp` is when it counted as arrived, in ms, None if it was one too many.
    """

    order: int
    started: bool
    why: str = ""
    stamp: int | None = None


@dataclass(frozen=True, slots=True)
class TickOver:
    """Lock-step: all is told up to `time`, and orders for the tick are wanted."""

    time: int
