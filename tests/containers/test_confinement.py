"""What a container may do, found out by a bot that tries."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.containers.conftest import FOREVER, LISTEN, MakeImage, Start
from worker.interrupt import Interrupt
from worker.leftovers import reap_leftovers
from worker.settings import SandboxSettings

# Tries what no bot should, and tells the outcome in one line of JSON.
_PROBE = """
import json, os, resource, socket

def tried(do):
    try:
        return do() or "done"
    except OSError as error:
        return error.strerror

def fill(path):
    with open(path, "wb", buffering=0) as file:
        while True:
            file.write(bytes(65536))

def connect(address):
    with socket.create_connection(address, timeout=2):
        pass

def open_files():
    held = []
    try:
        while True:
            held.append(open("/dev/null"))
    finally:
        for file in held:
            file.close()

status = dict(line.split(":", 1) for line in open("/proc/self/status"))
facts = {
    "uid": os.getuid(),
    "gids": sorted({os.getgid(), *os.getgroups()}),
    "status": {name: status[name].strip() for name in
               ("CapEff", "CapPrm", "CapBnd", "CapInh", "NoNewPrivs", "Seccomp")},
    "cores": sorted(os.sched_getaffinity(0)),
    "limits": {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name.upper()))
               for name in ("nofile", "fsize", "core")},
    "root_options": open("/proc/mounts").readline().split()[3].split(","),
    "root": tried(lambda: open("/mine", "w")),
    "etc": tried(lambda: open("/etc/passwd", "a")),
    "tmp": tried(lambda: fill("/tmp/big")),
    "shm": tried(lambda: fill("/dev/shm/big")),
    "volume": tried(lambda: fill("/data/big")),
    "socket_directory": tried(lambda: fill("/run/arena/big")),
    "out": tried(lambda: connect(("192.0.2.1", 80))),
    "interfaces": sorted(name for _, name in socket.if_nameindex()),
    "open": tried(open_files),
    "mount": tried(lambda: __import__("subprocess").run(
        ["mount", "-t", "tmpfs", "x", "/tmp"], capture_output=True).stderr.decode()),
    "others": sorted(int(name) for name in os.listdir("/proc") if name.isdecimal()),
    "hostname": socket.gethostname(),
    "environment": sorted(os.environ),
    "sysrq": tried(lambda: open("/proc/sysrq-trigger", "w")),
    "cgroup": tried(lambda: open("/sys/fs/cgroup/memory/memory.limit_in_bytes", "w")),
}
os.unlink("/run/arena/big")
print(json.dumps(facts), flush=True)
"""
_TMP = 1024 * 1024


@pytest.fixture(scope="module")
def facts(host: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    from league.agents import AgentSpec
    from tests.containers.engine import build_bot
    from worker.container import ContainerSandbox

    log = tmp_path_factory.mktemp("probe") / "bot.log"
    name = build_bot(host, _PROBE + LISTEN + FOREVER, "VOLUME /data\nUSER 0\nHEALTHCHECK CMD true")
    settings = SandboxSettings(environment={}, container_host=host, cores=(1,), tmp_bytes=_TMP)
    sandbox = ContainerSandbox(AgentSpec.parse(f"image:{name}"), settings, log)
    try:
        sandbox.wait_ready(20, Interrupt())
    finally:
        sandbox.stop()
    return json.loads(log.read_text().splitlines()[0])


def test_it_is_a_user_without_rights(facts: Any) -> None:
    uid = facts["uid"]
    assert uid in SandboxSettings().uids
    assert facts["gids"] == [uid]
    none = "0" * 16
    assert facts["status"] == {
        "CapEff": none,
        "CapPrm": none,
        "CapBnd": none,
        "CapInh": none,
        "NoNewPrivs": "1",
        "Seccomp": "2",
    }
    assert "permission denied" in facts["mount"] or "must be superuser" in facts["mount"]
    assert facts["sysrq"] != "done"
    assert facts["cgroup"] != "done"


def test_it_writes_nowhere_but_in_small_places_in_memory(facts: Any) -> None:
    assert "ro" in facts["root_options"]
    assert facts["root"] != "done"
    assert facts["etc"] != "done"
    full = "No space left on device"
    assert [facts[name] for name in ("tmp", "shm", "volume", "socket_directory")] == [full] * 4


def test_it_has_no_network_and_sees_nobody(facts: Any) -> None:
    assert facts["interfaces"] == ["lo"]
    assert facts["out"] == "Network is unreachable"
    assert len(facts["others"]) == 1


def test_its_core_and_its_limits_are_set(facts: Any) -> None:
    defaults = SandboxSettings()
    assert facts["cores"] == [1]
    assert facts["limits"] == {
        "nofile": [defaults.open_files] * 2,
        "fsize": [defaults.file_bytes] * 2,
        "core": [0, 0],
    }
    assert facts["open"] == "Too many open files"


def test_it_is_told_where_to_listen_and_nothing_of_us(facts: Any) -> None:
    told = {"ARENA_ADDRESS", "TMPDIR", "HOME", "PYTHONUNBUFFERED"}
    of_the_image = {"PATH", "HOSTNAME", "PYTHONPATH", "LC_CTYPE"}
    assert told <= set(facts["environment"]) <= told | of_the_image


def test_the_image_cannot_bring_an_owner_of_its_own(
    image: MakeImage, start: Start, settings: SandboxSettings
) -> None:
    name = image(LISTEN + FOREVER, 'LABEL arena.owner="1:1.1" arena.host="elsewhere"')
    sandbox = start(name)
    sandbox.wait_ready(20, Interrupt())

    assert reap_leftovers(settings).containers == 0
    assert sandbox.exited() is None


def test_what_it_writes_is_kept_up_to_a_cap(image: MakeImage, start: Start, tmp_path: Path) -> None:
    flood = "import os\nfor _ in range(40): os.write(1, b'x' * 65535 + b'\\n')\nprint('the end')\n"
    sandbox = start(image(flood + LISTEN + FOREVER), log_bytes=10_000)
    sandbox.wait_ready(20, Interrupt())
    sandbox.stop()
    log = (tmp_path / "bot.log").read_text()
    assert 10_000 < len(log) < 20_000
    assert log.rstrip().endswith("the end")
