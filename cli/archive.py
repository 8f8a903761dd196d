"""The archive of locally played matches: one record a line in the arena's directory."""

import fcntl
from collections.abc import Iterator
from pathlib import Path

from cli.output import err
from league.errors import InvalidRecord
from league.record import MatchRecord


class Archive:
    """`matches.jsonl`. Several commands may append at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, record: MatchRecord) -> None:
        """Adds a record; a line is there wholly or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(record.to_json().encode() + b"\n")

    def records(self) -> Iterator[MatchRecord]:
        """All records, oldest first. A line that cannot be read is said and skipped."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield MatchRecord.from_json(line)
                except InvalidRecord as error:
                    err.print(f"{self.path}:{number}: skipped: {error}", style="yellow")

    def find(self, match_id: str) -> MatchRecord | None:
        """The record of a match, or None."""
        return next((each for each in self.records() if each.match == match_id), None)
