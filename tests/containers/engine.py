"""A container engine of the tests' own, and images to run in it."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import deploy.agents.build
import worker.shim
from deploy.agents.build import BASE, BOOTSTRAPPED, pack_root
from worker.container_host import engine_listens

# Debian's Python, packed: what takes longest to make, and is the same every time.
CACHED_ROOT = Path("/var/tmp/arena-test-base-1.tar")
_HOST = "ARENA_CONTAINER_HOST"


@contextmanager
def running_engine(place: Path) -> Iterator[str]:
    """The address of an engine: the one that ARENA_CONTAINER_HOST names, else a new one.

    A new one keeps everything in `place`, and ends with the block (or with this process).
    """
    if host := os.environ.get(_HOST):
        yield host
        return
    if os.geteuid() != 0 or shutil.which("dockerd") is None:
        pytest.fail(
            "these tests need a container engine: as root, `apt-get install docker.io iptables "
            f"debootstrap` is enough; else set {_HOST} to one whose images arena/* may be replaced",
            pytrace=False,
        )
    host = f"unix://{place}/engine.sock"
    with (place / "engine.log").open("wb") as log:
        process = subprocess.Popen(_command(place, host), stdout=log, stderr=log)
    try:
        _wait_for(host, process, place)
        yield host
    finally:
        process.terminate()
        process.wait(60)


def _command(place: Path, host: str) -> list[str]:
    """The engine, which gets SIGTERM when we die."""
    shim = [sys.executable, "-I", "-S", worker.shim.__file__, str(os.getpid()), "15", "--"]
    roots = [f"--data-root={place}/data", f"--exec-root={place}/exec", f"--pidfile={place}/pid"]
    network = ["--bridge=none", "--iptables=false", "--ip6tables=false"]
    return [*shim, "dockerd", f"--host={host}", *roots, *network]


def _wait_for(host: str, process: subprocess.Popen[bytes], place: Path) -> None:
    for _ in range(300):
        if engine_listens(host):
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
            break
    said = (place / "engine.log").read_text()[-1500:]
    pytest.fail(f"dockerd did not start; its log ends:\n{said}", pytrace=False)


def build_agents(host: str, names: list[str]) -> None:
    """Images of reference agents, as deploy/agents/build.py makes them, rules interpreted."""
    if not CACHED_ROOT.exists():
        pack_root(CACHED_ROOT.with_suffix(".new")).rename(CACHED_ROOT)
    ask(host, "import", str(CACHED_ROOT), BOOTSTRAPPED)
    environment = {**os.environ, _HOST: host, "ARENA_PURE": "1"}
    build = [sys.executable, deploy.agents.build.__file__, "--base", BOOTSTRAPPED, *names]
    done = subprocess.run(build, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def build_bot(host: str, source: str, extra: str = "") -> str:
    """An image that runs a Python source over the agents' base, with further Dockerfile lines."""
    dockerfile = f'FROM {BASE}\n{extra}\nCOPY bot.py /bot.py\nENTRYPOINT ["python3", "/bot.py"]\n'
    return build_image(host, dockerfile, {"bot.py": source})


def build_image(host: str, dockerfile: str, files: Mapping[str, str]) -> str:
    """An image of a Dockerfile and the files that it copies, named after their contents."""
    context = _pack({"Dockerfile": dockerfile, **files})
    tag = f"arena/test:{hashlib.sha256(context).hexdigest()[:12]}"
    ask(host, "build", "--force-rm", "--network=none", f"--tag={tag}", "-", given=context)
    return tag


def load_foreign(host: str) -> str:
    """An image for a processor that this host has not."""
    layer = _pack({"bot": "not for you"})
    config = {
        "architecture": "s390x",
        "os": "linux",
        "config": {"Cmd": ["/bot"]},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
    }
    tag = "arena/test:foreign"
    manifest = [{"Config": "config.json", "RepoTags": [tag], "Layers": ["layer.tar"]}]
    files: dict[str, str | bytes] = {
        "config.json": json.dumps(config),
        "manifest.json": json.dumps(manifest),
        "layer.tar": layer,
    }
    ask(host, "load", given=_pack(files))
    return tag


def containers(host: str) -> list[str]:
    """Ids of the arena's containers, running or not."""
    return ask(host, "ps", "--all", "--quiet", "--filter", "label=arena.owner").split()


def ask(host: str, *words: str, given: bytes = b"") -> str:
    """What the `docker` command says. Docker's package would leave sockets to the collector."""
    environment = {**os.environ, "DOCKER_HOST": host, "DOCKER_BUILDKIT": "0"}
    done = subprocess.run(["docker", *words], env=environment, input=given, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def _pack(files: Mapping[str, str | bytes]) -> bytes:
    """A tar of these files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()
