"""Submitted agents: immutable versions of bots, known by name.

An author submits a bot under a name; each submission is the name's next version, 1, 2, 3,
and stays as it is. `NAME@3` names that version, `NAME` the latest. What is kept says where
the bot runs (an agent text: see agents.py; images by digest), for which games it was
checked, and what the checks found.
"""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from redis import Redis

from league import keys
from league.errors import InvalidSubmission, UnknownSubmission
from league.scripts import run
from league.store import as_text

# As a tournament's name, but such that no prefix of an agent text and no parameter fits.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_REFERENCE = re.compile(rf"({_NAME.pattern})(?:@([1-9]\d{{0,8}}))?")

Reports = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Submission:
    """What is submitted. `runs` is the text that starts it, `given` what the author wrote
    ("image:mine:latest", of which `runs` has the digest: "image:sha256:...")."""

    name: str
    games: tuple[str, ...]
    runs: str
    given: str
    submitted_at: str  # ISO 8601, UTC
    # A submission that is sent twice, as over a broken connection, is one version.
    id: str = field(default_factory=lambda: secrets.token_hex(16))


@dataclass(frozen=True, slots=True)
class Version:
    """A submission and the number that it was given."""

    number: int
    submission: Submission

    @property
    def text(self) -> str:
        """What names it: "mine@3"."""
        return f"{self.submission.name}@{self.number}"


def check_name(name: str, reserved: Sequence[str] = ()) -> str:
    """The name, if an agent may be submitted under it. Raises InvalidSubmission.

    `reserved` are names that mean something else already.
    """
    if not _NAME.fullmatch(name):
        raise InvalidSubmission(
            f"agent name {name[:60]!r}: a letter, then up to 39 letters, digits, - and _"
        )
    if name in reserved:
        raise InvalidSubmission(
            f"agent name {name!r} is that of a reference agent: submit it under another"
        )
    return name


def read_name(text: str) -> tuple[str, int | None] | None:
    """Name and version that a text such as "mine@3" or "mine" names (None: the latest);
    None for a text that names no submitted agent."""
    match = _REFERENCE.fullmatch(text)
    if match is None:
        return None
    return match[1], int(match[2]) if match[2] else None


def submit(redis: Redis, submission: Submission, reports: Reports) -> Version:
    """Stores a submission and the reports of its checks by game, as the next version.

    Raises InvalidSubmission for a bad name.
    """
    name = check_name(submission.name)
    places = [keys.AGENTS, keys.agent(name), keys.reports(name)]
    told = (name, submission.id, _dumps(asdict(submission)), _dumps(reports))
    return Version(run(redis, "register_agent", places, *told), submission)


def get(redis: Redis, name: str, version: int | None = None) -> Version:
    """A version of an agent, or the latest. Raises UnknownSubmission."""
    known = names(redis)
    if name in known:
        number = version or int(as_text(redis.hget(keys.agent(name), "latest")))
        if text := redis.hget(keys.agent(name), str(number)):
            return _version(number, text)
        known = [each.text for each in versions(redis, name)]
    raise UnknownSubmission(name, version, known)


def versions(redis: Redis, name: str) -> list[Version]:
    """All versions of an agent, oldest first; none of a name that is not there."""
    found = redis.hgetall(keys.agent(name))
    numbers = sorted(int(as_text(key)) for key in found if as_text(key).isdecimal())
    return [_version(number, found[str(number).encode()]) for number in numbers]


def everyone(redis: Redis) -> list[Version]:
    """All versions of all agents, by name."""
    return [version for name in names(redis) for version in versions(redis, name)]


def reports(redis: Redis, version: Version) -> dict[str, Any]:
    """What the checks found that a version passed, by game."""
    text = redis.hget(keys.reports(version.submission.name), str(version.number))
    return json.loads(as_text(text) or "{}")  # type: ignore[no-any-return]


def names(redis: Redis) -> list[str]:
    """The names of all submitted agents, sorted."""
    return sorted(as_text(name) for name in redis.smembers(keys.AGENTS))


def _version(number: int, text: bytes | str) -> Version:
    data = json.loads(text)
    return Version(number, Submission(**data | {"games": tuple(data["games"])}))


def _dumps(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
