"""Which tests run where: those that need a tool that a machine may lack are left out, and
said, on a developer's machine; in CI (CI=true) nothing is left out."""

import os
import shutil
from collections.abc import Iterator

import hypothesis
import pytest

# No test goes by how quick the machine is.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def _missing() -> dict[str, str]:
    """Markers whose tests cannot run here, and what they need."""
    root = os.geteuid() == 0
    needs = {}
    if not (root and shutil.which("bwrap")):
        needs["sandbox"] = "root and bubblewrap"
    engine = root and all(map(shutil.which, ("dockerd", "docker", "debootstrap")))
    if not engine and not os.environ.get("ARENA_CONTAINER_HOST"):
        needs["containers"] = "root, docker.io, iptables and debootstrap (or ARENA_CONTAINER_HOST)"
    return needs


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # These start whole arenas, which is enough for one processor.
        if "cli" in item.path.relative_to(config.rootpath / "tests").parts:
            item.add_marker(pytest.mark.xdist_group("cli"))
    missing = {} if os.environ.get("CI") else _missing()
    out = [item for item in items if any(map(item.get_closest_marker, missing))]
    if out:
        items[:] = [item for item in items if item not in set(out)]
        config.hook.pytest_deselected(items=out)
        config.stash[_LEFT_OUT] = f"left out {len(out)} tests, which need " + "; or ".join(
            f"{needed} ({marker})" for marker, needed in missing.items()
        )


_LEFT_OUT = pytest.StashKey[str]()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if told := config.stash.get(_LEFT_OUT, ""):
        terminalreporter.write_line(told)


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a container engine that has the base image and the agents random and
    greedy."""
    from tests.containers import engine

    with engine.running_engine(tmp_path_factory.mktemp("engine")) as address:
        engine.build_agents(address, ["random", "greedy"])
        yield address
