"""Joust for search: two knights, and the squares that they have burned.

Typed Python, see `arena_games.board`; C types are in `board.pxd`.
A move is `256 * from + to`, squares as in `arena_games.joust.squares`.
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.joust.prolog import WIN
from arena_games.joust.squares import knight_jumps
from arena_games.rng import mix, splitmix64

_WIN = WIN

# One random number for each fact of a state: White's square, Black's, 256 burned squares,
# and the side to move.
_BURNED = 512
_SIDE = 768
_ZOBRIST = array("Q", [splitmix64(0x4A6F757374, n) for n in range(1, 770)])


class JoustBoard(Board):
    """A mutable state of a Joust match.

    `burned` has one byte for each square, 1 where it is burned. Each move burns one
    square, so their number tells the side to move. `white` and `black` are equal after
    a capture (option `capture`), which the side to move has suffered.
    """

    def __init__(
        self, width: int, height: int, white: int, black: int, burned: bytes, capture: bool
    ) -> None:
        self.seats = 2
        self.width = width
        self.height = height
        self.capture = capture
        self.white = white
        self.black = black
        self.burned = bytearray(burned)
        self._burned = self.burned
        self._counts, self._targets = knight_jumps(width, height)
        self._zobrist = _ZOBRIST
        self._left = bytearray(width * height)
        self._made = 0
        self.to_move = burned.count(1) & 1
        self.over = self.captured() or self._stuck()
        self._key = self._whole_key()

    def _whole_key(self) -> int:
        """The key from scratch; `make` and `unmake` keep it up to date."""
        size = 32 * self.width + self.height
        key = mix(2 * size + self.capture)
        key ^= _ZOBRIST[self.white] ^ _ZOBRIST[256 + self.black]
        if self.to_move:
            key ^= _ZOBRIST[_SIDE]
        for square, burned in enumerate(self.burned):
            if burned:
                key ^= _ZOBRIST[_BURNED + square]
        return key

    def legal(self) -> list[int]:
        """Legal moves by ascending target square."""
        moves: list[int] = []
        if self.captured():
            return moves
        at: cython.int = self._knight(self.to_move)
        rival: cython.int = self._knight(1 - self.to_move)
        i: cython.int
        for i in range(8 * at, 8 * at + self._counts[at]):
            to: cython.int = self._targets[i]
            if not self._burned[to] and (to != rival or self.capture):
                moves.append(256 * at + to)
        return moves

    def make(self, move: cython.int) -> None:
        at: cython.int = move >> 8
        to: cython.int = move & 255
        seat: cython.int = self.to_move
        self._left[self._made] = at
        self._made += 1
        self._burned[at] = 1
        if seat == 0:
            self.white = to
        else:
            self.black = to
        self._key ^= self._zobrist[256 * seat + at] ^ self._zobrist[256 * seat + to]
        self._key ^= self._zobrist[_BURNED + at] ^ self._zobrist[_SIDE]
        self.to_move = 1 - seat
        self.over = self.captured() or self._stuck()

    def unmake(self) -> None:
        seat: cython.int = 1 - self.to_move
        to: cython.int = self._knight(seat)
        self._made -= 1
        at: cython.int = self._left[self._made]
        self._burned[at] = 0
        if seat == 0:
            self.white = at
        else:
            self.black = at
        self._key ^= self._zobrist[256 * seat + at] ^ self._zobrist[256 * seat + to]
        self._key ^= self._zobrist[_BURNED + at] ^ self._zobrist[_SIDE]
        self.to_move = seat
        self.over = False

    def copy(self) -> "JoustBoard":
        twin: JoustBoard = JoustBoard.__new__(JoustBoard)
        twin.seats = 2
        twin.width = self.width
        twin.height = self.height
        twin.capture = self.capture
        twin.white = self.white
        twin.black = self.black
        twin.burned = bytearray(self.burned)
        twin._burned = twin.burned
        twin._counts = self._counts
        twin._targets = self._targets
        twin._zobrist = self._zobrist
        twin._left = bytearray(len(twin.burned))
        twin._made = 0
        twin.to_move = self.to_move
        twin.over = self.over
        twin._key = self._key
        return twin

    def result(self, seat: cython.int) -> cython.double:
        """1 for the winner; who is to move when it is over has lost."""
        return 0.0 if seat == self.to_move else 1.0

    def value(self, seat: cython.int) -> cython.int:
        """How many squares the seat's knight could go to now, its rival's never counted."""
        if self.captured() and seat == self.to_move:
            return 0
        return self._free(seat)

    def key(self) -> cython.ulonglong:
        return self._key

    def settled(self, plies: cython.int) -> cython.bint:
        """See `Board`: the key says all, since burned squares never come back."""
        return True

    def captured(self) -> bool:
        """Whether the knight of the side to move has been captured."""
        return self.white == self.black

    def prolog_value(self) -> cython.int:
        """The leaf value of the Prolog program (assafcarlsbad/Joust): Black's view.

        A side that is to move and cannot, or that will not be able to at its next turn,
        has lost 1000; else it is Black's moves less White's. With `capture`, which that
        program does not know, a rival who can be captured now has lost too.
        """
        mover_wins: cython.int = _WIN if self.to_move == 1 else -_WIN
        if self.over:
            return -mover_wins
        if self._free(1 - self.to_move) == 0 or (self.capture and self._threat()):
            return mover_wins
        return self._free(1) - self._free(0)

    def perft(self, depth: cython.int) -> cython.longlong:
        """The number of move sequences of exactly `depth` plies from here."""
        if depth == 0:
            return 1
        if self.over:
            return 0
        if depth == 1:
            return self._choices()
        at: cython.int = self._knight(self.to_move)
        rival: cython.int = self._knight(1 - self.to_move)
        leaves: cython.longlong = 0
        i: cython.int
        for i in range(8 * at, 8 * at + self._counts[at]):
            to: cython.int = self._targets[i]
            if not self._burned[to] and (to != rival or self.capture):
                self.make(256 * at + to)
                leaves += self.perft(depth - 1)
                self.unmake()
        return leaves

    def _knight(self, seat: cython.int) -> cython.int:
        return self.white if seat == 0 else self.black

    def _free(self, seat: cython.int) -> cython.int:
        """How many squares the seat's knight reaches that are neither burned nor taken."""
        at: cython.int = self._knight(seat)
        rival: cython.int = self._knight(1 - seat)
        free: cython.int = 0
        i: cython.int
        for i in range(8 * at, 8 * at + self._counts[at]):
            to: cython.int = self._targets[i]
            if not self._burned[to] and to != rival:
                free += 1
        return free

    def _choices(self) -> cython.int:
        """How many legal moves there are while both knights stand."""
        free: cython.int = self._free(self.to_move)
        return free + 1 if self.capture and self._threat() else free

    def _stuck(self) -> cython.bint:
        """Whether the side to move has no legal move while both knights stand."""
        at: cython.int = self._knight(self.to_move)
        rival: cython.int = self._knight(1 - self.to_move)
        i: cython.int
        for i in range(8 * at, 8 * at + self._counts[at]):
            to: cython.int = self._targets[i]
            if not self._burned[to] and (to != rival or self.capture):
                return False
        return True

    def _threat(self) -> cython.bint:
        """Whether the knights stand a jump apart."""
        i: cython.int
        for i in range(8 * self.white, 8 * self.white + self._counts[self.white]):
            if self._targets[i] == self.black:
                return True
        return False
