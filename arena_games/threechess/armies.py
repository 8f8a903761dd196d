"""The pieces of the three colours, on the squares and captured, and where they may go.

Typed Python, see `arena_games.board`; C types are in `armies.pxd`. For the board alone,
which knows the turn: nothing here checks what it is told.
"""

from __future__ import annotations

from array import array

import cython

from arena_games.threechess import pieces, tables

_WALK = tables.WALK
_BLOCKED = tables.WALK_BLOCKED
_BEGIN = tables.WALK_BEGIN
_PUSH = tables.PAWN_PUSH
_DOUBLE = tables.PAWN_DOUBLE
_CAPTURES = tables.PAWN_CAPTURES
_VALUES = array("i", pieces.VALUES)
_PIECE_KEYS = tables.PIECE_KEYS
_SPOILS_KEYS = tables.SPOILS_KEYS
_PAWN = pieces.PAWN
_ROOK = pieces.ROOK
_KING = pieces.KING
_NO_SQUARE = tables.NO_SQUARE
_CAPTURE_ROOM = tables.CAPTURE_ROOM
_SPOILS_ROOM = tables.SPOILS_ROOM


class Armies:
    """A mailbox of 96 squares, and for each colour the list of squares its pieces are on.

    `slots` tells a piece's place in that list, `lists` has 16 places a colour of which
    the first `counts` are in use. `taken` holds `seat << 5 | piece` in order of capture.
    `spoils` is the value of what a seat has captured, `scores` adds its own pieces
    (rules section 10). `placement` is the hash of the squares. `generate` writes to
    `moves`, which has room for more than 15 queens and a king can have.
    """

    def __init__(self) -> None:
        if not cython.compiled:  # compiled, these are C arrays inside the object, and zero
            self.squares = [0] * 96
            self.slots = [0] * 96
            self.lists = [0] * 48
            self.counts = [0] * 3
            self.scores = [0] * 3
            self.spoils = [0] * 3
            self.taken = [0] * 48
            self.moves = [0] * 512
        self.taken_count = 0
        self.placement = 0

    def assign(self, other: Armies) -> None:
        """Becomes the same as another."""
        self.squares[:] = other.squares
        self.slots[:] = other.slots
        self.lists[:] = other.lists
        self.counts[:] = other.counts
        self.scores[:] = other.scores
        self.spoils[:] = other.spoils
        self.taken[:] = other.taken
        self.taken_count = other.taken_count
        self.placement = other.placement

    def key(self) -> cython.ulonglong:
        """A hash of the squares and of the values of the captured lists."""
        seat: cython.int
        key: cython.ulonglong = self.placement
        for seat in range(3):
            key ^= _SPOILS_KEYS[seat * _SPOILS_ROOM + self.spoils[seat]]
        return key

    # ---- changing what stands where ----

    def put(self, piece: cython.int, square: cython.int) -> None:
        """Adds a piece at the end of its owner's list."""
        owner: cython.int = piece >> 3
        slot: cython.int = self.counts[owner]
        self.squares[square] = piece
        self.slots[square] = slot
        self.lists[owner * 16 + slot] = square
        self.counts[owner] = slot + 1
        self.scores[owner] += _VALUES[piece & 7]
        self.placement ^= _PIECE_KEYS[piece * 96 + square]

    def shift(self, source: cython.int, target: cython.int) -> None:
        """Moves a piece to an empty square."""
        piece: cython.int = self.squares[source]
        slot: cython.int = self.slots[source]
        self.squares[source] = 0
        self.squares[target] = piece
        self.slots[target] = slot
        self.lists[(piece >> 3) * 16 + slot] = target
        self.placement ^= _PIECE_KEYS[piece * 96 + source] ^ _PIECE_KEYS[piece * 96 + target]

    def replace(self, piece: cython.int, square: cython.int) -> None:
        """Puts a piece in the place of another of the same colour."""
        before: cython.int = self.squares[square]
        self.squares[square] = piece
        self.scores[piece >> 3] += _VALUES[piece & 7] - _VALUES[before & 7]
        self.placement ^= _PIECE_KEYS[before * 96 + square] ^ _PIECE_KEYS[piece * 96 + square]

    def castle(self, king: cython.int) -> None:
        """Moves the rook for a king that castled to the square `king`, a G1 or C1."""
        if king & 31 == 24:
            self.shift(king + 4, king - 4)
        else:
            self.shift(king - 8, king + 4)

    def uncastle(self, king: cython.int) -> None:
        """The reverse of `castle`."""
        if king & 31 == 24:
            self.shift(king - 4, king + 4)
        else:
            self.shift(king + 4, king - 8)

    def book(self, seat: cython.int, piece: cython.int) -> None:
        """Adds a piece to what a seat has captured."""
        self.taken[self.taken_count] = seat << 5 | piece
        self.taken_count += 1
        self.scores[seat] += _VALUES[piece & 7]
        self.spoils[seat] += _VALUES[piece & 7]

    def capture(self, seat: cython.int, square: cython.int) -> None:
        """Takes the piece on a square for a seat; the last of its list fills the gap."""
        piece: cython.int = self.squares[square]
        owner: cython.int = piece >> 3
        slot: cython.int = self.slots[square]
        last: cython.int = self.counts[owner] - 1
        moved: cython.int = self.lists[owner * 16 + last]
        self.lists[owner * 16 + slot] = moved
        self.slots[moved] = slot
        self.counts[owner] = last
        self.squares[square] = 0
        self.scores[owner] -= _VALUES[piece & 7]
        self.placement ^= _PIECE_KEYS[piece * 96 + square]
        self.book(seat, piece)

    def give_back(self, seat: cython.int, piece: cython.int, square: cython.int) -> None:
        """The reverse of `capture`, but for the order of the owner's list, which counts
        for nothing."""
        self.put(piece, square)
        self.taken_count -= 1
        self.scores[seat] -= _VALUES[piece & 7]
        self.spoils[seat] -= _VALUES[piece & 7]

    # ---- what may move where ----

    def generate(self, seat: cython.int) -> cython.int:
        """Writes a seat's moves to the buffer, in no order; their number."""
        i: cython.int
        n: cython.int = 0
        for i in range(seat * 16, seat * 16 + self.counts[seat]):
            n = self.generate_from(seat, self.lists[i], n)
        return n

    def can_move(self, seat: cython.int) -> cython.bint:
        """Whether a seat has any move."""
        i: cython.int
        for i in range(seat * 16, seat * 16 + self.counts[seat]):
            if self.generate_from(seat, self.lists[i], 0):
                return True
        return False

    def generate_from(self, seat: cython.int, square: cython.int, n: cython.int) -> cython.int:
        """Appends the moves of a seat's piece to the n in the buffer; their number then."""
        kind: cython.int = self.squares[square] & 7
        if kind == _PAWN:
            return self.generate_pawn(seat, square, n)
        target: cython.int
        occupant: cython.int
        i: cython.int = _BEGIN[kind * 97 + square]
        end: cython.int = _BEGIN[kind * 97 + square + 1]
        while i < end:
            target = _WALK[i]
            occupant = self.squares[target]
            if occupant == 0:
                self.moves[n] = square << 7 | target
                n += 1
                i += 1
            else:
                if occupant >> 3 != seat:
                    self.moves[n] = square << 7 | target
                    n += 1
                i = _BLOCKED[i]
        if kind == _KING and square == seat * 32 + 16:
            return self.generate_castling(seat, n)
        return n

    def generate_pawn(self, seat: cython.int, square: cython.int, n: cython.int) -> cython.int:
        """As `generate_from`, for a pawn."""
        i: cython.int
        occupant: cython.int
        pawn: cython.int = seat * 96 + square
        target: cython.int = _PUSH[pawn]
        if target != _NO_SQUARE and self.squares[target] == 0:
            self.moves[n] = square << 7 | target
            n += 1
            target = _DOUBLE[pawn]
            if target != _NO_SQUARE and self.squares[target] == 0:
                self.moves[n] = square << 7 | target
                n += 1
        for i in range(pawn * _CAPTURE_ROOM, (pawn + 1) * _CAPTURE_ROOM):
            target = _CAPTURES[i]
            if target == _NO_SQUARE:
                break
            occupant = self.squares[target]
            if occupant != 0 and occupant >> 3 != seat:
                self.moves[n] = square << 7 | target
                n += 1
        return n

    def generate_castling(self, seat: cython.int, n: cython.int) -> cython.int:
        """Appends castling for a king on its E1: pieces in place are all that is asked."""
        a1: cython.int = seat * 32
        rook: cython.int = seat * 8 + _ROOK
        if self.squares[a1 + 28] == rook and not (self.squares[a1 + 20] | self.squares[a1 + 24]):
            self.moves[n] = (a1 + 16) << 7 | (a1 + 24)
            n += 1
        if self.squares[a1] == rook and not (
            self.squares[a1 + 4] | self.squares[a1 + 8] | self.squares[a1 + 12]
        ):
            self.moves[n] = (a1 + 16) << 7 | (a1 + 8)
            n += 1
        return n
