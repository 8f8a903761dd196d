"""What an arbiter is asked to play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from arbiter.errors import InvalidSpec
from arbiter.freezer import Handle
from arbiter.match import Entry, Match
from arena_games import Game, GameError, get_game
from arena_games.clock import TimeControl

DEFAULT_START_LIMIT_US = 30_000_000


class Pondering(Enum):
    """Whether agents may think while not to move; the names are those of the protocol."""

    OFF = "off"
    ON = "on"
    UNENFORCED = "unenforced"


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who sits at a seat, and where to call it: "unix:/path" or "host:port"."""

    name: str
    version: str
    address: str
    sandboxed: bool
    seed: int
    root_certificates: str = ""
    freeze: Handle | None = None


@dataclass(frozen=True, slots=True)
class Spec:
    """One attempt at one match. Times in microseconds."""

    match_id: str
    attempt: int
    game: str
    options: Mapping[str, str]
    seed: int
    control: TimeControl
    seats: Sequence[SeatSpec]
    position: str = ""
    opening: Sequence[str] = ()
    pondering: Pondering = Pondering.UNENFORCED
    start_limit_us: int = DEFAULT_START_LIMIT_US
    grace_us: int = 0
    journal: Sequence[Entry] = ()

    @property
    def enforced(self) -> Pondering:
        """What holds in fact: without a handle on every seat, OFF cannot be enforced."""
        if self.pondering is Pondering.OFF and not all(seat.freeze for seat in self.seats):
            return Pondering.UNENFORCED
        return self.pondering

    def rules(self) -> Game:
        """The game. Raises InvalidSpec if there is no such game."""
        try:
            return get_game(self.game)
        except GameError as error:
            raise InvalidSpec(str(error)) from None

    def begin(self) -> tuple[str, Match]:
        """The start position's text, and the match after its opening and its journal.

        Raises InvalidSpec for anything the rules refuse.
        """
        game = self.rules()
        if len(self.seats) != game.seats:
            raise InvalidSpec(f"{self.game} has {game.seats} seats, not {len(self.seats)}")
        if self.control.cpu and not all(seat.freeze for seat in self.seats):
            raise InvalidSpec("a cpu= time control needs sandboxes whose CPU time can be read")
        try:
            if self.position:
                start = game.load(self.position)
            else:
                start = game.start(self.options, self.seed)
            match = Match.begin(
                start, self.control, game.seats, grace_us=self.grace_us, opening=self.opening
            )
            match.resume(self.journal)
        except GameError as error:
            raise InvalidSpec(str(error)) from None
        return start.text(), match
