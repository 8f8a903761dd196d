from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from league import keys, store
from league.errors import SchemaMismatch, ServerTooOld, ServerUnreachable
from league.store import connect, parse_version, secret, shown, version_text


def test_nothing_there_is_one_line_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match=r"no Redis answers at unix:.*ARENA_REDIS_URL") as e:
        connect(f"unix://{tmp_path}/absent.sock")
    assert "\n" not in str(e.value)


def test_a_text_that_is_no_address_is_unreachable() -> None:
    with pytest.raises(ServerUnreachable, match="nonsense"):
        connect("nonsense")


def test_passwords_are_not_shown() -> None:
    assert shown("redis://user:secret@host:6379/0") == "redis://user:***@host:6379/0"
    assert shown("redis://:secret@host") == "redis://:***@host"
    assert shown("unix:///some/path") == "unix:///some/path"


def test_versions_are_compared_as_numbers() -> None:
    assert parse_version("7.0.15") == (7, 0, 15)
    assert parse_version("6.2") == (6, 2, 0) < parse_version("6.10.1")
    assert version_text((6, 2, 0)) == "6.2.0"


@pytest.mark.redis
def test_the_schema_is_written_at_once_and_checked_ever_after(redis: Redis, redis_url: str) -> None:
    assert redis.get(keys.SCHEMA) == b"1"
    redis.set(keys.SCHEMA, "99")
    with pytest.raises(SchemaMismatch, match="schema 99"):
        connect(redis_url)


@pytest.mark.redis
def test_a_connection_that_broke_is_made_again(redis: Redis, redis_url: str) -> None:
    with closing(Redis.from_url(redis_url)) as other:
        other.client_kill_filter(_type="normal", skipme=True)
    assert redis.ping()


@pytest.mark.redis
def test_a_server_below_the_floor_is_refused(
    redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "FLOOR", (99, 0, 0))
    with pytest.raises(ServerTooOld, match=r"is \d.*: the arena needs 99\.0\.0 or later"):
        connect(redis_url)


def test_the_arenas_secret_is_drawn_once(redis: Redis) -> None:
    drawn = secret(redis)
    assert len(bytes.fromhex(drawn)) == 32
    assert secret(redis) == drawn
