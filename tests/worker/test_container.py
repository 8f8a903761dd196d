"""What of containers can be tested without an engine; the rest is in tests/containers."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from docker.errors import APIError
from hypothesis import given
from hypothesis import strategies as st

from arena.v1 import arbiter_pb2
from league.errors import InvalidSettings
from tests.worker import fakes
from worker.agent_log import AgentLog
from worker.container_cgroup import find_cgroup
from worker.container_engine import Image, Started, Unframed, told_by_engine
from worker.container_host import container_host, engine_listens
from worker.container_limits import Place, configuration
from worker.container_run import ContainerRun
from worker.errors import SandboxError
from worker.freeze_handle import FreezeHandle
from worker.host_settings import load_sandbox_settings
from worker.match_spec import match_spec
from worker.settings import SandboxSettings
from worker.socket_mount import ROOM_BYTES, ROOM_FILES, SocketMount, listens


@given(st.lists(st.binary(max_size=40)), st.data())
def test_frames_come_apart_wherever_they_are_cut(
    payloads: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(
        bytes([1, 0, 0, 0]) + len(payload).to_bytes(4, "big") + payload for payload in payloads
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    unframed = Unframed()
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert b"".join(map(unframed.feed, pieces)) == b"".join(payloads)


def test_the_engine_is_where_it_is_named_and_else_at_a_usual_place(tmp_path: Path) -> None:
    podman = tmp_path / "podman" / "podman.sock"
    podman.parent.mkdir()
    podman.touch()
    named = {"DOCKER_HOST": "unix:///d", "XDG_RUNTIME_DIR": str(tmp_path)}
    both = SandboxSettings(environment=named, container_host="unix:///a")
    assert container_host(both) == "unix:///a"
    assert container_host(SandboxSettings(environment=named)) == "unix:///d"
    assert not engine_listens("unix:///nowhere/at/all")


@pytest.mark.parametrize(
    ("status", "said", "told", "permanent"),
    [
        (500, "write /var/lib/x: no space left on device", "the disk of the container", False),
        (400, "Unknown runtime specified runsc", "unset ARENA_CONTAINER_RUNTIME", True),
        (400, "exec /bot: exec format error", "for another processor", True),
        (500, "something\nof\nits own", "bot: cannot be run: something of its own", False),
    ],
)
def test_what_the_engine_says_becomes_one_line(
    status: int, said: str, told: str, permanent: bool
) -> None:
    response = requests.Response()
    response.status_code = status
    error = told_by_engine("bot", APIError("", response, said))
    assert told in str(error)
    assert "\n" not in str(error)
    assert error.permanent is permanent


def test_a_plain_directory_is_watched_for_size_and_number() -> None:
    mount = SocketMount(tmpfs=False)
    assert not mount.mounted
    assert not mount.overfull()
    (mount.path / "big").write_bytes(bytes(ROOM_BYTES + 1))
    assert mount.overfull()
    (mount.path / "big").unlink()
    for number in range(ROOM_FILES + 1):
        (mount.path / str(number)).touch()
    assert mount.overfull()
    mount.remove()
    assert not mount.path.parent.exists()


def test_a_symlink_is_no_socket_even_to_one(tmp_path: Path) -> None:
    assert not listens(tmp_path / "s")
    (tmp_path / "s").symlink_to("/nowhere")
    with pytest.raises(SandboxError, match="put a symbolic link where its socket belongs"):
        listens(tmp_path / "s")


def test_root_has_a_mount_on_which_no_symlink_is_followed(tmp_path: Path) -> None:
    mount = SocketMount()
    assert mount.mounted is (os.geteuid() == 0)
    if mount.mounted:
        (tmp_path / "secret").write_text("x")
        (mount.path / "link").symlink_to(tmp_path / "secret")
        with pytest.raises(OSError, match="Too many levels") as caught:
            (mount.path / "link").read_text()
        assert caught.value.errno == errno.ELOOP
    mount.remove()
    assert not mount.path.parent.exists()


def test_a_volume_of_the_image_becomes_memory() -> None:
    mount = SocketMount(tmpfs=False)
    place = Place(mount, "60600:60600", {})
    settings = SandboxSettings(tmp_bytes=4096, cores=(3, 5))
    config = configuration(Image("sha256:1", ("/data",)), settings, place)
    mount.remove()
    assert set(config["limits"]["tmpfs"]) == {"/tmp", "/data"}
    assert all("size=4096" in options for options in config["limits"]["tmpfs"].values())
    assert config["limits"]["cpuset_cpus"] == "3,5"
    assert config["limits"]["runtime"] is None


def test_a_process_that_is_no_container_has_no_cgroup_of_one() -> None:
    assert find_cgroup(os.getpid(), "0123456789ab") is None
    assert find_cgroup(0, "0123456789ab") is None


def test_a_spec_carries_how_a_seat_is_frozen() -> None:
    handles = [FreezeHandle(cgroup="/docker/1"), FreezeHandle(process_group=7), None]
    pairing = fakes.pairing([(0, 1, 2)], ("random",) * 3)
    sandboxes = [fakes.FakeSandbox(freeze=handle) for handle in handles]
    spec = match_spec(pairing, pairing.seatings[0], 1, [], sandboxes)
    assert [seat.freeze for seat in spec.seats] == [
        arbiter_pb2.FreezeHandle(cgroup="/docker/1"),
        arbiter_pb2.FreezeHandle(process_group=7),
        arbiter_pb2.FreezeHandle(),
    ]
    assert [seat.HasField("freeze") for seat in spec.seats] == [True, True, False]


def test_settings_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for core in range(8):
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr("worker.cores._CORES", tmp_path)
    monkeypatch.setenv("ARENA_AGENT_MEMORY", "1GiB")
    monkeypatch.setenv("ARENA_CORES", "1,4-6")
    monkeypatch.setenv("ARENA_CONTAINER_RUNTIME", "runsc")
    settings = load_sandbox_settings()
    assert settings.memory_bytes == 1024**3
    assert settings.cores == (1, 4, 5, 6)
    assert settings.runtime == "runsc"
    assert settings.processes == SandboxSettings().processes


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARENA_CORES", "1-"),
        ("ARENA_CORES", "0,99999"),
        ("ARENA_AGENT_MEMORY", "much"),
        ("ARENA_AGENT_PROCESSES", "0"),
    ],
)
def test_a_setting_that_is_wrong_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings, match=f"{name}='{value}'"):
        load_sandbox_settings()


def test_a_watch_that_fails_by_our_own_fault_keeps_no_descriptor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_descriptors(*_: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    output, other_end = os.pipe()
    engine: Any = SimpleNamespace(
        create=lambda name: "id",
        attach=lambda container: output,
        start=lambda name, container: Started(container, os.getpid()),
        remove=lambda container: True,
    )
    cgroup = SimpleNamespace(thaw=lambda: None)
    monkeypatch.setattr("worker.container_run.find_cgroup", lambda pid, container: cgroup)
    monkeypatch.setattr(os, "pidfd_open", no_descriptors)
    mount = SocketMount(tmpfs=False)
    run = ContainerRun(engine, "bot", {}, SandboxSettings(), mount, AgentLog(None, 100))
    with pytest.raises(SandboxError, match="internal error"):
        run.wait(10)
    run.stop()
    mount.remove()
    os.close(other_end)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(output)
    assert "Too many open files" in capsys.readouterr().out
