"""Bots as images, and a check that every test leaves nothing."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from league.agents import AgentSpec
from tests.containers import engine
from worker.container import ContainerSandbox
from worker.sandbox import start_sandbox
from worker.settings import PlaySettings, SandboxSettings

# Makes an image of a Python source; further lines of its Dockerfile may be given.
MakeImage = Callable[..., str]
# Starts an image, under settings changed by keywords.
Start = Callable[..., ContainerSandbox]

# Binds the socket that ARENA_ADDRESS names, as any bot does first.
LISTEN = """
import os, signal, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
server.listen()
"""
# Blocks until somebody ends the process: no time is measured by it.
FOREVER = "\nimport signal\nwhile True: signal.pause()\n"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.containers)


@pytest.fixture
def settings(host: str, tmp_path: Path) -> SandboxSettings:
    return SandboxSettings(directory=tmp_path, environment={}, container_host=host)


@pytest.fixture
def play_settings(settings: SandboxSettings, tmp_path: Path) -> PlaySettings:
    return PlaySettings(logs=tmp_path / "logs", sandbox=settings, beat=0.05)


@pytest.fixture
def image(host: str) -> MakeImage:
    def make(source: str, extra: str = "") -> str:
        return engine.build_bot(host, source, extra)

    return make


@pytest.fixture
def start(settings: SandboxSettings, tmp_path: Path, nothing_is_left: None) -> Iterator[Start]:
    """Starts containers, and stops them in the end."""
    started: list[ContainerSandbox] = []

    def run(name: str, **changed: object) -> ContainerSandbox:
        own = replace(settings, **changed)  # type: ignore[arg-type]
        sandbox = start_sandbox(AgentSpec.parse(f"image:{name}"), own, tmp_path / "bot.log")
        assert isinstance(sandbox, ContainerSandbox)
        started.append(sandbox)
        return sandbox

    yield run
    for sandbox in started:
        sandbox.stop()


@pytest.fixture(autouse=True)
def nothing_is_left(host: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with tempfile.TemporaryDirectory(prefix="ac", dir="/tmp") as place:
        monkeypatch.setattr("tempfile.tempdir", place)
        monkeypatch.setenv("TMPDIR", place)
        yield
        assert list(Path(place).iterdir()) == []
        assert place not in Path("/proc/mounts").read_text()
        assert engine.containers(host) == []
