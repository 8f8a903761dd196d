"""Which evaluation a reference agent uses for which game."""

from arena_games.search import Against, Decided, Evaluation

# What counts as half way from even to won, in the unit of `standing`: see `MonteCarlo`.
_SCALES = {"chess": 300.0, "joust": 4.0, "threechess": 600.0}
_DEFAULT_SCALE = 20.0


def own_worth(game: str) -> Evaluation:
    """What the seat itself has. ThreeChess: the score of the rules, which counts a taken
    king; elsewhere what it has against the others, and the result once there is one."""
    return _points(Evaluation()) if game == "threechess" else Decided(Against())


def rivalry(game: str) -> Evaluation:
    """What the seat has against all others. ThreeChess: 2 * own - the two others', as in
    the 2020 report; elsewhere the result counts over all."""
    return _points(Against()) if game == "threechess" else Decided(Against())


def standing(game: str) -> Evaluation:
    """The best evaluation there is for searches that look as far as they can."""
    if game != "threechess":
        return Decided(Against())
    from arena_games.search.threechess_worth import ThreeChessWorth

    return ThreeChessWorth()


def scale(game: str) -> float:
    """The value of `standing` that is half way from even to won."""
    return _SCALES.get(game, _DEFAULT_SCALE)


def _points(score: Evaluation) -> Evaluation:
    # Imported when first asked for: agents for other games do not load these rules.
    from arena_games.search.threechess_points import ThreeChessPoints

    return ThreeChessPoints(score)
