"""The archive of locally played matches: one record a line in the arena's directory."""

import fcntl
from collections.abc import Iterator
from pathlib import Path

from cli.errors import UserError
from cli.output import err
from league.errors import InvalidRecord
from league.record import MatchRecord


class Archive:
    """`matches.jsonl`. Several commands may append at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self) -> None:
        """Makes the file where it is missing, so that what is played can be kept. Raises
        UserError where it cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.open("ab").close()
        except OSError as error:
            raise self._unusable(error) from None

    def append(self, record: MatchRecord) -> None:
        """Adds a record; a line is there wholly or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(record.to_json().encode() + b"\n")

    def records(self) -> Iterator[MatchRecord]:
        """All records, oldest first. A line that cannot be read is said and skipped. Raises
        UserError where the file cannot be read."""
        try:
            if not self.path.exists():
                return
            opened = self.path.open("rb")
        except OSError as error:
            raise self._unusable(error) from None
        with opened as file:
            for number, line in enumerate(file, 1):
                try:
                    yield MatchRecord.from_json(line)
                except InvalidRecord as error:
                    skipped = f"{self.path}:{number}: skipped: {error}"
                    err.print(skipped, style="yellow", markup=False)

    def find(self, match_id: str) -> MatchRecord | None:
        """The record of a match, or None."""
        return next((each for each in self.records() if each.match == match_id), None)

    def _unusable(self, error: OSError) -> UserError:
        reason = error.strerror or str(error)
        return UserError(f"cannot use {self.path} ({reason}): set ARENA_HOME to another directory")
