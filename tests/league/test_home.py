"""The arena's own Redis: shared, gone when nobody needs it, and there again with its data.

That a server and its keeper are gone is waited for by the lock on the data, which the
kernel takes from both only when they end.
"""

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from redis import Redis

from league import leases, tournaments
from league.errors import HomeUnusable, ServerNotStarted, ServerTooOld
from league.home import ArenaHome, _write, open_redis
from league.schedule import round_robin
from league.settings import Settings
from league.store import connect, server_version
from league.tournament import Tournament
from tests.league.scripted import League

pytestmark = pytest.mark.redis

COMMAND = """
import sys
from pathlib import Path
from league.home import open_redis
from league.settings import Settings
with open_redis(Settings(home=Path(sys.argv[1]))) as url:
    print(url, flush=True)
    sys.stdin.read()
print("left", flush=True)
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@contextmanager
def another_command(home: Path) -> Iterator[subprocess.Popen[str]]:
    """A command in a process of its own, attached until its standard input is closed."""
    command = [sys.executable, "-c", COMMAND, str(home)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("unix:")
        try:
            yield process
        finally:
            process.kill()


def leave(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    assert process.stdout.readline() == "left\n"


def wait_until_gone(home: ArenaHome) -> None:
    with home.data_lock.open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


def is_running(home: ArenaHome) -> bool:
    with home.data_lock.open("r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def keeper_of(client: Redis) -> int:
    stat = Path(f"/proc/{server_of(client)}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


def server_of(client: Redis) -> int:
    return int(client.info("server")["process_id"])


def test_it_runs_for_the_block_and_keeps_its_data(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    for count in (1, 2):
        with open_redis(settings) as url, closing(connect(url)) as client:
            assert client.incr("count") == count
            assert home.address.exists()
            assert client.config_get("port") == {"port": "0"}
        assert not is_running(home)
        assert not home.address.exists()
        assert not home.socket.exists()


def test_it_stays_until_the_last_command_has_left(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    with another_command(settings.home) as other:
        with open_redis(settings) as url, closing(connect(url)) as client:
            server = server_of(client)
            leave(other)
            other.wait()
            assert server_of(client) == server
        assert not is_running(home)


def test_who_started_it_may_leave_first(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    with open_redis(settings) as url, closing(connect(url)) as client:
        server = server_of(client)
        with another_command(settings.home) as other:
            pass_on = other
            client.set("kept", 1)
            assert is_running(home)
            leave(pass_on)
        assert server_of(client) == server


def test_a_killed_command_leaves_nothing_running(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    with another_command(settings.home) as other:
        other.kill()
        other.wait()
        wait_until_gone(home)
    assert not home.address.exists()


def test_a_killed_server_comes_back_with_its_data(settings: Settings) -> None:
    with open_redis(settings) as url, closing(connect(url)) as client:
        client.set("kept", "yes")
        server = server_of(client)
        os.kill(server, signal.SIGKILL)
        assert client.get("kept") == b"yes"
        assert server_of(client) != server


def test_after_a_killed_keeper_the_next_command_starts_afresh(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    with another_command(settings.home) as other:
        with closing(connect(home.url)) as client:
            client.set("kept", "yes")
            os.kill(keeper_of(client), signal.SIGKILL)
        wait_until_gone(home)
        with open_redis(settings) as url, closing(connect(url)) as client:
            assert client.get("kept") == b"yes"
        leave(other)
    assert not is_running(home)


def test_what_a_dead_server_left_lying_about_is_no_hindrance(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    home.address.write_text('{"url": "unix:///nowhere", "version": "7.0.0"}')
    home.socket.write_text("")
    with open_redis(settings) as url, closing(connect(url)) as client:
        version = ".".join(map(str, server_version(client)))
        assert json.loads(home.address.read_text()) == {"url": home.url, "version": version}
        assert home.data_version.read_text().strip() == version


def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / ("deep" * 12) / ("deeper" * 8))
    home = ArenaHome.make(settings.home)
    assert len(str(home.socket)) <= 100
    assert home.path not in home.socket.parents
    with open_redis(settings) as url, closing(connect(url)) as client:
        assert client.ping()
        assert home.socket.parent.stat().st_mode & 0o077 == 0
    assert not home.socket.parent.exists()


def test_without_a_system_redis_the_wheels_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cup: Tournament
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        open_redis(Settings(home=tmp_path / "home")) as url,
        closing(connect(url)) as client,
    ):
        assert server_version(client)[:2] == (6, 2)
        pairings = {each.pairing_id: each for each in round_robin(cup)}
        tournaments.register(client, cup, pairings.values())
        assert leases.take(client, "cup-00001", "a", 10) == 1
        assert League(client, cup, pairings).record_all("cup-00001", 1) == [True, True]


def test_data_of_a_newer_server_are_refused(settings: Settings) -> None:
    home = ArenaHome.make(settings.home)
    home.data_version.write_text("99.1.2\n")
    with (
        pytest.raises(ServerTooOld, match=r"written by Redis 99\.1\.2, but .* is \d.*: install"),
        open_redis(settings),
    ):
        pass
    assert not is_running(home)


def test_a_server_below_the_floor_is_refused(tmp_path: Path, old_server: Path) -> None:
    settings = Settings(home=tmp_path / "home", redis_server=old_server)
    expected = r"needs redis-server 6\.2\.0 or later, but .* is 5\.0\.7: install"
    with pytest.raises(ServerTooOld, match=expected), open_redis(settings):
        pass


def test_a_server_that_is_none_is_named(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", redis_server=tmp_path / "absent")
    with pytest.raises(ServerTooOld, match="absent is no redis-server"), open_redis(settings):
        pass


def test_a_server_that_does_not_come_up_points_to_its_log(tmp_path: Path) -> None:
    broken = tmp_path / "redis-server"
    version = "echo 'Redis server v=7.9.9 x'"
    broken.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {version} && exit\nexit 3\n')
    broken.chmod(0o755)
    settings = Settings(home=tmp_path / "home", redis_server=broken)
    expected = r"did not start \(exit code 3\): see .*redis\.log"
    with pytest.raises(ServerNotStarted, match=expected), open_redis(settings):
        pass


def test_a_given_address_is_used_as_it_is(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", redis_url="redis://elsewhere:6379")
    with open_redis(settings) as url:
        assert url == "redis://elsewhere:6379"
    assert not settings.home.exists()


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(home=tmp_path / "file" / "home")
    with pytest.raises(HomeUnusable, match=r"cannot use .*home .*: set ARENA_HOME"):
        open_redis(settings).__enter__()


def test_a_full_disk_leaves_the_version_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, text: str, **_: object) -> int:
        self.open("w").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    place = tmp_path / "server_version"
    place.write_text("7.0.15\n")
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        _write(place, "7.2.4")
    assert place.read_text() == "7.0.15\n"
