"""What the documents show is run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import arena, home

ROOT = Path(__file__).parent.parent
__all__ = ["arena", "home"]


def blocks(document: str, language: str) -> list[str]:
    """The fenced code blocks of a language in a document."""
    text = (ROOT / document).read_text()
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


@pytest.mark.cluster
def test_the_readmes_bot_plays(arena, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (bot,) = blocks("README.md", "python")
    assert len([line for line in bot.splitlines() if line.strip()]) <= 10
    (tmp_path / "my_bot.py").write_text(bot)
    said = arena(
        "play",
        "joust",
        f"cmd:{sys.executable} my_bot.py",
        "joust:level=easy",
        "--matches",
        "2",
        "--json",
    )
    assert said.code == 0, said
    assert all(line["termination"] == "NO_MOVES" for line in said.lines)


def steps() -> list[str]:
    """The bots of `docs/writing_an_agent.md`, one a step."""
    return blocks("docs/writing_an_agent.md", "python")


@pytest.mark.cluster
@pytest.mark.parametrize("step", range(len(steps())))
def test_each_step_of_writing_an_agent_plays(arena, tmp_path: Path, step: int) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bot.py").write_text(steps()[step])
    said = arena(
        "play",
        "threechess",
        f"cmd:{sys.executable} bot.py",
        "random",
        "random",
        "--json",
        "--time",
        "60",
    )
    assert said.code == 0, said
    (line,) = said.lines
    assert line["termination"] in ("KING_CAPTURED", "MAX_PLIES", "NO_MOVES")


def test_the_documents_name_files_that_exist() -> None:
    missing = []
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for path in re.findall(r"`([a-z_]+/[\w./-]+)`", document.read_text()):
            made_by_the_arena = path.startswith("logs/")
            if (
                not made_by_the_arena
                and not (ROOT / path).exists()
                and not list(ROOT.glob(path + "*"))
            ):
                missing.append(f"{document.name}: {path}")
    assert missing == []


def test_the_readmes_commands_exist() -> None:
    text = (ROOT / "README.md").read_text()
    listed = set(re.findall(r"^    arena (\w+)", text, flags=re.MULTILINE))
    told = subprocess.run(
        [sys.executable, "-m", "cli.main", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert listed
    assert all(re.search(rf"│ {name} ", told) for name in listed), told
