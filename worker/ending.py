"""Why a sandbox ended, as its owner and the arbiter are told."""

from dataclasses import dataclass
from typing import Literal

# Names of the terminations of protos/arena/v1 that a sandbox's end can mean.
Fault = Literal["CRASH", "OUT_OF_MEMORY", "TOO_MANY_PROCESSES", "RULE_VIOLATION", "NOT_READY"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How an agent ended: in words ("exit code 1"), and what its seat loses by.

    No fault: it was ended by somebody else, so that its seat loses nothing.
    """

    reason: str
    fault: Fault | None = "CRASH"

    def __str__(self) -> str:
        return self.reason
