"""A bot submitted as an image: the version is what the image was."""

from pathlib import Path

import pytest

from tests.cli.conftest import Arena, arena, home
from tests.containers import engine
from tests.containers.conftest import MakeImage

__all__ = ["arena", "home"]

pytestmark = [pytest.mark.timeout(180), pytest.mark.redis]

_SUBMIT = ("submit", "mine", "--game", "joust", "--json")


@pytest.fixture(autouse=True)
def engine_of_the_user(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", host)


def test_a_version_stays_what_it_was_when_its_tag_moves(arena: Arena, host: str) -> None:
    engine.ask(host, "tag", "arena/random:1", "arena/test:moving")
    said = arena(*_SUBMIT, "--image", "arena/test:moving")
    assert said.code == 0, said
    assert said.json["agent"] == "mine@1"
    digest = engine.ask(host, "inspect", "--format={{.Id}}", "arena/random:1").strip()
    assert said.json["runs"] == f"image:{digest}"
    start = said.json["reports"]["joust"]["tests"][0]["figures"]
    assert start["memory_bytes"] > 2**20

    engine.ask(host, "tag", "arena/greedy:1", "arena/test:moving")
    played = arena("play", "joust", "mine", "random", "--json")
    assert played.code == 0, played
    assert "random 1 listens" in arena("logs", played.lines[0]["match"], "0").out


@pytest.mark.parametrize(
    ("image", "says"),
    [("arena/test:nobody", "is not on this machine"), ("foreign", "is for another processor")],
)
def test_an_image_that_cannot_be_run_is_one_line(
    arena: Arena, host: str, home: Path, image: str, says: str
) -> None:
    name = engine.load_foreign(host) if image == "foreign" else image
    said = arena(*_SUBMIT, "--image", name)
    assert said.code == 2, said
    assert says in said.err
    assert not (home / "data").exists()


def test_an_image_that_listens_nowhere_is_refused(arena: Arena, image: MakeImage) -> None:
    said = arena(*_SUBMIT, "--image", image("raise SystemExit('no licence')"))
    assert said.code == 1, said
    (start,) = said.json["reports"]["joust"]["tests"]
    assert "ended before it was ready (exit code 1)" in start["reason"]
    assert "no licence" in start["reason"]
