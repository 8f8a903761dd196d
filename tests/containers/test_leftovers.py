"""What a worker leaves that was killed, and what the next one makes of it."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from tests.containers.conftest import FOREVER, LISTEN, MakeImage, Start
from tests.containers.engine import containers
from worker.interrupt import Interrupt
from worker.leftovers import reap_leftovers
from worker.settings import SandboxSettings

_OWNER = """
import os, signal, sys
from league.agents import AgentSpec
from worker.container import ContainerSandbox
from worker.interrupt import Interrupt
from worker.settings import SandboxSettings
settings = SandboxSettings(environment={}, container_host=sys.argv[1])
sandbox = ContainerSandbox(AgentSpec.parse("image:" + sys.argv[2]), settings, None)
sandbox.wait_ready(20, Interrupt())
print(sandbox.address.removeprefix("unix:"), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_containers_of_a_dead_owner_are_removed_and_no_others(
    image: MakeImage, start: Start, settings: SandboxSettings
) -> None:
    name = image(LISTEN + FOREVER)
    mine = start(name)
    mine.wait_ready(20, Interrupt())
    died = subprocess.run(
        [sys.executable, "-c", _OWNER, settings.container_host, name],
        capture_output=True,
        text=True,
    )
    left = Path(died.stdout.strip())
    assert died.returncode == -9, died.stderr
    assert left.is_socket()
    assert len(containers(settings.container_host)) == 2
    reaped = reap_leftovers(settings)
    assert (reaped.containers, reaped.directories) == (1, 1)
    assert not left.parent.parent.exists()
    assert mine.exited() is None
    assert len(containers(settings.container_host)) == 1


def test_containers_of_another_host_are_left_alone(
    image: MakeImage, settings: SandboxSettings
) -> None:
    from tests.containers.engine import ask

    host = settings.container_host
    name = image(FOREVER)
    labels = ["--label=arena.owner=1:1.1", "--label=arena.host=elsewhere/1"]
    container = ask(host, "create", "--network=none", *labels, name).strip()
    try:
        assert reap_leftovers(settings).containers == 0
    finally:
        ask(host, "rm", container)


def test_without_an_engine_nothing_is_said(tmp_path: Path, settings: SandboxSettings) -> None:
    nowhere = replace(settings, container_host=f"unix://{tmp_path}/engine.sock")
    assert reap_leftovers(nowhere).containers == 0
