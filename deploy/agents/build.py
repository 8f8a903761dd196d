"""Builds the reference agents as container images, arena/NAME:1, over the base arena/base:1.

    .venv/bin/python deploy/agents/build.py               all of them
    .venv/bin/python deploy/agents/build.py greedy mcts   these
    ... --base registry.example.org/python:3.11           over another Python image
    ... --bootstrap                                       over one made of Debian's packages

Without --base, the official Python image is fetched where it is not there yet. --bootstrap
is for machines that reach no registry: it runs debootstrap, as root. The engine is found as
the arena finds it: ARENA_CONTAINER_HOST, DOCKER_HOST, or the usual socket.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import docker
from docker.errors import APIError, BuildError, DockerException, ImageNotFound

from worker.container_host import container_host
from worker.settings import SandboxSettings

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
VERSION = "1"
BASE = f"arena/base:{VERSION}"
BOOTSTRAPPED = "arena/python:bookworm"
# What the wheel of bot-arena is made of.
SOURCES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements.lock")
PACKAGES = ("arena_games", "arbiter", "league", "worker", "cli", "protos", "client_sdk/python")
# Debian 12 has this Python.
BOOTSTRAP_PYTHON = (3, 11)


def agents() -> list[str]:
    """The agents that there is a Dockerfile for."""
    names = {path.name.removesuffix(".Dockerfile") for path in HERE.glob("*.Dockerfile")}
    return sorted(names - {"base"})


def bootstrap(client: docker.DockerClient) -> str:
    """An image of Debian's Python, made of packages; returns its name."""
    if sys.version_info[:2] != BOOTSTRAP_PYTHON:
        sys.exit("--bootstrap makes Debian's Python 3.11: run this with Python 3.11, or use --base")
    if shutil.which("debootstrap") is None:
        sys.exit("--bootstrap needs debootstrap: apt-get install debootstrap")
    with tempfile.TemporaryDirectory(prefix="arena-bootstrap-") as folder:
        return import_root(client, pack_root(Path(folder, "root.tar")))


def pack_root(tar: Path) -> Path:
    """Packs Debian's smallest system with a Python; exits if debootstrap fails."""
    with tempfile.TemporaryDirectory(prefix="arena-bootstrap-") as folder:
        _run("debootstrap", "--variant=minbase", "--include=python3", "bookworm", folder)
        for waste in ("var/cache/apt/archives", "var/lib/apt/lists", "usr/share/doc"):
            shutil.rmtree(Path(folder, waste))
        _run("tar", "-C", folder, "-cf", str(tar), ".")
    return tar


def import_root(client: docker.DockerClient, tar: Path) -> str:
    """Makes a packed system an image; returns its name."""
    repository, _, tag = BOOTSTRAPPED.partition(":")
    client.api.import_image_from_file(str(tar), repository=repository, tag=tag)
    return BOOTSTRAPPED


def make_wheels(folder: Path) -> None:
    """Wheels of bot-arena, of all it needs, and of pip, for this Python.

    They are made of a copy of the sources, so that nothing built here gets in the way.
    """
    source = folder / "source"
    leave = shutil.ignore_patterns("*.so", "*.c", "__pycache__", "*.egg-info")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=leave)
    for name in SOURCES:
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    lock = ["--constraint", str(ROOT / "requirements.lock")]
    _run(*pip, *lock, "--wheel-dir", str(folder / "wheels"), str(source), "pip")
    shutil.rmtree(source)


def build(client: docker.DockerClient, dockerfile: str, folder: Path, tag: str, base: str) -> None:
    """Builds one image of a Dockerfile of this folder, in the context of that one."""
    shutil.copy(HERE / dockerfile, folder / "Dockerfile")
    # Nothing that is run in a build needs the network, and there may be none.
    client.images.build(
        path=str(folder), tag=tag, buildargs={"BASE": base}, forcerm=True, network_mode="none"
    )
    print(f"built {tag}")


def build_all(client: docker.DockerClient, names: list[str], base: str) -> None:
    """Builds the base over `base`, then the agents of these names."""
    with tempfile.TemporaryDirectory(prefix="arena-images-") as folder:
        context = Path(folder)
        make_wheels(context)
        build(client, "base.Dockerfile", context, BASE, base)
        shutil.rmtree(context / "wheels")
        for name in names:
            build(client, f"{name}.Dockerfile", context, f"arena/{name}:{VERSION}", BASE)


def main() -> None:
    """Reads the command line; exits with one line for what cannot be built."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="AGENT", help=f"of {', '.join(agents())}")
    where = parser.add_mutually_exclusive_group()
    official = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim-bookworm"
    where.add_argument("--base", default=official, help=f"the Python image (default {official})")
    where.add_argument("--bootstrap", action="store_true", help="make it with debootstrap")
    options = parser.parse_args()
    if unknown := set(options.names) - set(agents()):
        parser.error(f"no Dockerfile for {', '.join(sorted(unknown))}")
    host = container_host(
        SandboxSettings(container_host=os.environ.get("ARENA_CONTAINER_HOST", ""))
    )
    try:
        client = docker.DockerClient(base_url=host, timeout=600)
        base = bootstrap(client) if options.bootstrap else _fetched(client, options.base)
        build_all(client, options.names or agents(), base)
    except BuildError as error:
        said = "".join(line.get("stream", "") for line in error.build_log)
        sys.exit(f"not built: {error}\n{said[-2000:]}")
    except (APIError, DockerException) as error:
        sys.exit(f"not built, at the engine {host}: {error}")


def _fetched(client: docker.DockerClient, image: str) -> str:
    try:
        client.images.get(image)
    except ImageNotFound:
        print(f"fetching {image}")
        try:
            client.images.pull(image)
        except APIError:
            sys.exit(f"no image {image} here or in a registry; try --bootstrap, or --base IMAGE")
    return image


def _run(*argv: str) -> None:
    done = subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{argv[0]} failed: {done.stderr.strip()[-500:]}")


if __name__ == "__main__":
    main()
