"""Which games there are: ours, and a third party's."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from types import SimpleNamespace

import pytest

from arena_games import registry
from arena_games.achess import game as achess
from arena_games.errors import RealTimeGame, UnknownGame
from arena_games.joust import game as joust

solitaire = SimpleNamespace(name="solitaire")  # what the entry point below leads to


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if a package had been installed that brings along the game `solitaire`."""
    points = EntryPoints(
        [
            EntryPoint("solitaire", f"{__name__}:solitaire", registry.GROUP),
            EntryPoint("joust", f"{__name__}:solitaire", registry.GROUP),
            EntryPoint("patience", f"{__name__}:solitaire", "some.other.group"),
        ]
    )
    monkeypatch.setattr(registry, "entry_points", points.select)
    registry.get_game.cache_clear()
    yield
    registry.get_game.cache_clear()


def test_our_games() -> None:
    assert {"chess", "joust", "threechess"} <= set(registry.game_names())
    assert registry.get_game("joust") is joust


def test_an_unknown_game_lists_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"unknown game 'go'; there are chess, joust, threechess"):
        registry.get_game("go")


@pytest.mark.usefixtures("installed")
def test_a_third_party_adds_a_game() -> None:
    assert registry.game_names() == ["chess", "joust", "solitaire", "threechess"]
    assert registry.get_game("solitaire").name == "solitaire"


@pytest.mark.usefixtures("installed")
def test_a_third_party_cannot_replace_one_of_ours() -> None:
    assert registry.get_game("joust") is joust


@pytest.mark.usefixtures("installed")
def test_an_unknown_game_lists_third_parties_too() -> None:
    with pytest.raises(UnknownGame, match="joust, solitaire, threechess"):
        registry.get_game("patience")


def test_what_every_game_has_is_asked_for_alike() -> None:
    assert registry.get_rules("joust") is joust
    assert registry.get_rules("achess") is achess
    assert set(registry.all_game_names()) >= {"achess", "chess", "joust", "threechess"}
    for name in registry.all_game_names():
        rules = registry.get_rules(name)
        assert len(rules.seat_names) == rules.seats
        assert rules.start().outcome() is None
        assert registry.is_real_time(name) == (name == "achess")


def test_a_game_without_turns_is_not_one_with() -> None:
    with pytest.raises(RealTimeGame, match="achess is played in real time, without turns"):
        registry.get_game("achess")
    with pytest.raises(UnknownGame, match="unknown game 'go'; there are achess, chess, joust"):
        registry.get_rules("go")
