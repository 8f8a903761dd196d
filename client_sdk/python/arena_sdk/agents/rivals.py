"""Players for any number of seats that keep what they found for their next turn."""

from collections.abc import Callable

from arena_games import Position
from arena_games.search import Found, MonteCarlo, Transpositions
from arena_sdk.agents.budget import allowance, enough, until
from arena_sdk.agents.evaluations import scale, standing
from arena_sdk.match import Match
from arena_sdk.turn import Reply, Turn

_TABLE_BITS = 17  # 2.6 MB
_NO_LIMIT = float("inf")


class Opponent:
    """Plays against all others at once, as deep as the clock allows, by `coalition` or
    `best_reply`.

    A move takes `seconds` at most, and never more than the clock allows; no more than
    `depth` plies are searched.
    """

    def __init__(
        self,
        search: Callable[..., Found],
        seconds: float | None = None,
        depth: int | None = None,
    ) -> None:
        self._search = search
        self._seconds = _NO_LIMIT if seconds is None else seconds
        self._depth = 60 if depth is None else depth

    def start(self, match: Match) -> None:
        """Makes the table, which serves one match."""
        self._table = Transpositions(_TABLE_BITS)
        self._evaluation = standing(match.game)

    def play(self, turn: Turn) -> Reply:
        """The move found, with what the search says of it."""
        seconds = min(self._seconds, allowance(turn))
        found = self._search(
            turn.position.board(),
            self._evaluation,
            depth=self._depth,
            seed=turn.seed,
            stop=until(turn, seconds),
            enough=enough(turn, seconds),
            table=self._table,
        )
        return _reply(turn.position, found)


class TreeSearcher:
    """Plays what a Monte-Carlo tree search finds, and keeps the part of its tree that still
    matters after the others' moves.

    A move takes `seconds` at most, and never more than the clock allows, or `iterations`.
    """

    def __init__(
        self,
        seconds: float,
        iterations: int | None,
        constant: float,
        bias: float,
        rollout: int,
    ) -> None:
        self._seconds = seconds
        self._iterations = iterations
        self._constant = constant
        self._bias = bias
        self._rollout = rollout

    def start(self, match: Match) -> None:
        """Makes the tree, which serves one match."""
        self._tree = MonteCarlo(
            standing(match.game),
            constant=self._constant,
            bias=self._bias,
            rollout_plies=self._rollout,
            scale=scale(match.game),
        )
        self._position: Position | None = None
        self._played = 0

    def play(self, turn: Turn) -> Reply:
        """The move found, with what the search says of it."""
        self._tree.advance(self._since_then(turn))
        self._position, self._played = turn.position, len(turn.moves)
        found = self._tree.search(
            turn.position.board(),
            iterations=self._iterations,
            stop=until(turn, min(self._seconds, allowance(turn))),
            seed=turn.seed,
        )
        return _reply(turn.position, found)

    def _since_then(self, turn: Turn) -> list[int]:
        """The moves, as the board has them, since the position at the root of the tree."""
        moves: list[int] = []
        position = self._position
        if position is not None:
            for text in turn.moves[self._played :]:
                moves.append(position.encode(text))
                position = position.play(text)
        return moves


def _reply(position: Position, found: Found) -> Reply:
    move = position.decode(found.move)
    return Reply(move, score=found.value, depth=found.depth, nodes=found.nodes)
