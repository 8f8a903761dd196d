"""Images and engines that cannot be used: each is said in one line, at once."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from league.agents import AgentSpec
from tests.containers.engine import ask, load_foreign
from worker.errors import SandboxError
from worker.sandbox import start_sandbox
from worker.settings import SandboxSettings


def refusal(image: str, settings: SandboxSettings) -> SandboxError:
    with pytest.raises(SandboxError) as caught:
        start_sandbox(AgentSpec.parse(f"image:{image}"), settings, None)
    assert "\n" not in str(caught.value)
    return caught.value


def test_an_image_that_is_not_there(settings: SandboxSettings) -> None:
    error = refusal("arena/nobody:1", settings)
    assert str(error) == (
        "image arena/nobody:1 is not on this machine; build it, or fetch it with "
        "`docker pull arena/nobody:1`"
    )
    assert error.permanent


def test_a_name_that_is_none(settings: SandboxSettings) -> None:
    assert "arena/Nobody:1" in str(refusal("arena/Nobody:1", settings))


def test_an_image_for_another_processor(settings: SandboxSettings) -> None:
    error = refusal(load_foreign(settings.container_host), settings)
    assert str(error).startswith("image arena/test:foreign is for another processor (s390x, ")
    assert error.permanent


def test_an_image_without_a_command(settings: SandboxSettings) -> None:
    assert str(refusal("arena/python:bookworm", settings)) == (
        "image arena/python:bookworm has no command to run; give its Dockerfile an ENTRYPOINT"
    )


def test_an_image_by_its_digest(settings: SandboxSettings) -> None:
    digest = ask(settings.container_host, "images", "--no-trunc", "--quiet", "arena/random:1")
    sandbox = start_sandbox(AgentSpec.parse(f"image:{digest.strip()}"), settings, None)
    sandbox.stop()


def test_no_engine(settings: SandboxSettings, tmp_path: Path) -> None:
    nowhere = replace(settings, container_host=f"unix://{tmp_path}/engine.sock")
    assert str(refusal("arena/random:1", nowhere)).startswith(
        f"no container engine answers at unix://{tmp_path}/engine.sock "
        "(no such file or directory); start Docker (`systemctl start docker`)"
    )


def test_something_else_in_place_of_an_engine(settings: SandboxSettings, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "s"))
        silent = replace(settings, container_host=f"unix://{tmp_path}/s")
        assert "(connection refused)" in str(refusal("arena/random:1", silent))
