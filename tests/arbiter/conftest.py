import pytest

from arbiter import spec, table
from arena_games import UnknownGame
from tests.arbiter.toy import ToyGame


@pytest.fixture(autouse=True)
def nobody_has_a_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker tells why a scripted agent ended: that need not be waited for."""
    monkeypatch.setattr(table, "LAST_WORD_S", 0.02)


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arbiter knows two games here: `toy` for two, `toy3` for three."""
    games = {"toy": ToyGame(2), "toy3": ToyGame(3)}

    def get_game(name: str) -> ToyGame:
        if name not in games:
            raise UnknownGame(name, games)
        return games[name]

    monkeypatch.setattr(spec, "get_game", get_game)
