"""What the errors of games say."""

from arena_games import errors


def test_one_tree() -> None:
    assert issubclass(errors.GameError, ValueError)
    for error in (errors.UnknownGame, errors.InvalidOption, errors.InvalidPosition):
        assert error.__bases__ == (errors.GameError,)
    assert errors.InvalidMove.__bases__ == (errors.GameError,)
    assert errors.IllegalMove.__bases__ == (errors.InvalidMove,)


def test_unknown_game_lists_the_games() -> None:
    error = errors.UnknownGame("chss", ["joust", "chess"])
    assert str(error) == "unknown game 'chss'; there are chess, joust"
    assert (error.name, error.known) == ("chss", ["chess", "joust"])


def test_moves_are_named_and_cut_short() -> None:
    error = errors.InvalidMove("e2e9\n" * 1000, "no such square")
    assert str(error) == repr(("e2e9\n" * 1000)[:40]) + ": no such square"
    assert "\n" not in str(error)
    assert error.move == "e2e9\n" * 1000
    assert str(errors.IllegalMove("e2e5")) == "'e2e5': not a legal move here"
