"""What happens in a match of AChess, in words: one line an event, and the board at an instant."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from arena_games.achess import (
    Contest,
    Enter,
    Event,
    Kill,
    Over,
    Promote,
    Reject,
    Rest,
    Start,
    Stop,
)

_MAN: Final = re.compile(
    r"(?P<id>\d+):(?P<owner>[wb])(?P<kind>[PNBRQK])@(?P<at>[a-h][1-8])"
    r"(?:>(?P<path>[a-h1-8,]+)@(?P<next>\d+)|~(?P<ready>\d+))?"
)
_ON_ITS_WAY: Final = "+"
_EMPTY: Final = "."


class Man(NamedTuple):
    """A piece of a state text. `path` is what it still has to enter, the next at `next`."""

    id: int
    name: str  # "wP12"
    letter: str  # as in FEN: White's are capitals
    at: str
    path: tuple[str, ...]
    next: int
    ready: int


def men_of(state: str) -> list[Man]:
    """The pieces of a state text (section 9 of the rules)."""
    return [_man(found) for line in state.split("\n")[1:] if (found := _MAN.fullmatch(line))]


def draw_state(state: str) -> str:
    """The board of a state text, with the ways of pieces in flight marked by +, and these
    pieces listed beside it."""
    men = men_of(state)
    shown = {square: _ON_ITS_WAY for man in men for square in man.path}
    shown |= {man.at: man.letter for man in men}
    flying = [_flight(man) for man in men if man.path]
    lines = []
    for place, rank in enumerate("87654321"):
        row = " ".join(shown.get(file + rank, _EMPTY) for file in "abcdefgh")
        beside = f"   {flying[place]}" if place < len(flying) else ""
        lines.append(f" {rank} {row}{beside}")
    files = "   " + " ".join("abcdefgh")
    left = len(flying) - len(lines)
    lines.append(files if left <= 0 else f"{files}   and {left} more in flight")
    return "\n".join(lines)


class Teller:
    """Tells events in words; it knows the pieces by name from the state before them."""

    def __init__(self, state: str) -> None:
        self._names = {man.id: man.name for man in men_of(state)}

    def lines(self, events: Iterable[Event]) -> list[str]:
        """A line an event, in order."""
        return [f"{event.t:>8}  {event.e:8} {self._tell(event)}" for event in events]

    def _tell(self, event: Event) -> str:
        match event:
            case Start():
                return f"{self._name(event.piece)} to {event.path[-1]}, first at {event.first}"
            case Reject():
                return f"{event.player}'s order to piece {event.piece}: {event.why}"
            case Stop() | Rest():
                return f"{self._name(event.piece)} on {event.at}: {event.why}"
            case Contest():
                return f"{event.at}: {self._name(event.win)} before {self._name(event.lose)}"
            case Kill():
                return f"{self._name(event.piece)} on {event.at} by {self._name(event.by)}"
            case Enter():
                return f"{self._name(event.piece)} {event.origin} {event.to}"
            case Promote():
                before = self._name(event.piece)
                self._names[event.piece] = before[0] + event.type + before[2:]
                return f"{before} is {self._names[event.piece]}"
            case Over():
                return f"{event.result}: {event.why}"

    def _name(self, piece: int) -> str:
        return self._names.get(piece, f"piece {piece}")


def _man(found: re.Match[str]) -> Man:
    number, owner, kind = found["id"], found["owner"], found["kind"]
    path = tuple(found["path"].split(",")) if found["path"] else ()
    letter = kind if owner == "w" else kind.lower()
    times = int(found["next"] or 0), int(found["ready"] or 0)
    return Man(int(number), owner + kind + number, letter, found["at"], path, *times)


def _flight(man: Man) -> str:
    return f"{man.name} {man.at} > {man.path[-1]}, {man.path[0]} at {man.next}"
