"""What can be wrong with what a caller hands to a game.

    GameError
    |-- UnknownGame       no game of that name
    |   `-- RealTimeGame  a game without turns, where one with turns is asked for
    |-- InvalidOption     an option that the game lacks, or a value out of its range
    |-- InvalidPosition   a position text that cannot be read, or that breaks the rules
    `-- InvalidMove       a move text that cannot be read
        `-- IllegalMove   readable, but not allowed in this position

Every message is one line that names the bad input and what would have been right. It
never tells of the position, so that it can be shown to a bot of a game with hidden
information.
"""

from collections.abc import Iterable


class GameError(ValueError):
    """Anything wrong with what was handed to a game."""


class UnknownGame(GameError):
    """No game of that name is registered."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = sorted(known)
        super().__init__(f"unknown game {name!r}; there are {', '.join(self.known)}")


class RealTimeGame(UnknownGame):
    """The game of that name has no turns, hence no positions and moves."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name, known)
        self.args = (
            f"{name} is played in real time, without turns; "
            f"games with turns are {', '.join(self.known)}",
        )


class InvalidOption(GameError):
    """An option that the game lacks, or a value that it does not take."""


class InvalidPosition(GameError):
    """A position text that cannot be read, or that the rules exclude."""


class InvalidMove(GameError):
    """A move text that cannot be read."""

    def __init__(self, move: str, reason: str) -> None:
        self.move = move
        self.reason = reason
        super().__init__(f"{move[:40]!r}: {reason}")


class IllegalMove(InvalidMove):
    """A move that can be read but that the rules do not allow here."""

    def __init__(self, move: str, reason: str = "not a legal move here") -> None:
        super().__init__(move, reason)
