"""Where the agents of bench/clock.py run: in processes of their own, or in containers."""

import contextlib
import io
import json
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import docker
from docker.errors import BuildError, DockerException

from arena.v1 import arbiter_pb2
from bench import instant
from bench.table_play import process, seat, wait_for
from deploy.agents.build import BASE
from league.agents import AgentSpec
from worker.container import ContainerSandbox
from worker.container_host import container_host
from worker.errors import SandboxError
from worker.interrupt import Interrupt
from worker.settings import SandboxSettings

_START_S = 60


class Room(Protocol):
    """Runs agents for the duration."""

    def agents(
        self, habits: Sequence[str], copies: int
    ) -> contextlib.AbstractContextManager[list[arbiter_pb2.SeatSpec]]:
        """Starts `copies` agents with these habits (see bench/instant.py): a seat for each."""


class Processes:
    """Plain processes; those of one call share a process group, so that only one that is
    alone can be frozen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    @contextlib.contextmanager
    def agents(self, habits: Sequence[str], copies: int) -> Iterator[list[arbiter_pb2.SeatSpec]]:
        self._count += 1
        path = self._folder / f"agent{self._count}"
        paths = [path, *(Path(f"{path}-{copy}") for copy in range(1, copies))]
        with process("bench.instant", f"unix:{path}", "--copies", str(copies), *habits) as group:
            for each in paths:
                wait_for(each)
            handle = arbiter_pb2.FreezeHandle(process_group=group) if copies == 1 else None
            yield [seat(f"unix:{each}", handle) for each in paths]


class Containers:
    """Containers as a worker starts them, of an image over the reference agents' base."""

    def __init__(self) -> None:
        self._host = container_host(SandboxSettings())
        try:
            self._docker = docker.DockerClient(base_url=self._host)
            self._docker.images.get(BASE)
        except DockerException as error:
            raise SystemExit(
                f"no image {BASE} at the container engine {self._host} ({error}); start the "
                "engine and make the image: .venv/bin/python deploy/agents/build.py random"
            ) from None

    @contextlib.contextmanager
    def agents(self, habits: Sequence[str], copies: int) -> Iterator[list[arbiter_pb2.SeatSpec]]:
        # A container is pinned from outside.
        core = int(habits[habits.index("--core") + 1]) if "--core" in habits else None
        settings = SandboxSettings(container_host=self._host, cores=() if core is None else (core,))
        agent = AgentSpec.parse(f"image:{self._image(habits)}")
        with contextlib.ExitStack() as stack:
            sandboxes = []
            try:
                for _ in range(copies):
                    sandbox = ContainerSandbox(agent, settings, None)
                    stack.callback(sandbox.stop)
                    sandboxes.append(sandbox)
                for sandbox in sandboxes:
                    sandbox.wait_ready(_START_S, Interrupt())
            except SandboxError as error:
                raise SystemExit(str(error)) from None
            yield [seat(each.address, _handle(each)) for each in sandboxes]

    def _image(self, habits: Sequence[str]) -> str:
        """Builds the image of an agent with these habits; returns its id."""
        words = json.dumps(["python3", "/instant.py", *habits])
        dockerfile = f"FROM {BASE}\nCOPY instant.py /instant.py\nENTRYPOINT {words}\n"
        source = Path(instant.__file__).read_bytes()
        context = io.BytesIO()
        with tarfile.open(fileobj=context, mode="w") as tar:
            for name, data in (("Dockerfile", dockerfile.encode()), ("instant.py", source)):
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
        context.seek(0)
        try:
            image, _ = self._docker.images.build(
                fileobj=context, custom_context=True, forcerm=True, network_mode="none"
            )
        except (BuildError, DockerException) as error:
            raise SystemExit(f"the bench's image cannot be built: {error}") from None
        return str(image.id)


def _handle(sandbox: ContainerSandbox) -> arbiter_pb2.FreezeHandle | None:
    freeze = sandbox.freeze
    return None if freeze is None else arbiter_pb2.FreezeHandle(cgroup=freeze.cgroup)
