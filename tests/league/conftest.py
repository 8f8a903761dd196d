"""A real Redis, started as the arena starts its own, and matches to store in it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from league import tournaments
from league.home import open_redis
from league.schedule import round_robin
from league.settings import Settings
from league.store import connect
from league.tournament import Tournament
from tests.league import scripted

CUP = """
name = "cup"
game = "joust"
time = "10+0.1"
agents = ["a", "b", "c"]
[openings]
random_plies = 2
"""


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_redis(Settings(home=tmp_path_factory.mktemp("home"))) as url:
        yield url


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """An empty store with our schema."""
    with closing(Redis.from_url(redis_url)) as raw:
        raw.flushall()
    with closing(connect(redis_url)) as client:
        yield client


@pytest.fixture(scope="session")
def cup() -> Tournament:
    return Tournament.from_toml(CUP, "cup.toml")


@pytest.fixture
def registered(redis: Redis, cup: Tournament) -> scripted.League:
    """The cup, registered, and the means to play it."""
    pairings = list(round_robin(cup))
    tournaments.register(redis, cup, pairings)
    return scripted.League(redis, cup, {each.pairing_id: each for each in pairings})


@pytest.fixture
def old_server(tmp_path: Path) -> Path:
    """What calls itself a redis-server 5.0.7."""
    path = tmp_path / "old-redis-server"
    path.write_text("#!/bin/sh\necho 'Redis server v=5.0.7 sha=0:0 malloc=libc bits=64'\n")
    path.chmod(0o755)
    return path
