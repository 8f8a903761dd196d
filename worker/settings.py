"""How a worker runs agents and matches. Times in seconds, sizes in bytes."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """How agents are run on this host."""

    # Where `cmd:` agents run, so that ./my_bot is found.
    directory: Path = field(default_factory=Path.cwd)
    # From here an agent gets the few variables that it may see; nothing else is read.
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    # Files and directories that agents may read besides the system, their own directory
    # and what their command names; and those that none may see, wherever they are.
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    # Whether processes run inside bubblewrap where it works.
    bubblewrap: bool = True
    memory_bytes: int = 512 * 1024 * 1024  # of the whole sandbox, without swap
    processes: int = 64  # threads count too
    open_files: int = 1024
    file_bytes: int = 256 * 1024 * 1024  # the largest file that an agent may write
    log_bytes: int = 1024 * 1024
    # Cores that a sandbox is pinned to; (): it may use any. A pairing lends its sandboxes
    # some of these, or of all that this process may use (see cores.py).
    cores: tuple[int, ...] = ()
    # Containers: room in /tmp and in shared memory (both count as memory, too) ...
    tmp_bytes: int = 64 * 1024 * 1024
    # ... the OCI runtime, such as "runsc" ("": the engine's default) ...
    runtime: str = ""
    # ... the engine's address, unix:///path ("": DOCKER_HOST, else the usual places) ...
    container_host: str = ""
    # ... and, under root, whom they run as: the user ids that systemd's table calls unused.
    uids: Sequence[int] = range(60578, 61184)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How matches are driven and how long each kind of failure is borne."""

    # Where agents' logs go, a folder a pairing; None: only last lines, in memory.
    logs: Path | None = None
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)
    # Void attempts of one match before it is called unplayable.
    attempts: int = 5
    # Failed starts of an agent, in a row, before it is absent for its pairing: it then loses
    # its matches, or they are called unplayable if it was not its own doing.
    starts: int = 2
    # The arbiter drops a match after 10 s without a word.
    beat: float = 2.0
    # How long to wait for an arbiter that does not answer (it may be starting again).
    arbiter_patience: float = 60.0
    # How long to wait for room in an arbiter that refuses another match.
    room_patience: float = 600.0
    # How long Redis may be away before the pairing is given up; the director sends it again.
    redis_patience: float = 30.0
