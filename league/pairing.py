"""A pairing: a seat-balanced block of matches between the same agents.

It is the unit of queueing (one task), of leases and of statistics. One seed and one
opening hold for the whole block, so that luck of the start falls on all seats alike.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who takes part: the name that is shown, and the text that says what agent it is.

    `runs` is the text by which it is started, where that is another one: of "mine@3" it
    is what was submitted as that version.
    """

    name: str
    agent: str
    runs: str = ""

    @property
    def started_as(self) -> str:
        """The agent text to start it by."""
        return self.runs or self.agent


@dataclass(frozen=True, slots=True)
class Seating:
    """One match of a pairing: `seats[s]` is the index in `Pairing.entrants` of who sits at s."""

    match_id: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Everything that is needed to play the matches of one block."""

    pairing_id: str
    tournament: str
    game: str
    options: Mapping[str, str]  # those that differ from the game's defaults
    seed: int
    position: str  # the block's start position; "": the game's start by options and seed
    opening: tuple[str, ...]  # moves made before the first turn, on nobody's clock
    time: str  # the time control's text
    start_limit: float  # seconds an agent has to get ready
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    pondering: str = "off"  # or "on": agents may think while not to move
    # The arena's secret in hex, known to the worker alone: see league/lots.py.
    secret: str = ""

    def to_json(self) -> str:
        """One line that `from_json` reads back to an equal pairing."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Pairing":
        """The pairing of a `to_json` text."""
        data: dict[str, Any] = json.loads(text)
        data["opening"] = tuple(data["opening"])
        data["entrants"] = tuple(Entrant(**entrant) for entrant in data["entrants"])
        data["seatings"] = tuple(
            Seating(seating["match_id"], tuple(seating["seats"])) for seating in data["seatings"]
        )
        return cls(**data)


def pairing_of(match_id: str) -> str:
    """The id of the pairing that a match belongs to ("cup-00003.1" -> "cup-00003")."""
    return match_id.rpartition(".")[0]
