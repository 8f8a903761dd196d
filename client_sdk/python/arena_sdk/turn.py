"""What a bot is asked, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena_games import Position
from arena_games.rng import Lot, splitmix64
from arena_sdk.match import Clock, Course, Match


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that says more than a move.

    `claim` a draw (chess without `auto_claim`): for the position on the board without a
    move, else for the one after `move`. `offer_draw` goes with `move`. `accept_draw` and
    `resign` need no move. The rest is for those who watch, in the bot's own units:
    `score` from its own view, `depth`, `nodes`, `principal_variation`, `comment`.
    """

    move: str = ""
    claim: bool = False
    offer_draw: bool = False
    accept_draw: bool = False
    resign: bool = False
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    principal_variation: Sequence[str] = ()
    comment: str = ""


class Turn:
    """It is the bot's turn, and its clock runs.

    `match`: what the match was at its start. `ply`: moves made since the game's start
    position. `new_moves`: what was played since the bot's last turn, its own last move
    first. `clocks`: one per seat. `draw_offered_by`: the seat that offers a draw, or None.
    """

    __slots__ = (
        "_count",
        "_course",
        "_gone",
        "_legal_moves",
        "_position_text",
        "_read_at",
        "clocks",
        "draw_offered_by",
        "match",
        "new_moves",
        "ply",
    )

    def __init__(
        self,
        match: Match,
        course: Course,
        ply: int,
        new_moves: Sequence[str] = (),
        clocks: Sequence[Clock] = (),
        *,
        legal_moves: Sequence[str] = (),
        position_text: str = "",
        draw_offered_by: int | None = None,
        gone: Callable[[], bool] = lambda: False,
    ) -> None:
        self._read_at = time.monotonic()
        self.match = match
        self.ply = ply
        self.new_moves = new_moves
        self.clocks = clocks
        self.draw_offered_by = draw_offered_by
        self._course = course
        self._count = len(course.moves)
        self._legal_moves = legal_moves
        self._position_text = position_text
        self._gone = gone

    @property
    def seat(self) -> int:
        """The bot's seat, which is to move."""
        return self.match.seat

    @property
    def moves(self) -> Sequence[str]:
        """All moves since `match.start_position`."""
        return self._course.moves[: self._count]

    @property
    def position(self) -> Position:
        """The position to move in. Raises UnknownRules where the game is not installed."""
        return self._course.position(self._count)

    @property
    def position_text(self) -> str:
        """The position's text: the arena's if the bot has `wants_position`, else our own."""
        return self._position_text or self.position.text()

    @property
    def legal_moves(self) -> Sequence[str]:
        """The legal moves, sorted: the arena's if the bot has `wants_legal_moves`, else by
        our own rules. Raises UnknownRules where there are neither."""
        return self._legal_moves or self.position.legal_moves()

    @property
    def clock(self) -> Clock:
        """The bot's own clock, as it stood when the turn began."""
        return self.clocks[self.match.seat]

    @property
    def draw_offered(self) -> bool:
        """Whether a draw is on the table: `Reply(accept_draw=True)` takes it."""
        return self.draw_offered_by is not None

    @property
    def elapsed(self) -> float:
        """Seconds since the turn was read."""
        return time.monotonic() - self._read_at

    @property
    def abandoned(self) -> bool:
        """Whether the match was broken off meanwhile, so that nobody waits for an answer."""
        return self._gone()

    @property
    def seed(self) -> int:
        """A number for tie-breaks: the same for the same match seed and ply."""
        return splitmix64(self.match.seed, self.ply + 1)

    def lot(self) -> Lot:
        """Draws by `seed`; every call begins anew."""
        return Lot(self.seed)
