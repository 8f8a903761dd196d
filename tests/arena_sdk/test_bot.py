"""What counts as a bot."""

import re
from functools import partial

import pytest

from arena_sdk import InvalidBot, Turn, as_bot
from arena_sdk.bot import Traits


def function(turn: Turn) -> str:
    return "a"


class Class:
    version = "7"
    wants_position = True
    max_concurrent_matches = 3

    def __init__(self, depth: int = 1) -> None:
        self.depth = depth

    def play(self, turn: Turn) -> str:
        return "a"


def test_a_function_is_shared() -> None:
    bot = as_bot(function, version="2")
    assert bot.traits == Traits("function", "2")
    assert bot.create() is bot.create()
    assert bot.create().play is function


def test_a_class_gives_each_match_an_instance() -> None:
    bot = as_bot(Class, name="mine")
    assert bot.traits == Traits("mine", "7", wants_position=True, max_concurrent_matches=3)
    assert bot.create() is not bot.create()


def test_a_class_with_parameters() -> None:
    bot = as_bot(partial(Class, depth=5))
    player = bot.create()
    assert bot.traits.name == "Class"
    assert isinstance(player, Class)
    assert player.depth == 5


@pytest.mark.parametrize("method", ["on_start", "on_events", "on_snapshot"])
def test_a_class_for_games_without_turns(method: str) -> None:
    live = type("Live", (), {method: lambda *_: None})
    bot = as_bot(live, version="2")
    assert bot.traits == Traits("Live", "2")
    assert bot.create() is not bot.create()
    with pytest.raises(InvalidBot, match="an instance of Live is no bot"):
        as_bot(live())


def test_a_bot_stays_what_it_is() -> None:
    bot = as_bot(as_bot(Class), name="renamed")
    assert (bot.traits.name, bot.traits.version) == ("renamed", "7")
    assert isinstance(bot.create(), Class)


@pytest.mark.parametrize(
    ("agent", "traits", "line"),
    [
        (Class(), {}, "an instance of Class is no bot; hand over the class"),
        (int, {}, "the bot class int has no method play(turn), and none of on_start, on_events"),
        ("e2e4", {}, "'e2e4' is no bot; it takes a function of a turn, or a class"),
        (function, {"nam": "x"}, "a bot has no trait 'nam'; it has name, version, author"),
        (function, {"max_concurrent_matches": 0}, "it takes at least 1"),
    ],
)
def test_what_is_no_bot(agent: object, traits: dict[str, object], line: str) -> None:
    with pytest.raises(InvalidBot, match=re.escape(line)):
        as_bot(agent, **traits)
