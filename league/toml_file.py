"""Reading a TOML file so that every complaint names the line. The parser of the standard
library does not tell where a key stands, so the text is searched for it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from league.errors import InvalidTournament

_TABLE = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]")
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)$")
_AT_END = " (at end of document)"
_TAKES = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    list: "a list in [ ]",
    dict: "a table",
}


class TomlFile:
    """A parsed file that knows its lines. Keys of tables are written "table.key".

    Raises InvalidTournament for a text that is no TOML.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self._text = text
        self._lines = key_lines(text)
        self._data = _parse(text, source)

    def fail(self, reason: str, key: str = "", near: str = "") -> NoReturn:
        """Raises InvalidTournament at the line of `key`, or of the text `near` after it."""
        line = self._lines.get(key) or self._lines.get(key.partition(".")[0]) or 1
        raise InvalidTournament(reason, self.source, self._line_of(near, line) if near else line)

    def only(self, known: Sequence[str], table: str = "") -> None:
        """Fails on a key that is not `known`."""
        for key in self._table(table):
            if key not in known:
                where = f"{table}.{key}" if table else key
                self.fail(f"unknown key {where!r}; there are {', '.join(known)}", where)

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        """The value of a key, of that type; `default` where the key is absent, and a
        complaint if that is None."""
        table, _, name = key.rpartition(".")
        value = self._table(table).get(name)
        if value is None:
            if default is None:
                self.fail(f"the key {key!r} is missing")
            return default
        accepted = (int, float) if kind is float else (kind,)
        if not isinstance(value, accepted) or (isinstance(value, bool) and kind is not bool):
            self.fail(f"{key} takes {_TAKES[kind]}, not {value!r}", key)
        return value

    def _table(self, name: str) -> Mapping[str, Any]:
        table = self._data.get(name, {}) if name else self._data
        if not isinstance(table, dict):
            self.fail(f"{name} takes {_TAKES[dict]}, not {table!r}", name)
        return table

    def _line_of(self, value: str, begin: int) -> int:
        lines = self._text.splitlines()
        return next((n for n in range(begin, len(lines) + 1) if value in lines[n - 1]), begin)


def key_lines(text: str) -> dict[str, int]:
    """The line, from 1, of every key that begins a line: {"time": 3, "openings.file": 9}."""
    table, lines = "", dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        if match := _TABLE.match(line):
            table = match[1] + "."
            lines.setdefault(match[1], number)
        elif match := _KEY.match(line):
            lines.setdefault(table + match[1], number)
    return lines


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, line = str(error), max(1, len(text.splitlines()))
        if match := _AT_LINE.search(reason):
            reason, line = reason[: match.start()], int(match[1])
        reason = reason.removesuffix(_AT_END)
        raise InvalidTournament(f"not readable as TOML: {reason}", source, line) from None
