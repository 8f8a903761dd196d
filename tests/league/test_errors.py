from pathlib import Path

import pytest

from league import errors

EXAMPLES = [
    errors.InvalidTournament("why", "cup.toml", 3),
    errors.InvalidAgent("why"),
    errors.InvalidRecord("why"),
    errors.InvalidSubmission("why"),
    errors.UnknownSubmission("mine", 3, []),
    errors.InvalidSettings("why"),
    errors.UnknownTournament("cup", []),
    errors.UnknownMatch("cup-00001.1"),
    errors.StaleAttempt("cup-00001", 3),
    errors.ServerUnreachable("redis://host", "refused"),
    errors.ServerTooOld("why"),
    errors.ServerNotStarted("why"),
    errors.HomeUnusable(Path("/nowhere"), "no such directory"),
    errors.SchemaMismatch("2", "1"),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda each: type(each).__name__)
def test_every_error_is_a_league_error_of_one_line(error: errors.LeagueError) -> None:
    assert isinstance(error, errors.LeagueError)
    assert str(error)
    assert "\n" not in str(error)


def test_every_error_has_an_example_here() -> None:
    def leaves(error: type[errors.LeagueError]) -> set[type[errors.LeagueError]]:
        below = error.__subclasses__()
        return set().union(*map(leaves, below)) if below else {error}

    assert leaves(errors.LeagueError) == {type(example) for example in EXAMPLES}


def test_a_tournament_error_names_file_and_line() -> None:
    assert str(errors.InvalidTournament("why", "cup.toml", 3)) == "cup.toml:3: why"
    assert str(errors.InvalidTournament("why", "cup.toml")) == "cup.toml: why"
    assert str(errors.InvalidTournament("why")) == "why"
