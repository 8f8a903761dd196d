"""What can go wrong with what is asked of the league, and with where it keeps its data.

    LeagueError
    |-- InvalidTournament    a tournament file that cannot be used, with the line
    |-- InvalidAgent         an agent text that names no agent
    |-- InvalidSubmission    an agent that cannot be submitted under that name
    |-- UnknownSubmission    no agent of that name and version was submitted
    |-- InvalidRecord        a match record that cannot be read
    |-- UnknownTournament    no tournament of that name is registered
    |-- UnknownMatch         no record of a match of that id
    |-- StaleAttempt         a later attempt has the match: whatever is handed in is refused
    |-- InvalidSettings      an ARENA_ variable with a value it does not take
    `-- StoreError           where the data are kept
        |-- ServerUnreachable   no Redis answers at the address
        |-- ServerTooOld        a Redis below the floor, or older than its data
        |-- ServerNotStarted    the arena's own Redis did not come up
        |-- HomeUnusable        the arena's directory cannot be made or written
        `-- SchemaMismatch      the data were written by another version of this package

Every message is one line that names the bad input and, where there is one, the remedy.
"""

from pathlib import Path


class LeagueError(Exception):
    """Anything wrong with what was asked of the league."""


class InvalidTournament(LeagueError):
    """A tournament that cannot be played as it is written: "file.toml:12: why"."""

    def __init__(self, reason: str, source: str = "", line: int | None = None) -> None:
        self.reason = reason
        self.source = source
        self.line = line
        place = f"{source}:{line}" if line is not None else source
        super().__init__(f"{place}: {reason}" if place else reason)


class InvalidAgent(LeagueError):
    """A text that names no agent."""


class InvalidSubmission(LeagueError):
    """An agent that cannot be submitted as it was asked."""


class UnknownSubmission(LeagueError):
    """No agent of that name was submitted, or none of that version."""

    def __init__(self, name: str, version: int | None, known: list[str]) -> None:
        self.name = name
        self.version = version
        self.known = known
        text = name if version is None else f"{name}@{version}"
        there = ", ".join(known) if known else "none yet; `arena submit` makes one"
        super().__init__(f"no agent {text[:80]!r} was submitted; there are: {there}")


class InvalidRecord(LeagueError):
    """A match record that cannot be read."""


class UnknownTournament(LeagueError):
    """No tournament of that name is registered."""

    def __init__(self, name: str, known: list[str]) -> None:
        self.name = name
        self.known = known
        there = ", ".join(known) if known else "none yet; `arena run FILE.toml` makes one"
        super().__init__(f"unknown tournament {name!r}; there are: {there}")


class UnknownMatch(LeagueError):
    """No record of a match of that id."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        super().__init__(
            f"no match {match_id!r} is recorded; `arena matches` lists those there are"
        )


class StaleAttempt(LeagueError):
    """A later attempt has the pairing; nothing of this one is accepted any more."""

    def __init__(self, pairing_id: str, attempt: int) -> None:
        self.pairing_id = pairing_id
        self.attempt = attempt
        super().__init__(f"attempt {attempt} of pairing {pairing_id} is no longer the current one")


class InvalidSettings(LeagueError):
    """An environment variable with a value that it does not take."""


class StoreError(LeagueError):
    """Something is wrong with where the league keeps its data."""


class ServerUnreachable(StoreError):
    """No Redis answers at the address."""

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        super().__init__(
            f"no Redis answers at {url} ({reason}): start it, set ARENA_REDIS_URL to one that "
            "runs, or unset it to let the arena start its own"
        )


class ServerTooOld(StoreError):
    """A Redis below the floor, or older than the one that wrote the data."""


class ServerNotStarted(StoreError):
    """The arena's own Redis did not come up."""


class HomeUnusable(StoreError):
    """The arena's directory cannot be made or written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"cannot use {path} as the arena's directory ({reason}): set ARENA_HOME to another"
        )


class SchemaMismatch(StoreError):
    """The data were written by a version of this package with another schema."""

    def __init__(self, found: str, ours: str) -> None:
        super().__init__(
            f"the data have schema {found}, this bot-arena reads schema {ours}: "
            "use the version that wrote them, or another ARENA_HOME"
        )
