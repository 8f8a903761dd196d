"""What can be wrong with a bot, or with how it was started.

    SdkError
    |-- InvalidAddress     no address to listen on, or none that can be listened on
    |-- InvalidBot         what was handed to `serve` is no bot
    |-- InvalidReply       what a bot returned for a turn is no answer
    |-- UnknownRules       the rules were needed of a game that is not installed here
    |-- UnknownAgent       there is no reference agent of that name
    |-- InvalidParameter   a parameter that a reference agent lacks, or a value out of range
    `-- WrongGame          a reference agent was seated at a game that it does not play

Every message is one line that names the bad input and what would have been right.
"""

from collections.abc import Iterable


class SdkError(Exception):
    """Anything wrong with a bot, or with how it was started."""


class InvalidAddress(SdkError):
    """There is no address to listen on, or it cannot be listened on."""


class InvalidBot(SdkError):
    """What was handed to `serve` is no bot."""


class InvalidReply(SdkError):
    """What a bot returned for a turn is no answer."""


class UnknownRules(SdkError):
    """The rules were needed of a game that is not installed here."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(
            f"the rules of {game!r} are not installed here; "
            "set wants_legal_moves or wants_position and use turn.legal_moves, turn.position_text"
        )


class UnknownAgent(SdkError):
    """There is no reference agent of that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        super().__init__(f"unknown agent {name[:60]!r}; there are {', '.join(sorted(known))}")


class InvalidParameter(SdkError):
    """A parameter that a reference agent lacks, or a value that it does not take."""


class WrongGame(SdkError):
    """A reference agent was seated at a game that it does not play."""
