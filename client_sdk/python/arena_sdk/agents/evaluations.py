"""Which evaluation a reference agent uses for which game."""

from arena_games.search import Against, Decided, Evaluation

# What counts as half way from even to won, in the unit of `rivalry`: see `mcts`.
_SCALES = {"chess": 300.0, "joust": 4.0, "threechess": 20.0}
_DEFAULT_SCALE = 20.0


def own_worth(game: str) -> Evaluation:
    """What the seat itself has. ThreeChess: the score of the rules, which counts a taken
    king; elsewhere what it has against the others, and the result once there is one."""
    return Evaluation() if game == "threechess" else Decided(Against())


def rivalry(game: str) -> Evaluation:
    """What the seat has against all others. ThreeChess: 2 * own - the two others', as in
    the 2020 report; elsewhere the result counts over all."""
    return Against() if game == "threechess" else Decided(Against())


def scale(game: str) -> float:
    """The value of `rivalry` that is half way from even to won."""
    return _SCALES.get(game, _DEFAULT_SCALE)
