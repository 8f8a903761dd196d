"""The players behind the reference agents: thin over `arena_games.search`.

They draw their ties by `turn.seed`, so that the same match comes out the same way (unless
the clock cuts a search short).
"""

from collections.abc import Callable, Collection

from arena_games.search import Evaluation, Found, Stop
from arena_sdk.agents.budget import allowance, until
from arena_sdk.errors import WrongGame
from arena_sdk.match import Match
from arena_sdk.turn import Reply, Turn

Search = Callable[[Turn, Evaluation, Stop], Found]


class Random:
    """Uniform over the legal moves. It knows no rules: the arena sends the moves."""

    def play(self, turn: Turn) -> str:
        """One of the legal moves."""
        return turn.lot().choice(turn.legal_moves)


class Searcher:
    """Plays what a search finds with an evaluation for the game at hand.

    A move takes `seconds` at most, and never more than the clock allows.
    """

    def __init__(
        self,
        search: Search,
        evaluation: Callable[[str], Evaluation],
        *,
        games: Collection[str] = (),
        seconds: float = float("inf"),
    ) -> None:
        self._search = search
        self._evaluation_for = evaluation
        self._games = games
        self._seconds = seconds

    def start(self, match: Match) -> None:
        """Raises WrongGame for a game that is not among `games`, if there are any."""
        if self._games and match.game not in self._games:
            raise WrongGame(f"this agent plays {', '.join(sorted(self._games))}, not {match.game}")
        self._evaluation = self._evaluation_for(match.game)

    def play(self, turn: Turn) -> Reply:
        """The move found, with what the search says of it."""
        stop = until(turn, min(self._seconds, allowance(turn)))
        found = self._search(turn, self._evaluation, stop)
        move = turn.position.decode(found.move)
        return Reply(move, score=found.value, depth=found.depth, nodes=found.nodes)
