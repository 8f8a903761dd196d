"""docs/security.md tells of every attack, and how it ends."""

import re
from pathlib import Path

from tests.hostile.arena import AGENTS
from tests.hostile.attacks import ATTACKS

_PAGE = Path(__file__).parents[2] / "docs" / "security.md"
_ROW = re.compile(r"^\| `(\w+)`.*\| `(\w+)` \|$", re.MULTILINE)
# What the scripts share, and an honest one.
_NO_ATTACKS = {"cover", "raw", "tampered", "thinker"}


def test_the_table_is_that_of_the_tests() -> None:
    told = dict(_ROW.findall(_PAGE.read_text(encoding="utf-8")))
    assert told == {attack.script: attack.termination for attack in ATTACKS}


def test_every_script_is_an_attack() -> None:
    scripts = {path.stem for path in AGENTS.glob("*.py")} - _NO_ATTACKS
    assert scripts == {attack.script for attack in ATTACKS}
