"""What the arbiter refuses, and the gRPC status that each refusal becomes.

    ArbiterError
    |-- InvalidSpec      INVALID_ARGUMENT    a match that cannot be played as described
    |-- LaterAttempt     ALREADY_EXISTS      a later attempt of the match is played here
    |-- NoRoom           RESOURCE_EXHAUSTED  another match would harm the clocks
    |-- NotPlayedHere    NOT_FOUND           no such match
    `-- ShuttingDown     UNAVAILABLE         the arbiter is about to stop

`Void` is no refusal but the end of an attempt that no agent is to blame for.
"""

import grpc

from arbiter.verdict import Blame


class ArbiterError(Exception):
    """A call that the arbiter refuses, with one line for the caller."""


class InvalidSpec(ArbiterError):
    """A match that cannot be played as it is described."""


class LaterAttempt(ArbiterError):
    """A later attempt of this match is already played here."""


class NoRoom(ArbiterError):
    """One more match would harm the clocks of those under way."""


class NotPlayedHere(ArbiterError):
    """No match of that id is played here."""


class ShuttingDown(ArbiterError):
    """The arbiter takes no more matches because it stops."""


class Void(Exception):
    """The attempt failed through no agent's fault; `blame` names whose it was."""

    def __init__(self, blame: Blame, reason: str) -> None:
        self.blame = blame
        self.reason = reason
        super().__init__(f"{blame.name.lower()}: {reason}")


STATUS: dict[type[ArbiterError], grpc.StatusCode] = {
    InvalidSpec: grpc.StatusCode.INVALID_ARGUMENT,
    LaterAttempt: grpc.StatusCode.ALREADY_EXISTS,
    NoRoom: grpc.StatusCode.RESOURCE_EXHAUSTED,
    NotPlayedHere: grpc.StatusCode.NOT_FOUND,
    ShuttingDown: grpc.StatusCode.UNAVAILABLE,
}
