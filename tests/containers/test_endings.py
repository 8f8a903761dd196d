"""How containers end, and how that is told apart."""

import pytest

from tests.containers.conftest import FOREVER, LISTEN, MakeImage, Start
from worker.ending import Ending
from worker.errors import SandboxError
from worker.interrupt import Interrupt

_MIB = 1024 * 1024
# Forks children that stay, until it may not. What was refused is read now and then, and the
# engine takes the counter away with the container: who is refused something lingers.
_FORK = """
import os, signal, time
def fork_all():
    while True:
        if os.fork() == 0:
            signal.pause()
"""


def ending(sandbox: object) -> Ending:
    import queue

    told: queue.SimpleQueue[Ending] = queue.SimpleQueue()
    sandbox.on_exit(told.put)  # type: ignore[attr-defined]
    return told.get(timeout=60)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import sys; sys.exit(3)", Ending("exit code 3")),
        ("pass", Ending("exit code 0")),
        (
            "import os, signal; signal.signal(11, signal.SIG_DFL)\n"
            "import ctypes; ctypes.string_at(0)",
            Ending("killed by SIGSEGV"),
        ),
        (
            "x = bytearray(200 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1",
            Ending("out of memory (limit 64 MiB): killed by SIGKILL", "OUT_OF_MEMORY"),
        ),
        (
            # A child dies of it; its parent lives to tell.
            "import os, sys\nif os.fork() == 0:\n    x = b'x' * (200 << 20)\n"
            "else:\n    os.wait()\n    sys.exit(4)",
            Ending("out of memory (limit 64 MiB): exit code 4", "OUT_OF_MEMORY"),
        ),
        (
            # What lies in /tmp counts, too.
            "f = open('/tmp/big', 'wb')\nwhile True: f.write(b'x' * 65536)",
            Ending("out of memory (limit 64 MiB): killed by SIGKILL", "OUT_OF_MEMORY"),
        ),
        (
            _FORK + "try: fork_all()\nfinally: time.sleep(1)",
            Ending("too many processes (limit 8): exit code 1", "TOO_MANY_PROCESSES"),
        ),
        (
            "import threading, time\nstay = threading.Event().wait\n"
            "try:\n    while True: threading.Thread(target=stay, daemon=True).start()\n"
            "finally: time.sleep(1)",
            Ending("too many processes (limit 8): exit code 1", "TOO_MANY_PROCESSES"),
        ),
    ],
    ids=["exit", "end", "signal", "memory", "child's memory", "tmp", "processes", "threads"],
)
def test_an_end_is_told_with_what_it_was(
    source: str, expected: Ending, image: MakeImage, start: Start
) -> None:
    limits = {"memory_bytes": 64 * _MIB, "processes": 8, "tmp_bytes": 200 * _MIB}
    sandbox = start(image(source), **limits)
    assert ending(sandbox) == expected
    assert sandbox.exited() == expected


def test_an_innocent_exit_after_refused_forks_is_told_too(image: MakeImage, start: Start) -> None:
    source = _FORK + LISTEN + "try: fork_all()\nexcept OSError: time.sleep(1), os._exit(5)"
    assert ending(start(image(source), processes=8)).fault == "TOO_MANY_PROCESSES"


def failure(sandbox: object, limit: float = 20) -> str:
    with pytest.raises(SandboxError) as caught:
        sandbox.wait_ready(limit, Interrupt())  # type: ignore[attr-defined]
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_bot_that_ends_at_once_is_quoted(image: MakeImage, start: Start) -> None:
    name = image("import sys; sys.stderr.write('loading\\n'); sys.exit('no model file')")
    assert failure(start(name)) == (
        f"agent image:{name} ended before it was ready (exit code 1); "
        "its log ends: loading | no model file"
    )


def test_an_image_that_listens_nowhere_is_named(image: MakeImage, start: Start) -> None:
    name = image(FOREVER)
    assert failure(start(name), limit=0.05) == (
        f"agent image:{name} did not listen on its ARENA_ADDRESS within 0.05 s; it wrote nothing"
    )


@pytest.mark.parametrize(
    ("make", "what"),
    [
        ("os.symlink('/etc/passwd', path)", "a symbolic link"),
        ("os.symlink('../other/s', path)", "a symbolic link"),
        ("os.mkfifo(path)", "something else"),
        ("open(path, 'w')", "something else"),
    ],
)
def test_what_is_no_socket_is_refused(make: str, what: str, image: MakeImage, start: Start) -> None:
    source = f"import os\npath = os.environ['ARENA_ADDRESS'][5:]\n{make}\n" + FOREVER
    name = image(source)
    assert failure(start(name)) == f"agent image:{name} put {what} where its socket belongs"


def test_a_command_that_is_not_there_is_said(image: MakeImage, start: Start) -> None:
    said = failure(start(image("", "RUN rm /usr/bin/python3")))
    assert "cannot be run" in said
    assert "python3" in said


def test_a_runtime_that_is_not_there_is_said(image: MakeImage, start: Start) -> None:
    assert "ARENA_CONTAINER_RUNTIME" in failure(start(image(FOREVER), runtime="runsc-no-such"))
