"""The bot that the documents show."""

import runpy
import textwrap
from pathlib import Path

from arena_games.achess import AchessConfig
from arena_sdk.agents import parse
from tests.arena_sdk.realtime.arbiter import LockStepMatch
from tests.arena_sdk.referee import serving

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples/achess_bot.py"


def test_it_plays(tmp_path: Path) -> None:
    bot = runpy.run_path(str(EXAMPLE))["Bot"]
    match = LockStepMatch(AchessConfig(max_ms=20_000), position="3rk2r/8/8/8/8/8/8/3QK2R -")
    with (
        serving(bot, tmp_path) as white,
        serving(parse("achess:random").bot(), tmp_path) as black,
    ):
        simulation = match.play([white, black])
    assert simulation.result == "white"


def test_the_document_shows_it() -> None:
    _, _, code = EXAMPLE.read_text().partition('"""\n\n')
    shown = (ROOT / "docs/writing_an_agent.md").read_text()
    assert textwrap.indent(code.strip(), "    ") in shown
