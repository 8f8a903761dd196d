"""How agents are run on this host, from `ARENA_...` variables.

Read once in an entry point; nothing else reads them.
"""

from typing import Annotated

from pydantic import ByteSize, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from league.errors import InvalidSettings
from league.settings import from_environment
from worker.cores import missing_cores
from worker.settings import SandboxSettings

_DEFAULTS = SandboxSettings()


class HostSettings(BaseSettings):
    """What an agent may use, and where containers run. Frozen."""

    model_config = SettingsConfigDict(env_prefix="ARENA_", frozen=True, extra="ignore")

    agent_memory: Annotated[ByteSize, Field(ge=16 * 1024 * 1024)] = ByteSize(_DEFAULTS.memory_bytes)
    """Memory of one agent, without swap: 512MiB, 2GiB."""

    agent_processes: Annotated[int, Field(gt=0)] = _DEFAULTS.processes
    """Processes and threads of one agent."""

    agent_tmp: Annotated[ByteSize, Field(gt=0)] = ByteSize(_DEFAULTS.tmp_bytes)
    """Room in a container's /tmp; what is used of it counts as memory."""

    cores: Annotated[str, Field(pattern=r"^(\d+(-\d+)?(,\d+(-\d+)?)*)?$")] = ""
    """Cores that matches are played on, one each: 2-7 or 1,3. Empty: all."""

    container_host: str = ""
    """The container engine: unix:///path/to/socket."""

    container_runtime: str = ""
    """The OCI runtime of containers, such as runsc."""


def load_sandbox_settings() -> SandboxSettings:
    """The settings of this process. Raises InvalidSettings, which names the variable."""
    told = from_environment(HostSettings)
    cores = _cores(told.cores)
    if missing := missing_cores(cores):
        lacks = ", ".join(map(str, missing))
        raise InvalidSettings(f"ARENA_CORES={told.cores!r}: this host has no core {lacks}")
    return SandboxSettings(
        memory_bytes=told.agent_memory,
        processes=told.agent_processes,
        tmp_bytes=told.agent_tmp,
        cores=cores,
        container_host=told.container_host,
        runtime=told.container_runtime,
    )


def _cores(text: str) -> tuple[int, ...]:
    cores: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        cores.update(range(int(first), int(last or first) + 1))
    return tuple(sorted(cores))
