"""Players that search deeper and deeper until their time is up, and keep what they found
for their next turn."""

from collections.abc import Callable

from arena_games import Position
from arena_games.joust import JoustBoard
from arena_games.search import (
    WIN,
    Against,
    Decided,
    Evaluation,
    Found,
    Stop,
    Transpositions,
    negascout,
)
from arena_sdk.agents.budget import allowance, enough, until
from arena_sdk.errors import WrongGame
from arena_sdk.match import Match
from arena_sdk.turn import Reply, Turn

_TABLE_BITS = 18  # 5 MB
# Solving is tried where no more squares are open: 6x6 takes a tenth of a second, 7x7 some
# seconds; and with this share of the time, so that there is a good move otherwise.
_SOLVABLE = 49
_SOLVING = 0.6
# Moves of the expected line that are told; each is played on a position of its own.
_TOLD = 6


class Deepener:
    """Iterative-deepening alpha-beta with a table: chess with everything that belongs to it,
    other games for two seats by their own measure.

    A move takes `seconds` at most, and never more than the clock allows; no more than
    `depth` plies are searched.
    """

    def __init__(self, seconds: float | None = None, depth: int | None = None) -> None:
        self._seconds = float("inf") if seconds is None else seconds
        self._depth = 60 if depth is None else depth

    def start(self, match: Match) -> None:
        """Raises WrongGame for a game that is neither chess nor Joust."""
        if match.game not in ("chess", "joust"):
            raise WrongGame(f"this agent plays chess, joust, not {match.game}")
        self._table = Transpositions(_TABLE_BITS)
        self._evaluation: Evaluation = Decided(Against())
        self._deepening: Callable[..., Found] = negascout
        if match.game == "chess":
            # Imported when first needed: no other agent loads the rules of chess.
            from arena_games.search.chess_evaluation import ChessTapered
            from arena_games.search.chess_search import chess_search

            self._evaluation, self._deepening = ChessTapered(), chess_search

    def play(self, turn: Turn) -> Reply:
        """The move found, with what the search says of it."""
        seconds = min(self._seconds, allowance(turn))
        found = self._search(turn, until(turn, seconds), enough(turn, seconds))
        return reply(turn.position, found)

    def _search(self, turn: Turn, stop: Stop, satisfied: Stop) -> Found:
        return self._deepening(
            turn.position.board(),
            self._evaluation,
            depth=self._depth,
            seed=turn.seed,
            stop=stop,
            enough=satisfied,
            table=self._table,
        )


class JoustSolver(Deepener):
    """Joust without a mistake where the board is small enough or burned far enough. Before,
    and where it is lost anyhow, what lasts longest by a search as deep as time allows."""

    def start(self, match: Match) -> None:
        """Raises WrongGame for a game other than Joust."""
        if match.game != "joust":
            raise WrongGame(f"this agent plays joust, not {match.game}")
        super().start(match)
        self._solved = Transpositions(_TABLE_BITS)

    def play(self, turn: Turn) -> Reply:
        """A winning move where one is known."""
        from arena_games.search.joust_solve import solve

        board = turn.position.board()
        assert isinstance(board, JoustBoard)
        if board.burned.count(0) <= _SOLVABLE:
            stop = until(turn, _SOLVING * allowance(turn))
            found = solve(board, seed=turn.seed, stop=stop, table=self._solved)
            if found is not None and found.value == WIN:
                return reply(turn.position, found)
        return super().play(turn)


def reply(position: Position, found: Found) -> Reply:
    """What a search found, as an answer in `position`."""
    texts = []
    for move in found.line[:_TOLD]:
        texts.append(position.decode(move))
        position = position.play(texts[-1])
    return Reply(
        texts[0],
        score=found.value,
        depth=found.depth,
        nodes=found.nodes,
        principal_variation=texts,
    )
