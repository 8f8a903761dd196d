"""What a bot is told of a match: at its start, and at its end."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from arena_games import GameError, Position, Termination, UnknownGame, get_game
from arena_sdk.errors import UnknownRules


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has left. Times in seconds.

    Under a per-move control `left` is the allowance of the move. `increment` is added
    after each move, `delay` is free on each. `moves_to_go` until the next period adds
    `period`; 0 where there are no periods. `charges_cpu`: CPU time is counted, not wall
    time.
    """

    left: float
    increment: float = 0.0
    delay: float = 0.0
    moves_to_go: int = 0
    period: float = 0.0
    charges_cpu: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """One match, as it stood when the bot was called to it.

    `options` are those that differ from the game's defaults, as texts. `seed` is for the
    bot's own tie-breaks: the same seed should give the same play. `seat` is the bot's,
    from 0, `seat_names` are everybody's. `start_position` is the position's text before
    `moves[0]`; `moves` are the opening's, and in a match that is resumed all until now.
    `may_ponder`: the bot may think while it is not to move.
    """

    id: str
    game: str
    options: Mapping[str, str]
    seed: int
    seat: int
    seat_names: Sequence[str]
    time_control: str
    start_position: str
    moves: Sequence[str]
    clocks: Sequence[Clock]
    may_ponder: bool = False


@dataclass(frozen=True, slots=True)
class Charge:
    """One charge of the bot's clock, with its evidence; microseconds, -1: not measured.

    charged = max(0, wall - own_lag - transport - grace), less the control's delay.
    """

    ply: int
    wall: int
    own_lag: int
    transport: int
    cpu: int
    steal: int
    pressure: int
    grace: int
    charged: int
    left: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `scores` are everybody's, by seat, in the game's own points.

    `termination` is None for an ending that this version does not know. `at_fault` is the
    seat that broke off the match, None if the rules ended it. `moves` are all since
    `Match.start_position`. `ledger` is filled in for a bot with `wants_ledger`.

    AChess: `lot_seed` and `salt` (hex) are behind what was drawn by lot; `lots_as_promised`
    says whether they fit what was published at the start, None if nothing was revealed.
    """

    seat: int
    scores: Sequence[float]
    termination: Termination | None
    at_fault: int | None
    detail: str
    moves: Sequence[str]
    clocks: Sequence[Clock] = ()
    ledger: Sequence[Charge] = ()
    lot_seed: int = 0
    salt: str = ""
    lots_as_promised: bool | None = None

    @property
    def score(self) -> float:
        """The bot's own."""
        return self.scores[self.seat]


class Course:
    """The moves of a match so far, and the position that they led to.

    Positions are worked out when somebody asks, each move once.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self.moves: list[str] = list(match.moves)
        self._position: Position | None = None
        self._played = 0

    def prepare(self) -> None:
        """Loads the rules and the position so far, so that no turn has to pay for it.

        Where that fails nothing happens: a turn that asks for the position says why.
        """
        with suppress(UnknownRules, GameError):
            self.position(len(self.moves))

    def position(self, count: int) -> Position:
        """The position after the first `count` moves.

        Raises UnknownRules for a game that is not installed here, GameError for a start or
        moves that our version of the rules does not accept.
        """
        position = self._position
        if position is None or self._played > count:
            position, self._played = self._start(), 0
        for move in self.moves[self._played : count]:
            position = position.play(move)
        self._position, self._played = position, count
        return position

    def _start(self) -> Position:
        try:
            game = get_game(self._match.game)
        except UnknownGame:
            raise UnknownRules(self._match.game) from None
        if self._match.start_position:
            return game.load(self._match.start_position)
        return game.start(self._match.options)
