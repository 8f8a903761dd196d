"""Which part of which agent's log belongs to a match.

An agent writes one log for a whole pairing, as it lives for one. `seats.jsonl` beside the
logs notes where each of them stood when an attempt began. What follows, up to where the
next attempt of that same agent began, was written in it (or just after, before the next).
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import structlog

from league.pairing import Pairing, Seating, pairing_of
from worker.errors import WorkerError
from worker.lineup import places

log = structlog.get_logger(__name__)

_INDEX = "seats.jsonl"


class NoLog(WorkerError):
    """No log of that match and seat is kept on this host."""

    def __init__(self, match_id: str, seat: int, logs: Path) -> None:
        super().__init__(
            f"no log of match {match_id!r}, seat {seat} is in {logs}: seats count from 0, a remote "
            "agent has no log here, and the logs of a match are on the host that played it"
        )


@dataclass(frozen=True, slots=True)
class Section:
    """Where the log of one seat in one attempt at a match begins: bytes into a file."""

    match: str
    attempt: int
    seat: int
    file: str
    begin: int


def log_file(pairing: Pairing, entrant: int, copy: int) -> str:
    """The name of an entrant's log; `copy` tells its several sandboxes apart."""
    shown = pairing.entrants[entrant].name
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in shown)[:60]
    return f"{entrant}-{name}{f'-{copy + 1}' if copy else ''}.log"


def note_attempt(logs: Path, pairing: Pairing, seating: Seating, attempt: int) -> None:
    """Notes that an attempt begins now. What cannot be written is said, and costs no match."""
    folder = logs / pairing.pairing_id
    lines = []
    for seat, (entrant, copy) in enumerate(places(seating.seats)):
        file = log_file(pairing, entrant, copy)
        section = Section(seating.match_id, attempt, seat, file, _size(folder / file))
        lines.append(json.dumps(asdict(section)) + "\n")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / _INDEX).open("a", encoding="utf-8") as index:
            index.writelines(lines)
    except OSError as error:
        log.warning("place in agents' logs not noted", match=seating.match_id, error=str(error))


def read_log(logs: Path, match_id: str, seat: int) -> list[tuple[int, str]]:
    """What a seat's agent wrote in each attempt at a match: (attempt, text).

    Raises NoLog.
    """
    folder = logs / pairing_of(match_id)
    sections = _sections(folder) if folder.parent == logs else []
    told = []
    for section in sections:
        if (section.match, section.seat) == (match_id, seat) and (folder / section.file).exists():
            told.append((section.attempt, _text(folder, section, sections)))
    if not told:
        raise NoLog(match_id, seat, logs)
    return told


def _sections(folder: Path) -> list[Section]:
    index = folder / _INDEX
    if not index.exists():
        return []
    lines = index.read_text(encoding="utf-8", errors="replace").splitlines()
    return [section for section in map(_section, lines) if section is not None]


def _section(line: str) -> Section | None:
    """None for a line of which a full disk took only a part; the next may follow on it."""
    try:
        return Section(**json.loads(line))
    except (ValueError, TypeError):
        return None


def _text(folder: Path, section: Section, sections: Sequence[Section]) -> str:
    own = [each for each in sections if each.file == section.file]
    place = own.index(section)
    begin = section.begin if place else 0  # what it wrote while it started is the first one's
    size = own[place + 1].begin - begin if place + 1 < len(own) else -1
    with (folder / section.file).open("rb") as file:
        file.seek(begin)
        return file.read(size).decode(errors="replace")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # nothing is kept of it, or no longer
        return 0
