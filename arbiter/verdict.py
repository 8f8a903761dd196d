"""How an attempt at a match ended."""

from dataclasses import dataclass
from enum import Enum

from arena_games.outcome import Outcome

NOBODY = -1


class Blame(Enum):
    """Whose fault a void attempt is; the names are those of `arena.v1.Blame`."""

    HOST = "host"
    ARBITER = "arbiter"
    NETWORK = "network"
    SANDBOX = "sandbox"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A result: the outcome, the seat that broke off the match (or NOBODY), and one line
    for people."""

    outcome: Outcome
    at_fault: int = NOBODY
    detail: str = ""
