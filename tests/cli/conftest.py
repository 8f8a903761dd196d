import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import structlog

from cli.main import run


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as one JSON value a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Arena = Callable[..., Said]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An arena's directory of its own, and the current directory."""
    path = tmp_path / "home"
    monkeypatch.setenv("ARENA_HOME", str(path))
    monkeypatch.delenv("ARENA_REDIS_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    return path


@pytest.fixture
def arena(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Arena]:
    """Runs the command in this process."""

    def call(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["arena", *arguments])
        capfd.readouterr()
        code: int | str | None = 0
        try:
            run()
        except SystemExit as stop:
            code = stop.code
        out, err = capfd.readouterr()
        return Said(int(code or 0), out, err)

    yield call
    structlog.reset_defaults()  # the command sets up its log on a captured stream
