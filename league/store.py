"""The connection to Redis, and the checks that it is one we can work with."""

import secrets
from urllib.parse import urlsplit

import redis
from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from league import keys
from league.errors import SchemaMismatch, ServerTooOld, ServerUnreachable

FLOOR = (6, 2, 0)
SCHEMA = "1"
_TIMEOUT_S = 5.0
_SECRET_BYTES = 32
_RETRIES = 5  # over about 2 s; who can wait longer tries again itself

Version = tuple[int, int, int]


def connect(url: str) -> Redis:
    """A client of the Redis at `url`, which is there, new enough, and has our schema.

    Safe to share among threads. Commands that meet a broken connection are repeated for
    about two seconds; every write of the league can be repeated.
    Raises ServerUnreachable, ServerTooOld, SchemaMismatch.
    """
    try:
        client = Redis.from_url(
            url,
            socket_timeout=_TIMEOUT_S,
            socket_connect_timeout=_TIMEOUT_S,
            health_check_interval=30,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.05), _RETRIES),
            retry_on_error=[RedisConnectionError, RedisTimeoutError],
        )
    except ValueError as error:
        raise ServerUnreachable(shown(url), str(error)) from error
    try:
        _check(client, url)
    except (RedisError, OSError) as error:
        client.close()
        raise ServerUnreachable(shown(url), str(error).strip().rstrip(".")) from error
    except (ServerTooOld, SchemaMismatch):
        client.close()
        raise
    return client


def secret(client: redis.Redis) -> str:
    """The arena's secret, 32 bytes in hex: drawn once, and never shown."""
    client.set(keys.SECRET, secrets.token_hex(_SECRET_BYTES), nx=True)
    return as_text(client.get(keys.SECRET))


def server_version(client: redis.Redis) -> Version:
    """The version of the server."""
    return parse_version(str(client.info("server")["redis_version"]))


def parse_version(text: str) -> Version:
    """(7, 0, 15) of "7.0.15"."""
    major, minor, patch = (*text.split("."), "0", "0")[:3]
    return int(major), int(minor), int(patch)


def version_text(version: Version) -> str:
    """ "7.0.15" of (7, 0, 15)."""
    return ".".join(map(str, version))


def as_text(value: bytes | str | None) -> str:
    """What Redis stores as bytes, as text; nothing there is the empty text."""
    if value is None:
        return ""
    return value.decode() if isinstance(value, bytes) else value


def shown(url: str) -> str:
    """A Redis address without its password, for messages."""
    parts = urlsplit(url)
    return url.replace(f":{parts.password}@", ":***@") if parts.password else url


def _check(client: redis.Redis, url: str) -> None:
    version = server_version(client)
    if version < FLOOR:
        raise ServerTooOld(
            f"the Redis at {shown(url)} is {version_text(version)}: "
            f"the arena needs {version_text(FLOOR)} or later"
        )
    client.set(keys.SCHEMA, SCHEMA, nx=True)
    found = as_text(client.get(keys.SCHEMA))
    if found != SCHEMA:
        raise SchemaMismatch(found, SCHEMA)
