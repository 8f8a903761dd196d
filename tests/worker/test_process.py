"""Agents as processes: how they get ready, and the ways in which they do not."""

import errno
import json
import os
import queue
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from league.agents import AgentSpec
from tests.worker.conftest import FOREVER, LISTEN, MakeBot
from worker.ending import Ending
from worker.errors import SandboxError, UnsupportedAgent
from worker.interrupt import Interrupt, Interrupted
from worker.process import ProcessSandbox
from worker.sandbox import start_sandbox
from worker.settings import PlaySettings


@pytest.fixture(params=["plain", pytest.param("confined", marks=pytest.mark.sandbox)])
def settings(settings: PlaySettings, request: pytest.FixtureRequest) -> PlaySettings:
    """All of this holds in both."""
    confined = request.param == "confined"
    if confined:
        request.getfixturevalue("bubblewrap")
    return replace(settings, sandbox=replace(settings.sandbox, bubblewrap=confined))


def run(agent: str, settings: PlaySettings, log: Path | None = None) -> ProcessSandbox:
    sandbox = start_sandbox(AgentSpec.parse(agent), settings.sandbox, log)
    assert isinstance(sandbox, ProcessSandbox)
    return sandbox


def failure(agent: str, settings: PlaySettings, limit: float = 10) -> str:
    sandbox = run(agent, settings)
    try:
        with pytest.raises(SandboxError) as caught:
            sandbox.wait_ready(limit, Interrupt())
    finally:
        sandbox.stop()
    assert not caught.value.permanent
    return str(caught.value)


def test_a_bot_is_ready_once_it_listens(bot: MakeBot, settings: PlaySettings) -> None:
    sandbox = run(bot(LISTEN + FOREVER), settings)
    sandbox.wait_ready(10, Interrupt())
    assert sandbox.sandboxed
    assert sandbox.exited() is None
    place = Path(sandbox.address.removeprefix("unix:")).parent
    assert place.is_dir()
    sandbox.stop()
    sandbox.stop()
    assert sandbox.exited() == Ending("killed by SIGKILL")
    assert not place.exists()


def test_a_bot_that_crashes_at_start_is_quoted(bot: MakeBot, settings: PlaySettings) -> None:
    text = bot("import sys; print('loading'); sys.exit('no model file')")
    assert failure(text, settings) == (
        f"agent {text} ended before it was ready (exit code 1); "
        "its log ends: loading | no model file"
    )


def test_a_bot_that_never_listens_is_named(bot: MakeBot, settings: PlaySettings) -> None:
    said = failure(bot(FOREVER), settings, limit=0.05)
    assert "did not listen on its ARENA_ADDRESS" in said
    assert said.endswith("within 0.05 s; it wrote nothing")


def test_a_wait_for_a_bot_can_be_broken_off(bot: MakeBot, settings: PlaySettings) -> None:
    interrupt = Interrupt()
    sandbox = run(bot(FOREVER), settings)
    interrupt.set("the worker stops")
    with pytest.raises(Interrupted, match="the worker stops"):
        sandbox.wait_ready(60, interrupt)
    sandbox.stop()


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("cmd:./no_such_bot --fast", r"no command '\./no_such_bot' in /"),
        ("cmd:no-such-program-anywhere", "no command 'no-such-program-anywhere' in PATH"),
        ("cmd:./not_executable", "or it is not executable"),
        ("cmd:'half quoted", "cannot be split into words: No closing quotation"),
        ("cmd:''", "there is no command after cmd:"),
    ],
)
def test_a_command_that_cannot_be_run_is_said_at_once(
    agent: str, said: str, settings: PlaySettings
) -> None:
    (settings.sandbox.directory / "not_executable").touch(mode=0o600)
    with pytest.raises(SandboxError, match=said) as caught:
        run(agent, settings)
    assert caught.value.permanent
    assert "\n" not in str(caught.value)


def test_kinds_to_come_are_refused(settings: PlaySettings) -> None:
    with pytest.raises(UnsupportedAgent, match="not supported yet"):
        start_sandbox(AgentSpec.parse("uci:/usr/games/stockfish"), settings.sandbox, None)


def test_a_command_runs_in_our_directory_with_its_address_in_place(settings: PlaySettings) -> None:
    script = settings.sandbox.directory / "my_bot"
    script.write_text(f"#!{sys.executable}\nimport os, sys\nprint(os.getcwd(), *sys.argv[1:])\n")
    script.chmod(0o700)
    sandbox = run("cmd:./my_bot --socket {address} 'a b'", settings)
    place = sandbox.address
    with pytest.raises(SandboxError) as caught:
        sandbox.wait_ready(10, Interrupt())
    sandbox.stop()
    assert str(caught.value).endswith(f"{settings.sandbox.directory} --socket {place} a b")


def test_only_what_is_said_is_in_its_environment(
    bot: MakeBot, settings: PlaySettings, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    confined = settings.sandbox.bubblewrap
    secret = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "ARENA_REDIS_URL": "redis://:pw@h"}
    settings = replace(settings, sandbox=replace(settings.sandbox, environment=secret))
    sandbox = run(bot("import json, os; print(json.dumps(dict(os.environ)))"), settings, log)
    with pytest.raises(SandboxError):
        sandbox.wait_ready(10, Interrupt())
    sandbox.stop()
    environment = json.loads(log.read_text())
    environment.pop("LC_CTYPE", None)  # Python's own
    environment.pop("PWD", None)  # bubblewrap's
    assert environment.pop("ARENA_SANDBOX")
    address = environment.pop("ARENA_ADDRESS")
    private = str(Path(address.removeprefix("unix:")).parent)
    assert environment == {
        "PATH": os.environ["PATH"],
        "HOME": "/tmp" if confined else "/nowhere",
        "TMPDIR": "/tmp" if confined else private,
        "PYTHONUNBUFFERED": "1",
    }


def test_a_reference_agent_runs_in_its_private_directory(settings: PlaySettings) -> None:
    sandbox = run("random", settings)
    sandbox.wait_ready(30, Interrupt())
    private = str(Path(sandbox.address.removeprefix("unix:")).parent)
    assert str(Path(f"/proc/{sandbox.pid}/cwd").readlink()) in (private, "/")  # bubblewrap's own
    sandbox.stop()


def failed(agent: str, settings: PlaySettings, limit: float = 10) -> Ending | None:
    """What its seat is to lose by, if it is to lose."""
    sandbox = run(agent, settings)
    try:
        with pytest.raises(SandboxError) as caught:
            sandbox.wait_ready(limit, Interrupt())
    finally:
        sandbox.stop()
    return caught.value.ending


def test_not_to_get_ready_is_the_bots_own_doing(bot: MakeBot, settings: PlaySettings) -> None:
    gone = failed(bot("raise SystemExit(127)"), settings)
    assert gone == Ending("ended before it was ready (exit code 127)", "NOT_READY")
    late = failed(bot(FOREVER), settings, 0.05)
    assert late == Ending("did not listen on its ARENA_ADDRESS within 0.05 s", "NOT_READY")
    link = "import os\nos.symlink('/tmp', os.environ['ARENA_ADDRESS'].removeprefix('unix:'))\n"
    linked = failed(bot(link + FOREVER), settings)
    assert linked == Ending("put a symbolic link where its socket belongs", "RULE_VIOLATION")


def test_where_nothing_starts_it_is_not_the_bots_fault(
    bot: MakeBot, settings: PlaySettings
) -> None:
    nowhere = replace(settings, sandbox=replace(settings.sandbox, environment={"PATH": "/nowhere"}))
    sandbox = run(bot(LISTEN + FOREVER), nowhere)
    sandbox.stop()
    with pytest.raises(SandboxError, match="nothing else starts here, either: ") as caught:
        sandbox.wait_ready(10, Interrupt())
    assert caught.value.ending is None


def test_a_bot_starts_on_its_core(bot: MakeBot, settings: PlaySettings, tmp_path: Path) -> None:
    core = max(os.sched_getaffinity(0))
    pinned = replace(settings, sandbox=replace(settings.sandbox, cores=(core,)))
    sandbox = run(bot("import os; print(*os.sched_getaffinity(0))"), pinned, tmp_path / "log")
    with pytest.raises(SandboxError):
        sandbox.wait_ready(10, Interrupt())
    sandbox.stop()
    assert (tmp_path / "log").read_text() == f"{core}\n"


def test_a_link_in_place_of_the_socket_is_refused(bot: MakeBot, settings: PlaySettings) -> None:
    link = "import os\nos.symlink('/tmp', os.environ['ARENA_ADDRESS'].removeprefix('unix:'))\n"
    said = failure(bot(link + FOREVER), settings)
    assert "put a symbolic link where its socket belongs" in said


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(3)", "exit code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
    ],
)
def test_whoever_listens_is_told_how_it_ended(
    bot: MakeBot, settings: PlaySettings, source: str, reason: str
) -> None:
    told: queue.SimpleQueue[Ending] = queue.SimpleQueue()
    sandbox = run(bot(source), settings)
    sandbox.on_exit(told.put)
    assert told.get(timeout=10) == Ending(reason) == sandbox.exited()
    sandbox.stop()
    assert sandbox.exited() == Ending(reason)


def test_a_flood_of_output_neither_stalls_the_bot_nor_fills_the_disk(
    bot: MakeBot, settings: PlaySettings, tmp_path: Path
) -> None:
    small = replace(settings, sandbox=replace(settings.sandbox, log_bytes=10_000))
    flood = "import os\nfor _ in range(200): os.write(1, b'x' * 65536)\n"
    sandbox = run(bot(flood + LISTEN + FOREVER), small, tmp_path / "bot.log")
    sandbox.wait_ready(10, Interrupt())
    sandbox.stop()
    assert 10_000 < (tmp_path / "bot.log").stat().st_size < 20_000


def test_a_file_that_grows_without_end_ends_the_bot(bot: MakeBot, settings: PlaySettings) -> None:
    small = replace(settings, sandbox=replace(settings.sandbox, file_bytes=100_000))
    grow = """
import os, signal
path = os.environ["TMPDIR"] + "/big"
file = open(path, "wb", buffering=0)
try:
    while True: file.write(b"x" * 4096)
except OSError as error:
    print(error.strerror, os.stat(path).st_size)
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
file.write(b"x")
"""
    said = failure(bot(grow), small)
    assert "(killed by SIGXFSZ)" in said
    assert said.endswith("File too large 100000")


def test_a_host_without_means_is_said_and_nothing_is_left(
    bot: MakeBot, settings: PlaySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*_: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("worker.spawn._start", exhausted)
    with pytest.raises(SandboxError, match="cannot be started on this host") as caught:
        run(bot(LISTEN + FOREVER), settings)
    assert (caught.value.permanent, caught.value.ending) == (False, None)
