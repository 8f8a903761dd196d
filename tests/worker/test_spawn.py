"""Children end with us, whole, and say how they ended."""

import errno
import os
import queue
import resource
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.worker.conftest import FOREVER
from worker.agent_log import AgentLog
from worker.cgroup import Cgroup
from worker.hierarchy import Hierarchies
from worker.leftovers import kill_labelled, labelled
from worker.owner import VARIABLE
from worker.settings import SandboxSettings
from worker.spawn import Child, Command, _spawner

# Says a line, then the process ids of itself and of a child of its own.
_FAMILY = """
import os, subprocess, sys
new_session = sys.argv[1] == "new"
child = subprocess.Popen([sys.executable, "-S", "-c", "import signal\\nwhile True: signal.pause()"],
                         start_new_session=new_session)
with open(sys.argv[2] + ".new", "w") as file: file.write(str(child.pid))
os.rename(sys.argv[2] + ".new", sys.argv[2])
"""


def command(
    tmp_path: Path, source: str, *args: str, limits: Mapping[str, int] | None = None
) -> Command:
    return Command(
        argv=(sys.executable, "-S", "-c", source, *args),
        environment={"PATH": os.environ["PATH"]},
        directory=tmp_path,
        limits=limits or {},
    )


def start(tmp_path: Path, source: str, *args: str) -> Child:
    return Child(command(tmp_path, source, *args), AgentLog(tmp_path / "log", 10_000))


def gone(pid: int) -> bool:
    """Waits for the end of any process, ours or not."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 10)[0])
    finally:
        os.close(handle)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "exit code 0"),
        ("raise SystemExit(3)", "exit code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGRTMIN + 1)", "killed by signal 35"),
    ],
)
def test_how_it_ended(tmp_path: Path, source: str, reason: str) -> None:
    child = start(tmp_path, source)
    assert child.wait(10) == reason
    assert child.exited() == reason
    child.stop()
    child.stop()
    assert child.exited() == reason


def test_a_program_that_is_not_there_is_an_exit_of_127(tmp_path: Path) -> None:
    child = Child(Command(("/no/such",), {}, tmp_path), AgentLog(None, 1000))
    assert child.wait(10) == "exit code 127"
    child.stop()
    assert child.log.last_lines(1) == ["cannot run /no/such: No such file or directory"]


def test_its_output_is_logged_to_the_last_byte(tmp_path: Path) -> None:
    child = start(tmp_path, "import os; os.write(1, b'out\\n'); os.write(2, b'err\\n')")
    child.wait(10)
    child.stop()
    assert (tmp_path / "log").read_bytes() == b"out\nerr\n"


def test_a_listener_is_told_of_the_end_and_of_an_end_that_was(tmp_path: Path) -> None:
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    child = start(tmp_path, FOREVER)
    child.on_exit(told.put)
    os.kill(child.pid, signal.SIGTERM)
    assert told.get(timeout=10) == "killed by SIGTERM"
    child.on_exit(told.put)
    assert told.get(timeout=10) == "killed by SIGTERM"
    child.stop()


def test_a_listener_that_left_is_told_nothing(tmp_path: Path) -> None:
    told: list[str] = []
    child = start(tmp_path, FOREVER)
    child.on_exit(told.append)
    child.on_exit(None)
    child.stop()
    assert told == []


def test_stop_ends_one_that_ignores_sigterm(tmp_path: Path) -> None:
    ignoring = "import signal; signal.signal(15, signal.SIG_IGN); print('on', flush=True)" + FOREVER
    child = start(tmp_path, ignoring)
    while not child.log.last_lines(1):
        assert child.wait(0.01) is None
    child.stop(grace=0.05)
    assert child.exited() == "killed by SIGKILL"


def test_a_grace_lets_it_end_by_itself(tmp_path: Path) -> None:
    polite = (
        "import signal, sys; signal.signal(15, lambda *_: sys.exit(7)); print('on', flush=True)"
        + FOREVER
    )
    child = start(tmp_path, polite)
    while not child.log.last_lines(1):
        assert child.wait(0.01) is None
    child.stop(grace=30)
    assert child.exited() == "exit code 7"


@pytest.mark.parametrize("session", ["same", "new"])
def test_grandchildren_are_ended_too(tmp_path: Path, session: str) -> None:
    note = tmp_path / "pid"
    child = start(tmp_path, _FAMILY + FOREVER, session, str(note))
    while not note.exists():
        assert child.wait(0.01) is None
    child.stop()
    assert gone(int(note.read_text()))


def test_grandchildren_in_the_group_do_not_outlive_their_leader(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    child = start(tmp_path, _FAMILY, "same", str(note))
    assert child.wait(10) == "exit code 0"
    assert gone(int(note.read_text()))
    child.stop()


def test_limits_hold(tmp_path: Path) -> None:
    source = (
        "import resource as r; print([r.getrlimit(x) for x in (r.RLIMIT_NOFILE, r.RLIMIT_CORE)])"
    )
    limits = {"nofile": 64, "core": 0}
    child = Child(command(tmp_path, source, limits=limits), AgentLog(None, 1000))
    child.wait(10)
    child.stop()
    assert child.log.last_lines(1) == ["[(64, 64), (0, 0)]"]


def test_a_limit_is_never_above_the_hard_limit(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    source = "import resource as r; print(r.getrlimit(r.RLIMIT_NOFILE)[1])"
    limits = {"nofile": hard + 1000}
    child = Child(command(tmp_path, source, limits=limits), AgentLog(None, 1000))
    child.wait(10)
    child.stop()
    assert child.log.last_lines(1) == [str(hard)]


def test_only_what_was_given_is_in_its_environment(tmp_path: Path) -> None:
    child = start(tmp_path, "import os; print(sorted(os.environ))")
    child.wait(10)
    child.stop()
    assert set(eval(child.log.last_lines(1)[0])) - {"LC_CTYPE"} == {"PATH", VARIABLE}


# Starts a child through a Child, tells the two process ids, and waits to be killed.
_OWNER = f"""
import os, sys
from pathlib import Path
from worker.agent_log import AgentLog
from worker.spawn import Child, Command
program = {FOREVER!r} if sys.argv[1] == "alone" else Path(sys.argv[3]).read_text()
child = Child(Command((sys.executable, "-S", "-c", program, "new", sys.argv[2]),
              {{"PATH": os.environ["PATH"]}}, Path("/tmp")), AgentLog(None, 1000))
print(child.pid, child.label, flush=True)
"""


def own(tmp_path: Path, kind: str, note: Path) -> tuple["subprocess.Popen[str]", int, str]:
    program = tmp_path / "family.py"
    program.write_text(_FAMILY + FOREVER)
    owner = subprocess.Popen(
        [sys.executable, "-c", _OWNER + FOREVER, kind, str(note), str(program)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    pid, label = owner.stdout.readline().split()
    return owner, int(pid), label


def kill(owner: "subprocess.Popen[str]") -> None:
    owner.kill()
    owner.communicate()


def test_a_child_dies_with_a_killed_owner(tmp_path: Path) -> None:
    owner, pid, _ = own(tmp_path, "alone", tmp_path / "pid")
    kill(owner)
    assert gone(pid)


def test_what_a_dead_owner_left_is_reaped_and_nothing_else(tmp_path: Path) -> None:
    from worker.leftovers import reap_leftovers

    note = tmp_path / "pid"
    owner, pid, label = own(tmp_path, "family", note)
    mine = start(tmp_path, FOREVER)
    while not note.exists():
        assert owner.poll() is None
        assert mine.wait(0.01) is None
    orphan = int(note.read_text())
    reap_leftovers(SandboxSettings())
    assert (orphan, label) in set(labelled())
    kill(owner)
    assert gone(pid)
    assert (orphan, label) in set(labelled())
    assert reap_leftovers(SandboxSettings()).processes >= 1
    assert gone(orphan)
    assert mine.exited() is None
    mine.stop()


def test_killing_by_label_spares_others(tmp_path: Path) -> None:
    first, second = start(tmp_path, FOREVER), start(tmp_path, FOREVER)
    assert kill_labelled(first.label) == 1
    assert first.wait(10) == "killed by SIGKILL"
    assert second.exited() is None
    first.stop()
    second.stop()


def test_the_shim_gives_up_when_its_parent_is_gone() -> None:
    shim = Path(__file__).parents[2] / "worker" / "shim.py"
    ended = subprocess.run(
        [sys.executable, "-I", "-S", str(shim), "1", "9", "--", "true"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "the parent process is gone" in ended.stderr


def no_descriptors(*_: object) -> int:
    raise OSError(errno.EMFILE, "Too many open files")


def no_threads(*_: object) -> None:
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize(
    ("owner", "name", "fails"),
    [(os, "pidfd_open", no_descriptors), (threading.Thread, "start", no_threads)],
)
def test_one_that_cannot_be_watched_is_not_left_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, fails: object
) -> None:
    _spawner.submit(int).result()  # it has its thread
    started: list[subprocess.Popen[bytes]] = []
    make = subprocess.Popen.__init__

    def noted(self: subprocess.Popen[bytes], *args: object, **options: object) -> None:
        make(self, *args, **options)  # type: ignore[call-overload]
        started.append(self)

    monkeypatch.setattr(subprocess.Popen, "__init__", noted)
    with monkeypatch.context() as short:
        short.setattr(owner, name, fails)
        with pytest.raises(OSError, match=r"Too many open files|new thread"):
            start(tmp_path, FOREVER)
    (process,) = started
    assert process.returncode == -signal.SIGKILL


def test_a_group_that_cannot_be_killed_now_hides_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Cgroup(Hierarchies({}, tmp_path), memory_bytes=1, processes=1)
    monkeypatch.setattr("worker.cgroup._members", no_descriptors)
    group.kill()
    group.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_ours_ends_the_child_and_is_owned_up_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: AgentLog, chunk: bytes) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(AgentLog, "write", broken)
    child = start(tmp_path, "print('a word', flush=True)" + FOREVER)
    assert child.wait(10) == "killed by SIGKILL"
    child.stop()
    assert child.failed
    assert "child not watched any more" in capsys.readouterr().out
