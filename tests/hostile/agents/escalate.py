"""Tries for rights that it has not."""

import ctypes
import os
import resource
import stat
import subprocess
import time
from pathlib import Path

from cover import play, report, tried  # type: ignore[import-not-found]

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_NAMESPACES = {"user": 0x10000000, "mount": 0x00020000, "pid": 0x20000000, "net": 0x40000000}
_MS_BIND, _MS_REMOUNT = 4096, 32
_NAME = os.uname().nodename.encode()


def call(name: str, *arguments: object) -> None:
    if getattr(_LIBC, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


def write(path: str, text: str) -> None:
    with Path(path).open("w") as file:
        file.write(text)


def join_namespace(path: str, kind: int) -> None:
    handle = os.open(path, os.O_RDONLY)
    call("setns", handle, kind)


def as_another(program: list[str]) -> None:
    if subprocess.run(program, capture_output=True, stdin=subprocess.DEVNULL).returncode:
        raise PermissionError(1, program[0])


def set_user_id_program() -> None:
    """Whether a copy of a program that it marks for root gives it root's rights."""
    program = "/tmp/status"
    Path(program).write_bytes(Path("/usr/bin/cat").read_bytes())
    os.chown(program, 0, 0)
    os.chmod(program, 0o6755 | stat.S_IXUSR)  # noqa: PTH101
    said = subprocess.run([program, "/proc/self/status"], capture_output=True, text=True).stdout
    if "CapEff:\t0000000000000000" in said:
        raise PermissionError(1, program)


def raise_limit() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most + 1, most + 1))


def tries() -> dict[str, str]:
    told = {
        f"unshare_{name}": tried(lambda n=n: call("unshare", n))
        for name, n in _NEW_NAMESPACES.items()
    }
    told |= {
        f"join_{name}": tried(lambda name=name: join_namespace(f"/proc/1/ns/{name}", 0))
        for name in ("mnt", "net", "user", "pid")
    }
    attempts = {
        "mount": lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
        "remount": lambda: call("mount", b"none", b"/", None, _MS_REMOUNT | _MS_BIND, None),
        "umount": lambda: call("umount2", b"/tmp", 2),
        "chroot": lambda: os.chroot("/tmp"),
        "host_name": lambda: call("sethostname", _NAME, len(_NAME)),
        "device": lambda: os.mknod("/tmp/disk", 0o600 | stat.S_IFBLK, os.makedev(8, 0)),
        "user": lambda: os.setresuid(12345, 12345, 12345),
        "groups": lambda: os.setgroups([0, 1, 2, 6]),
        "nice": lambda: os.setpriority(os.PRIO_PROCESS, 0, -10),
        "real_time": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
        "clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
        "limit": raise_limit,
        "set_user_id": set_user_id_program,
        "su": lambda: as_another(["su", "-c", "true"]),
        "unkillable": lambda: write("/proc/self/oom_score_adj", "-1000"),
        "rights_of_others": rights_of_others,
        "kernel_settings": lambda: open_any(kernel_settings()),
        "sysrq": lambda: os.close(os.open("/proc/sysrq-trigger", os.O_WRONLY)),
        "kernel_log": lambda: os.close(os.open("/dev/kmsg", os.O_WRONLY)),
        "memory": lambda: os.close(os.open("/dev/mem", os.O_RDWR)),
        "cgroup": lambda: open_any(cgroup_files()),
    }
    return told | {name: tried(attempt) for name, attempt in attempts.items()}


def cgroup_files() -> list[Path]:
    """The switches by which it could thaw itself or lift its limits."""
    names = ("freezer.state", "cgroup.freeze", "memory.limit_in_bytes", "pids.max", "cgroup.procs")
    return [path for name in names for path in Path("/sys/fs/cgroup").glob(f"**/{name}")]


def kernel_settings() -> list[Path]:
    """The kernel's own files: to write some of them is to own the host."""
    found = [*Path("/proc/sys").rglob("*"), *Path("/proc").glob("[a-z]*")]
    return [path for path in found if path.is_file()]


def open_any(paths: list[Path]) -> None:
    """Opens one of them to write, but writes nothing; fails if none can be opened."""
    for path in paths:
        if tried(lambda path=path: os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))) == "done":
            os.write(1, f"opened {path}\n".encode())
            return
    raise FileNotFoundError(2, "nothing to write to")


def rights_of_others() -> None:
    """Whether a process that it sees, and so may trace, can do more than itself."""
    seen = [path.read_text() for path in Path("/proc").glob("[0-9]*/status")]
    if all("CapEff:\t0000000000000000" in text for text in seen):
        raise PermissionError(1, "none has any")


play(lambda: report(**tries()))
