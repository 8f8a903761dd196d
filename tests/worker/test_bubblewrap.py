"""What bots can reach from inside bubblewrap: real ones try. And what happens without it."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from league.agents import AgentSpec
from tests.worker.conftest import FOREVER, LISTEN, MakeBot
from worker.confinement import Confinement, confinement
from worker.ending import Ending
from worker.errors import SandboxError
from worker.freeze_handle import FreezeHandle
from worker.hierarchy import Hierarchies, writable_hierarchies
from worker.interrupt import Interrupt
from worker.leftovers import reap_leftovers
from worker.process import ProcessSandbox
from worker.settings import PlaySettings, SandboxSettings

pytestmark = [pytest.mark.sandbox, pytest.mark.usefixtures("bubblewrap")]

# Runs a bot to its end; what it printed as JSON on its last line.
Ask = Callable[..., Any]


@pytest.fixture
def ask(bot: MakeBot, settings: PlaySettings, tmp_path: Path) -> Ask:
    def ask(source: str, **changes: Any) -> Any:
        log = tmp_path / "said"
        log.unlink(missing_ok=True)
        text = bot("import json, os, sys\n" + source)
        ended(text, replace(settings.sandbox, **changes), log)
        return json.loads(log.read_text().splitlines()[-1])

    return ask


def start(agent: str, settings: SandboxSettings, log: Path | None = None) -> ProcessSandbox:
    return ProcessSandbox(AgentSpec.parse(agent), settings, log)


def ended(agent: str, settings: SandboxSettings, log: Path | None = None) -> Ending:
    """How a bot that never listens ends."""
    sandbox = start(agent, settings, log)
    try:
        with pytest.raises(SandboxError, match="ended before"):
            sandbox.wait_ready(30, Interrupt())
        ending = sandbox.exited()
        assert ending is not None
        return ending
    finally:
        sandbox.stop()


def running(token: str) -> list[int]:
    """The processes of this host that have the token among their arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if token.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue  # it ended
    return found


def test_it_has_no_network(ask: Ask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        source = f"""
import socket
def reach(address):
    try: socket.create_connection(address, timeout=5).close()
    except OSError as error: return error.strerror
print(json.dumps([reach(("127.0.0.1", {port})), reach(("192.0.2.1", 80)),
                  [name for _, name in socket.if_nameindex()]]))
"""
        assert ask(source) == ["Connection refused", "Network is unreachable", ["lo"]]
        assert ask(source, bubblewrap=False)[0] is None  # there was something to reach


def test_it_sees_no_other_processes(ask: Ask) -> None:
    source = "print(json.dumps([int(n) for n in os.listdir('/proc') if n.isdecimal()]))"
    assert ask(source) == [1, 2]
    assert os.getpid() in ask(source, bubblewrap=False)


def test_it_can_write_in_its_own_places_only(ask: Ask, tmp_path: Path) -> None:
    source = f"""
private = os.path.dirname(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
def writes(folder):
    try: open(folder + "/made-by-a-bot", "w").close()
    except OSError as error: return error.strerror
refused = ["/", "/etc", "/usr", "/usr/local/bin", "/root", "/home", "/var/tmp", {str(tmp_path)!r},
           sys.prefix, "/proc/sys/kernel", "/sys"]
print(json.dumps([[writes(place) for place in ("/tmp", "/dev/shm", private)],
                  [place for place in refused if writes(place) is None]]))
"""
    assert ask(source) == [[None, None, None], []]
    assert not (tmp_path / "made-by-a-bot").exists()
    assert not Path("/tmp/made-by-a-bot").exists()


def test_its_tmp_has_room_for_so_much(ask: Ask) -> None:
    source = """
try:
    with open("/tmp/big", "wb", buffering=0) as file:
        while True: file.write(b"x" * 65536)
except OSError as error:
    print(json.dumps([error.strerror, os.stat("/tmp/big").st_size]))
"""
    assert ask(source, tmp_bytes=1 << 20) == ["No space left on device", 1 << 20]


def test_the_arenas_directory_looks_empty(ask: Ask, settings: PlaySettings, tmp_path: Path) -> None:
    for name in (".arena", "elsewhere"):
        (tmp_path / name / "data").mkdir(parents=True)
    source = (
        f"print(json.dumps([os.listdir({str(tmp_path)!r} + n) for n in ('/.arena', '/elsewhere')]))"
    )
    assert ask(source) == [[], ["data"]]
    elsewhere = {**settings.sandbox.environment, "ARENA_HOME": "elsewhere"}
    assert ask(source, environment=elsewhere) == [["data"], []]
    assert ask(source, hidden=(tmp_path / "elsewhere",)) == [[], []]
    written = f"""
try: open(os.path.join({str(tmp_path)!r}, ".arena", "made"), "w")
except OSError as error: print(json.dumps(error.strerror))
"""
    assert ask(written) == "Read-only file system"


def test_a_bot_within_the_arenas_directory_is_seen(settings: PlaySettings, tmp_path: Path) -> None:
    bot = tmp_path / ".arena" / "bots" / "bot.py"
    bot.parent.mkdir(parents=True)
    bot.write_text("import os; print(os.listdir('.arena'))")
    (tmp_path / ".arena" / "records").touch()
    log = tmp_path / "said"
    ended(f"cmd:{sys.executable} .arena/bots/bot.py", settings.sandbox, log)
    assert log.read_text() == "['bots']\n"


def test_it_sees_nothing_of_its_neighbour(
    ask: Ask, bot: MakeBot, settings: PlaySettings, tmp_path: Path
) -> None:
    neighbour = start(bot(LISTEN + FOREVER), settings.sandbox)
    neighbour.wait_ready(10, Interrupt())
    installed = Path(sys.prefix).parts[2:3] if sys.prefix.startswith("/tmp/") else ()
    source = f"""
private = os.path.dirname(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
own = [private.split("/")[2], {str(tmp_path)!r}.split("/")[2], *{installed!r}]
print(json.dumps([[name for name in os.listdir("/tmp") if name not in own],
                  os.path.exists({neighbour.address.removeprefix("unix:")!r}),
                  os.path.exists("/run/docker.sock"), os.path.exists("/etc/shadow")]))
"""
    assert ask(source) == [[], False, False, False]
    neighbour.stop()


def test_it_has_no_rights_even_under_root(ask: Ask) -> None:
    source = """
status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines())
import ctypes
CLONE_NEWUSER = 0x10000000
unshared = ctypes.CDLL(None).unshare(CLONE_NEWUSER)
print(json.dumps([status["CapEff"], status["CapBnd"], status["NoNewPrivs"], unshared]))
"""
    none = "0" * 16
    assert ask(source) == [none, none, "1", -1]


def test_other_files_are_seen_once_they_are_named(
    ask: Ask, settings: PlaySettings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    model = tmp_path_factory.mktemp("models") / "net.bin"
    model.write_text("weights")
    source = f"print(json.dumps(os.path.exists({str(model)!r})))"
    assert ask(source) is False
    assert ask(source, readable=(model.parent,)) is True
    listed = {**settings.sandbox.environment, "ARENA_READABLE": f"/nowhere:{model}"}
    assert ask(source, environment=listed) is True


def test_a_bot_that_misses_a_file_is_told_what_it_sees(
    bot: MakeBot, settings: PlaySettings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    model = tmp_path_factory.mktemp("models") / "net.bin"
    model.touch()
    sandbox = start(bot(f"open({str(model)!r})"), settings.sandbox)
    with pytest.raises(SandboxError, match=r"net\.bin.*; it sees few files .*ARENA_READABLE"):
        sandbox.wait_ready(10, Interrupt())
    sandbox.stop()


def test_a_script_of_a_wide_directory_is_seen_alone(settings: PlaySettings, tmp_path: Path) -> None:
    """Here HOME is where the bot lies, and where it runs."""
    script = tmp_path / "bot"
    script.write_text(f"#!{sys.executable}\nimport os\nprint(os.getcwd(), os.listdir())\n")
    script.chmod(0o700)
    (tmp_path / ".ssh").mkdir()
    home = {**settings.sandbox.environment, "HOME": str(tmp_path)}
    log = tmp_path / "said"
    assert ended("cmd:./bot", replace(settings.sandbox, environment=home), log).reason == (
        "exit code 0"
    )
    assert log.read_text() == f"{tmp_path} ['bot']\n"


# Leaves children behind: one in its group, one in a session of its own. Then it crashes.
_LEAVES = """
import os, subprocess, sys
for new_session in (False, True):
    subprocess.Popen([sys.executable, "-S", "-c", "import signal\\nwhile True: signal.pause()",
                      sys.argv[1]], start_new_session=new_session)
"""


@pytest.mark.parametrize("confined", [True, False])
def test_children_do_not_outlive_a_bot_that_crashes(
    bot: MakeBot, settings: PlaySettings, confined: bool, cgroups: None
) -> None:
    token = f"left-{os.getpid()}-{confined}"
    held = replace(settings.sandbox, bubblewrap=confined)
    assert ended(f"{bot(_LEAVES + 'os._exit(7)')} {token}", held) == Ending("exit code 7")
    assert running(token) == []


# Starts the bot of its first argument, waits until it listens, and waits to be killed.
_WORKER = """
import sys
from pathlib import Path
from league.agents import AgentSpec
from worker.interrupt import Interrupt
from worker.process import ProcessSandbox
from worker.settings import SandboxSettings
bot = ProcessSandbox(AgentSpec.parse(sys.argv[1]), SandboxSettings(directory=Path("/usr")), None)
bot.wait_ready(30, Interrupt())
print(bot.freeze.cgroup, flush=True)
sys.stdin.read()
"""


def test_nothing_outlives_a_worker_that_is_killed(bot: MakeBot, cgroups: None) -> None:
    token = f"killed-{os.getpid()}"
    worker = subprocess.Popen(
        [sys.executable, "-c", _WORKER, f"{bot(_LEAVES + LISTEN + FOREVER)} {token}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    cgroup = next(line.strip() for line in worker.stdout if line.startswith("/"))  # not its log
    ends = [os.pidfd_open(pid) for pid in running(token) if pid != worker.pid]
    assert len(ends) >= 3  # the bot and its children, and bubblewrap itself
    worker.kill()
    worker.communicate()
    for end in ends:
        assert select.select([end], [], [], 10)[0]
        os.close(end)
    reap_leftovers(SandboxSettings())
    roots = writable_hierarchies().roots()
    assert not [root for root in roots if (root / cgroup[1:]).exists()]


def test_a_bot_that_takes_too_much_memory_is_told_apart(
    bot: MakeBot, settings: PlaySettings, cgroups: None
) -> None:
    hog = bot("x = bytearray(200 << 20)\nraise SystemExit(1)")
    small = replace(settings.sandbox, memory_bytes=64 << 20)
    assert ended(hog, small) == Ending(
        "out of memory (limit 64 MiB): killed by SIGKILL", "OUT_OF_MEMORY"
    )
    assert ended(hog, settings.sandbox) == Ending("exit code 1")


def test_a_file_in_its_tmp_counts_as_memory(
    bot: MakeBot, settings: PlaySettings, cgroups: None
) -> None:
    filler = bot("open('/tmp/big', 'wb').write(bytes(1 << 20) * 48)")
    small = replace(settings.sandbox, memory_bytes=80 << 20)
    assert ended(filler, small).fault == "OUT_OF_MEMORY"


def test_a_fork_bomb_is_told_apart(bot: MakeBot, settings: PlaySettings, cgroups: None) -> None:
    bomb = bot("import os\nwhile True: os.fork()")
    assert ended(bomb, replace(settings.sandbox, processes=16)) == Ending(
        "too many processes (limit 16): exit code 1", "TOO_MANY_PROCESSES"
    )


def test_the_limit_on_processes_is_the_bots_own(
    ask: Ask, settings: PlaySettings, cgroups: None
) -> None:
    """Those of bubblewrap itself do not count."""
    source = """
import signal
count = 1
try:
    while os.fork(): count += 1
    signal.pause()
except BlockingIOError:
    print(json.dumps(count))
"""
    assert ask(source, processes=16) == 16


# Two that never rest, one of them in a session of its own.
_SPINS = """
import os
if os.fork() == 0: os.setsid()
"""


def switches(cgroup: str) -> Iterator[tuple[Path, str, str]]:
    """The files that freeze a group, with what they take for that and for the contrary."""
    words = {"cgroup.freeze": ("1", "0"), "freezer.state": ("FROZEN", "THAWED")}
    for root in writable_hierarchies().roots():
        for name, (stop, go) in words.items():
            if (root / cgroup[1:] / name).exists():
                yield root / cgroup[1:] / name, stop, go


def frozen(cgroup: str) -> bool:
    for switch, _, _ in switches(cgroup):
        state = switch.read_text() if switch.name == "freezer.state" else ""
        events = "" if state else (switch.parent / "cgroup.events").read_text()
        if "FROZEN" in state or "frozen 1" in events:
            return True
    return False


def cpu_ns(cgroup: str) -> int:
    """CPU time of all in the group, by the finest measure there is."""
    first = writable_hierarchies().first.get("cpuacct")
    if first is not None:
        return int((first / cgroup[1:] / "cpuacct.usage").read_text())
    unified = writable_hierarchies().unified
    assert unified is not None
    return int((unified / cgroup[1:] / "cpu.stat").read_text().split()[1]) * 1000


@pytest.mark.parametrize("confined", [True, False])
def test_its_handle_stops_all_that_it_started(
    bot: MakeBot, settings: PlaySettings, confined: bool, cgroups: None
) -> None:
    spinning = bot(LISTEN + _SPINS + "while True: pass")
    sandbox = start(spinning, replace(settings.sandbox, bubblewrap=confined))
    sandbox.wait_ready(10, Interrupt())
    cgroup = sandbox.freeze.cgroup
    for switch, stop, go in switches(cgroup):
        switch.write_text(stop)
        while not frozen(cgroup):
            pass
        before = cpu_ns(cgroup)
        sum(range(1_000_000))  # time enough for one that still runs
        assert cpu_ns(cgroup) == before
        switch.write_text(go)
        while cpu_ns(cgroup) == before:
            pass
    assert before > 0
    sandbox.stop()


@pytest.mark.parametrize("confined", [True, False])
def test_a_frozen_bot_can_be_stopped(
    bot: MakeBot, settings: PlaySettings, confined: bool, cgroups: None
) -> None:
    token = f"frozen-{os.getpid()}"
    held = replace(settings.sandbox, bubblewrap=confined)
    sandbox = start(f"{bot(LISTEN + _SPINS + FOREVER)} {token}", held)
    sandbox.wait_ready(10, Interrupt())
    for switch, stop, _ in switches(sandbox.freeze.cgroup):
        switch.write_text(stop)
    sandbox.stop()
    assert sandbox.exited() == Ending("killed by SIGKILL")
    assert running(token) == []


def test_without_control_groups_signals_reach_it(
    bot: MakeBot, settings: PlaySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = confinement(settings.sandbox).bubblewrap
    monkeypatch.setattr("worker.process.confinement", lambda _: Confinement(found, Hierarchies()))
    token = f"group-{os.getpid()}"
    forks = "import os\nos.fork()\n"
    sandbox = start(f"{bot(LISTEN + forks + FOREVER)} {token}", settings.sandbox)
    sandbox.wait_ready(10, Interrupt())
    assert sandbox.freeze == FreezeHandle(process_group=sandbox.pid)
    os.killpg(sandbox.freeze.process_group, signal.SIGSTOP)
    while any(state(pid) != "T" for pid in running(token)):
        pass
    sandbox.stop()
    assert running(token) == []


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def path_without_bubblewrap(folder: Path, settings: PlaySettings) -> SandboxSettings:
    return replace(settings.sandbox, environment={"PATH": str(folder)})


def test_without_bubblewrap_it_runs_plain_and_that_is_said_once(
    bot: MakeBot, settings: PlaySettings, tmp_path: Path
) -> None:
    bare = path_without_bubblewrap(tmp_path, settings)
    with capture_logs() as logs:
        for _ in range(2):
            sandbox = start(bot(LISTEN + FOREVER), bare)
            sandbox.wait_ready(10, Interrupt())
            assert (
                Path(f"/proc/{sandbox.pid}/ns/net").readlink()
                == Path("/proc/self/ns/net").readlink()
            )
            sandbox.stop()
    warnings = [entry for entry in logs if entry["log_level"] == "warning"]
    assert [entry["event"] for entry in warnings] == [
        "bubblewrap is not installed: bots run as plain processes, with your rights",
        "bots' processes are not confined in all",
    ]
    assert warnings[1]["unenforced"].startswith("network, files, other processes")


def test_a_bubblewrap_that_does_not_work_is_quoted(
    bot: MakeBot, settings: PlaySettings, tmp_path: Path
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o700)
    with capture_logs() as logs:
        sandbox = start(bot(LISTEN + FOREVER), path_without_bubblewrap(tmp_path, settings))
        sandbox.wait_ready(10, Interrupt())
        sandbox.stop()
    assert [entry["said"] for entry in logs if "said" in entry] == [
        "setting up uid map: Permission denied"
    ]
