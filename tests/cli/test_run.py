"""`arena run` with all its processes: played once, whatever is killed on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from league import pool, rater, tournaments
from league.home import open_redis
from league.settings import Settings
from league.store import connect
from tests.cli.conftest import Arena

pytestmark = [pytest.mark.cluster, pytest.mark.redis]

# Every turn takes a while, so that there is time to be killed in the middle of a match.
BOT = """
import time
from arena_sdk import serve

def play(turn):
    time.sleep(0.02)
    moves = turn.legal_moves
    return moves[turn.ply * 7 % len(moves)]

serve(play, name="patient")
"""

CUP = f"""
name = "cup"
game = "joust"
time = "60"
agents = [
    {{name = "patient", agent = "cmd:{sys.executable} bot.py"}},
    "random",
    "greedy",
]
[openings]
random_plies = 2
"""
MATCHES = 6
ROW = {"rank", "agent", "rating", "low", "high", "matches", "wins", "draws", "losses", "passed"}


@pytest.fixture
def cup(home: Path, tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text(BOT)
    path = tmp_path / "cup.toml"
    path.write_text(CUP)
    return path


@contextmanager
def running(cup: Path, home: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """`arena run` in the background, with short leases."""
    child = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "run", str(cup), "--json"],
        cwd=cup.parent,
        env={
            **os.environ,
            "ARENA_HOME": str(home),
            "ARENA_LEASE_TTL": "4",
            "ARENA_BEAT_INTERVAL": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield child
    finally:
        if child.poll() is None:
            child.kill()
        child.communicate()


def processes(home: Path) -> dict[int, str]:
    """The command lines of the live processes that work for an arena's directory."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environment = (entry / "environ").read_bytes()
            directory = str((entry / "cwd").readlink())
        except OSError:
            continue
        ours = str(home.parent)
        if ours in line or ours in directory or ours.encode() in environment:
            found[int(entry.name)] = line
    return found


def find(home: Path, words: str) -> int:
    """The process whose command line has these words; waits until it is there."""
    return wait_for(
        lambda: next((pid for pid, line in processes(home).items() if words in line), None)
    )


def wait_for(look: Callable[[], int | None], seconds: float = 60.0) -> int:
    """What `look` finds, looked for until it is there."""
    deadline = time.monotonic() + seconds
    while (found := look()) is None:
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)  # a file system and a process table have nothing to wait on
    return found


def a_match_under_way(home: Path) -> int | None:
    """Whether some agent of a match has started to play (its log is there)."""
    return 1 if list((home / "logs" / "agents").rglob("*")) else None


def check_cup(arena: Arena, home: Path, crashes: int = 0) -> None:
    """Every match once, all sound, ratings equal to a rebuild; so many crashes at most."""
    listed = arena("matches", "cup", "--json").json
    assert len(listed) == MATCHES
    assert len({match["match"] for match in listed}) == MATCHES
    ends = [match["termination"] for match in listed]
    assert ends.count("CRASH") <= crashes
    assert ends.count("NO_MOVES") + ends.count("CRASH") == MATCHES
    assert {
        problem for each in arena("verify", "cup", "--json").json for problem in each["problems"]
    } == set()
    with open_redis(Settings(home=home)) as url:
        redis = connect(url)
        definition = tournaments.definition(redis, "cup")
        name = pool.pool_name("cup", definition.game, definition.options, definition.time)
        rater.fold_new(redis, name)
        assert rater.ratings(redis, name) == rater.rebuild(redis, name)
        assert sum(tally.matches for tally in rater.ratings(redis, name).values()) == 2 * MATCHES
        redis.close()


def test_a_tournament_from_file_to_standings(arena: Arena, home: Path, cup: Path) -> None:
    said = arena("run", str(cup), "--json")
    assert said.code == 0, said
    rows = said.json
    assert {row["agent"] for row in rows} == {"patient", "random", "greedy"}
    assert [row["rank"] for row in rows] == [1, 2, 3]
    for row in rows:
        assert set(row) == {
            "rank",
            "agent",
            "rating",
            "low",
            "high",
            "matches",
            "wins",
            "draws",
            "losses",
            "passed",
        }
        assert row["low"] < row["rating"] < row["high"]
        assert row["matches"] == row["wins"] + row["draws"] + row["losses"] == 4
    check_cup(arena, home)
    again = arena("run", str(cup), "--json")
    assert again.json == rows
    shown = arena("standings", "cup").out
    assert "Crosstable" in shown
    assert "Thinking time" in shown
    assert arena("standings", "cup", "--json").json == rows
    assert "replay cup-" in arena("run", str(cup)).out
    assert processes(home) == {}


@pytest.mark.parametrize(
    "victim",
    [
        "serve arbiter",
        "cli.main worker",
        "cli.main director",
        "redis-server unixsocket",
        "keeper.py",
        "bot.py",
    ],
)
def test_whatever_is_killed_the_run_recovers(
    arena: Arena, home: Path, cup: Path, victim: str
) -> None:
    with running(cup, home) as run:
        wait_for(lambda: a_match_under_way(home))
        os.kill(find(home, victim), signal.SIGKILL)
        out, err = run.communicate(timeout=120)
    if run.returncode != 0:  # only with a clear line, and then the same command goes on
        assert b"run the same command again" in err
        assert arena("run", str(cup), "--json").code == 0
    else:
        assert len(json.loads(out)) == 3
    check_cup(arena, home, crashes=victim == "bot.py")
    assert processes(home) == {}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_was_ended_goes_on(
    arena: Arena, home: Path, cup: Path, number: signal.Signals
) -> None:
    with running(cup, home) as run:
        wait_for(lambda: a_match_under_way(home))
        run.send_signal(number)
        run.communicate(timeout=60)
    assert run.returncode != 0
    wait_for(lambda: 1 if not processes(home) else None)
    assert arena("run", str(cup), "--json").code == 0
    check_cup(arena, home)


def test_a_changed_file_needs_another_name(arena: Arena, cup: Path) -> None:
    assert arena("run", str(cup), "--json").code == 0
    cup.write_text(cup.read_text().replace('"60"', '"30"'))
    said = arena("run", str(cup))
    assert said.code == 2
    assert "another name" in said.err


def test_a_host_that_stops_for_a_while_forfeits_nobody(arena: Arena, home: Path, cup: Path) -> None:
    cup.write_text(cup.read_text().replace('"60"', '"2"'))
    with running(cup, home) as run:
        wait_for(lambda: a_match_under_way(home))
        stopped = [find(home, words) for words in ("serve arbiter", "cli.main worker")]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        since = time.monotonic()
        wait_for(lambda: 1 if time.monotonic() - since > 3 else None)  # longer than any clock
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
        run.communicate(timeout=120)
    assert run.returncode == 0
    check_cup(arena, home)
    assert processes(home) == {}
