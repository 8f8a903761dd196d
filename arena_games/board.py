"""The board that search runs on: integer moves, made and unmade in place.

This file is typed Python: compiled by Cython where there is a C compiler, interpreted
where there is none, with the same results. `board.pxd` beside it holds the C types.
"""

from typing import Final

import cython

DECISIVE: Final = 1_000_000


class Board:
    """A mutable state of a turn game, for search.

    `seats` is the number of players, `to_move` the seat whose turn it is, `over`
    whether the match has ended by the rules. Moves are non-negative integers below
    2**31 whose meaning is the game's own; `Position.encode` and `decode` translate.
    """

    def __init__(self) -> None:
        self.seats = 0
        self.to_move = 0
        self.over = False

    def legal(self) -> list:  # type: ignore[type-arg]  # Cython takes the bare type
        """Legal moves, in the game's own order; empty exactly when `over`."""
        raise NotImplementedError

    def make(self, move: cython.int) -> None:
        """Plays a move of `legal()`. Anything else leaves the board in no defined state."""
        raise NotImplementedError

    def unmake(self) -> None:
        """Takes back the last move made on this board object."""
        raise NotImplementedError

    def copy(self) -> "Board":
        """An independent board in the same state; moves made before cannot be unmade on it."""
        raise NotImplementedError

    def result(self, seat: cython.int) -> cython.double:
        """The seat's score when `over`."""
        raise NotImplementedError

    def value(self, seat: cython.int) -> cython.int:
        """The game's own measure of how a seat stands, larger is better: material in
        chess (centipawns) and threechess (points of the rules), mobility in joust."""
        raise NotImplementedError

    def key(self) -> cython.ulonglong:
        """A 64-bit hash of the state, equal for equal states."""
        raise NotImplementedError

    def settled(self, plies: cython.int) -> cython.bint:
        """Whether the coming `plies` plies depend on nothing but what `key` covers.

        A search may then use again what it found for an equal key. Say so only if neither
        the past (repetitions) nor a counter can end the match within them; False is safe.
        """
        return False

    def prize(self, move: cython.int) -> cython.int:
        """What a legal move takes, in the unit of `value`, before anybody answers: a guess
        by which searches order moves. `DECISIVE` for a move that wins the match there and
        then. 0 for other moves, and in games that do not say."""
        return 0
