"""How good a state is for a seat: small objects that searches ask at their leaves.

Typed Python, see `arena_games.board`. Anybody may write another: a subclass of
`Evaluation` with its own `of`, in plain Python too.
"""

import cython

from arena_games.board import Board
from arena_games.search.found import WIN

_WIN: cython.int = WIN
_ALL: cython.int = 10_000


class Evaluation:
    """A seat's own value by the game's measure (`Board.value`), whatever the others have."""

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        """The state's value for `seat`, larger is better, below 2**30 either way.

        `ply` is the distance from the root of the search, so that an evaluation can
        prefer what comes sooner. `board` is left as it was.
        """
        return board.value(seat)

    def total(self) -> cython.int:
        """What all seats' values never add up to more than, none of them being negative:
        max^n can then leave out more. 0 where there is no such bound."""
        return 0


class Against(Evaluation):
    """A seat's value held against the others': (seats - 1) * own - the sum of theirs.

    For three seats this is the value of the 2020 threechess report's paranoid agent,
    2 * own - the two others; for two seats it is the difference, and antisymmetric.
    """

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        value: cython.int = board.seats * board.value(seat)
        other: cython.int
        for other in range(board.seats):
            value -= board.value(other)
        return value


class Decided(Evaluation):
    """Another evaluation while the match goes on; once it is over, only the result.

    A seat gains WIN for each seat that it beat and loses as much for each that beat it,
    a little less with every ply that it takes.
    """

    def __init__(self, undecided: Evaluation) -> None:
        self.undecided = undecided

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        if not board.over:
            return self.undecided.of(board, seat, ply)
        own: cython.double = board.result(seat)
        beaten: cython.int = 0
        other: cython.int
        for other in range(board.seats):
            theirs: cython.double = board.result(other)
            beaten += (own > theirs) - (own < theirs)
        return beaten * (_WIN - ply)


class Shares(Evaluation):
    """Each seat's part of all values together, in ten-thousandths: its total is bounded.

    Once the match is over, a seat's part of 2 / seats is by how many it beat and by how
    many it was beaten; before, shares stay within what a win and a loss are worth. For games
    whose `Board.value` is never negative.
    """

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        seats: cython.int = board.seats
        other: cython.int
        if board.over:
            beaten: cython.int = seats - 1
            for other in range(seats):
                beaten += board.result(seat) > board.result(other)
                beaten -= board.result(seat) < board.result(other)
            return _ALL * beaten // (seats * (seats - 1))
        every: cython.int = 0
        for other in range(seats):
            every += board.value(other)
        equal: cython.int = _ALL // seats
        part: cython.int = equal if every == 0 else _ALL * board.value(seat) // every
        return ((seats - 1) * equal + part) // seats

    def total(self) -> cython.int:
        return _ALL


class JoustProlog(Evaluation):
    """The leaf value of the Prolog program (joust rules page); `JoustBoard` works it out."""

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        black: cython.int = board.prolog_value()  # type: ignore[attr-defined]
        return black if seat == 1 else -black
