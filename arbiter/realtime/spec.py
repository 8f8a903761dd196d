"""What an arbiter is asked to play in real time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from arbiter.errors import InvalidSpec
from arbiter.realtime.referee import Referee, Stamped
from arbiter.spec import DEFAULT_START_LIMIT_US, SeatSpec
from arena_games import GameError, UnknownGame, get_real_time_game


class Mode(Enum):
    """Whose time drives a match: the wall's, or the agents' own."""

    REAL_TIME = "realtime"
    LOCK_STEP = "lockstep"


@dataclass(frozen=True, slots=True)
class RealTimeSpec:
    """One attempt at one match. `lot_seed` and `salt` (hex) are secret until it is over;
    `log` and `decided_ms` are how far earlier attempts had got."""

    match_id: str
    attempt: int
    game: str
    options: Mapping[str, str]
    mode: Mode
    seats: Sequence[SeatSpec]
    lot_seed: int
    salt: str
    position: str = ""
    start_limit_us: int = DEFAULT_START_LIMIT_US
    log: Sequence[Stamped] = ()
    decided_ms: int = 0

    def begin(self) -> Referee:
        """The match where earlier attempts left it. Raises InvalidSpec."""
        try:
            game = get_real_time_game(self.game)
        except UnknownGame as error:
            raise InvalidSpec(str(error)) from None
        if len(self.seats) != game.seats:
            raise InvalidSpec(f"{self.game} has {game.seats} seats, not {len(self.seats)}")
        options: dict[str, object] = dict(self.options)
        if self.position:
            options["position"] = self.position
        try:
            referee = Referee(game.start(options, self.lot_seed), game.gateway(options))
            referee.resume(self.log, self.decided_ms)
        except GameError as error:
            raise InvalidSpec(str(error)) from None
        return referee
