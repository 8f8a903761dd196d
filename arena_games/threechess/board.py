"""ThreeChess for search: whose turn it is, moves made and unmade, and the end.

Typed Python, see `arena_games.board`; C types are in `board.pxd`. The pieces and their
moves are in `armies`. A move is `source << 7 | target`, squares as in
`arena_games.threechess.geometry`, pieces as in `arena_games.threechess.pieces`.
"""

from array import array
from collections.abc import Iterable, Sequence

import cython

from arena_games.board import DECISIVE, Board
from arena_games.threechess import pieces, tables
from arena_games.threechess.armies import Armies

_TURN_KEYS = tables.TURN_KEYS
_PAWN = pieces.PAWN
_QUEEN = pieces.QUEEN
_KING = pieces.KING
_VALUES = array("i", pieces.VALUES)
_DECISIVE: cython.int = DECISIVE
_MOVES_ROOM = 512  # of a position, as in `Armies`

# An undo record is the move (14 bits), the captured piece (5), and these.
_PROMOTED = 1 << 19
_CASTLED = 1 << 20

# Values of `ThreeChessBoard.ending`.
GOES_ON = 0
KING_CAPTURED = 1
NO_MOVES = 2
REPETITION = 3
MAX_PLIES = 4


class ThreeChessBoard(Board):
    """A mutable state of a ThreeChess match; without pieces until `setup`.

    `strict` scores a side without moves as an illegal answer. `max_plies` and
    `repetition` (the n-th occurrence) end the match in a draw, 0: never. `ply` counts
    moves since the start, `reversible` those since the last capture or pawn move (or
    since `setup`). `ending` says why the match is over.
    """

    def __init__(self, strict: bool = False, max_plies: int = 0, repetition: int = 0) -> None:
        self.seats = 3
        self.strict = strict
        self.max_plies = max_plies
        self.repetition = repetition
        self.to_move = 0
        self.over = False
        self.ply = 0
        self.ending = GOES_ON
        self.reversible = 0
        self._loser = -1
        self._armies = Armies()
        if not cython.compiled:  # compiled, memoryviews that wait for the first move
            self._undo = array("i")
            self._keys = array("Q")
        self._undo_count = 0
        self._undo_room = 0
        self._keys_count = 0
        self._keys_room = 0

    def setup(
        self, squares: Sequence[int], captured: Sequence[Iterable[int]], to_move: int, ply: int
    ) -> None:
        """Puts a position on a fresh board: the piece on each of the 96 squares, the
        captured list of each seat, whose turn it is, and moves since the start.

        Trusts its caller: at most 16 pieces of a colour on the board and captured, and a
        king each, but for one that the last move has captured.
        """
        self.to_move = to_move
        self.ply = ply
        for square, piece in enumerate(squares):
            if piece:
                self._armies.put(piece, square)
        for seat, spoils in enumerate(captured):
            for piece in spoils:
                self._armies.book(seat, piece)
        for seat in range(3):
            if seat * 8 + pieces.KING not in squares:
                self._loser = seat
        if self.repetition:
            self._remember()
        self._judge()

    def legal(self) -> list[int]:
        """Legal moves, ascending, which is also the order of their texts."""
        i: cython.int
        found: list[int] = []
        if not self.over:
            for i in range(self._armies.generate(self.to_move)):
                found.append(self._armies.moves[i])
            found.sort()
        return found

    def allows(self, move: cython.int) -> cython.bint:
        """Whether a number is a legal move."""
        i: cython.int
        source: cython.int = move >> 7
        if self.over or not 0 <= source < 96:
            return False
        piece: cython.int = self._armies.squares[source]
        if piece == 0 or piece >> 3 != self.to_move:
            return False
        for i in range(self._armies.generate_from(self.to_move, source, 0)):
            if self._armies.moves[i] == move:
                return True
        return False

    def make(self, move: cython.int) -> None:
        """Plays a move of `legal()`. Anything else leaves the board in no defined state."""
        self._apply(move)
        self._judge()

    def unmake(self) -> None:
        """Takes back the last move made on this board object; IndexError if there is none."""
        if self._undo_count == 0:
            raise IndexError("no move to take back")
        self._revert()

    def copy(self) -> "ThreeChessBoard":
        """An independent board in the same state; moves made before cannot be unmade on it."""
        other: ThreeChessBoard = ThreeChessBoard(self.strict, self.max_plies, self.repetition)
        other.to_move = self.to_move
        other.over = self.over
        other.ply = self.ply
        other.ending = self.ending
        other.reversible = self.reversible
        other._loser = self._loser
        other._armies.assign(self._armies)
        if self.repetition:
            # Earlier positions cannot come back.
            other._keys_count = other._keys_room = self.reversible + 1
            other._keys = array("Q", self._keys[self._keys_count - other._keys_count :])
        return other

    def result(self, seat: cython.int) -> cython.double:
        """The seat's score when `over`: +1, 0 or -1; `strict`, -2 for a side without
        moves and +1 for both others."""
        if self.ending == KING_CAPTURED:
            if seat == self._loser:
                return -1.0
            return 1.0 if seat == (self.to_move + 2) % 3 else 0.0
        if self.ending == NO_MOVES and self.strict:
            return -2.0 if seat == self.to_move else 1.0
        return 0.0

    def value(self, seat: cython.int) -> cython.int:
        """The score of rules section 10: own pieces on the board and captured ones."""
        return self._armies.scores[seat]

    def key(self) -> cython.ulonglong:
        """A 64-bit hash of pieces, turn and the values of the captured lists. It leaves
        out the ply and what was repeated."""
        return self._armies.key() ^ _TURN_KEYS[self.to_move]

    def settled(self, plies: cython.int) -> cython.bint:
        """See `Board`: the key leaves out repetitions and the limit of plies."""
        return not self.repetition and (self.max_plies == 0 or self.ply + plies < self.max_plies)

    def prize(self, move: cython.int) -> cython.int:
        """The points of the piece that a legal move takes; DECISIVE for a king."""
        taken: cython.int = self._armies.squares[move & 127] & 7
        return _DECISIVE if taken == _KING else _VALUES[taken]

    def piece_at(self, square: cython.int) -> cython.int:
        """The piece on a square 0..95, 0 if it is empty."""
        return self._armies.squares[square]

    def spoils(self, seat: cython.int) -> cython.int:
        """The value of a seat's captured list."""
        return self._armies.spoils[seat]

    def captured(self, seat: cython.int) -> list[int]:
        """The pieces that a seat has captured, in order."""
        i: cython.int
        found: list[int] = []
        for i in range(self._armies.taken_count):
            if self._armies.taken[i] >> 5 == seat:
                found.append(self._armies.taken[i] & 31)
        return found

    def perft(self, depth: cython.int) -> cython.longlong:
        """The number of legal sequences of exactly that many moves."""
        if depth < 1:
            return 1
        if self.over:
            return 0
        return self._perft(depth, array("h", bytes(2 * _MOVES_ROOM * depth)), 0)

    def _perft(
        self, depth: cython.int, stack: cython.short[::1], base: cython.int
    ) -> cython.longlong:
        i: cython.int
        total: cython.longlong = 0
        n: cython.int = self._armies.generate(self.to_move)
        if depth == 1:
            return n  # that of a king's captor, too: it only has no children
        for i in range(n):
            stack[base + i] = self._armies.moves[i]
        for i in range(n):
            self._apply(stack[base + i])
            self._judge_count()
            if not self.over:
                total += self._perft(depth - 1, stack, base + n)
            self._revert()
        return total

    def _apply(self, move: cython.int) -> cython.int:
        """Makes a move and sees whether it captures a king, not whether play can go on."""
        source: cython.int = move >> 7
        target: cython.int = move & 127
        piece: cython.int = self._armies.squares[source]
        taken: cython.int = self._armies.squares[target]
        kind: cython.int = piece & 7
        record: cython.int = move | taken << 14
        if taken:
            self._armies.capture(self.to_move, target)
        self._armies.shift(source, target)
        if kind == _PAWN and target & 3 == 0:
            # The back rank of another section: a pawn never returns to its own.
            record |= _PROMOTED
            self._armies.replace(piece - _PAWN + _QUEEN, target)
        elif kind == _KING and source >> 5 == target >> 5 and abs(target - source) == 8:
            record |= _CASTLED
            self._armies.castle(target)
        self._record(record)
        self.reversible = 0 if taken or kind == _PAWN else self.reversible + 1
        self.ply += 1
        self.to_move = self.to_move + 1 if self.to_move < 2 else 0
        if taken & 7 == _KING:
            self._loser = taken >> 3
            self.over = True
            self.ending = KING_CAPTURED
        if self.repetition:
            self._remember()
        return 0

    def _revert(self) -> None:
        self._undo_count -= 1
        record: cython.int = self._undo[2 * self._undo_count]
        self.reversible = self._undo[2 * self._undo_count + 1]
        target: cython.int = record & 127
        taken: cython.int = record >> 14 & 31
        self.over = False
        self.ending = GOES_ON
        self._loser = -1
        self.ply -= 1
        self.to_move = self.to_move - 1 if self.to_move > 0 else 2
        if self.repetition:
            self._keys_count -= 1
        if record & _PROMOTED:
            self._armies.replace(self.to_move * 8 + _PAWN, target)
        if record & _CASTLED:
            self._armies.uncastle(target)
        self._armies.shift(target, record >> 7 & 127)
        if taken:
            self._armies.give_back(self.to_move, taken, target)

    def _record(self, record: cython.int) -> cython.int:
        """Notes what `_revert` needs."""
        if self._undo_count == self._undo_room:
            self._undo_room = max(16, 2 * self._undo_room)
            wider = array("i", bytes(8 * self._undo_room))
            if self._undo_count:
                wider[: 2 * self._undo_count] = array("i", self._undo)
            self._undo = wider
        self._undo[2 * self._undo_count] = record
        self._undo[2 * self._undo_count + 1] = self.reversible
        self._undo_count += 1
        return 0

    def _remember(self) -> cython.int:
        """Appends the key of this position to those that can come back."""
        if self._keys_count == self._keys_room:
            self._keys_room = max(64, 2 * self._keys_room)
            wider = array("Q", bytes(8 * self._keys_room))
            if self._keys_count:
                wider[: self._keys_count] = array("Q", self._keys)
            self._keys = wider
        self._keys[self._keys_count] = self.key()
        self._keys_count += 1
        return 0

    def _judge(self) -> None:
        """Sees whether the match is over. A captured king goes before no moves, that
        before a repetition, and the limit of plies comes last."""
        if self._loser >= 0:
            self.over = True
            self.ending = KING_CAPTURED
        elif not self._armies.can_move(self.to_move):
            self.over = True
            self.ending = NO_MOVES
        else:
            self._judge_count()

    def _judge_count(self) -> None:
        if self.over:
            return
        if self.repetition and self._occurrences() >= self.repetition:
            self.over = True
            self.ending = REPETITION
        elif self.max_plies and self.ply >= self.max_plies:
            self.over = True
            self.ending = MAX_PLIES

    def _occurrences(self) -> cython.int:
        """How often this position has been on the board, now included."""
        back: cython.int
        found: cython.int = 1
        now: cython.int = self._keys_count - 1
        for back in range(3, self.reversible + 1, 3):
            if self._keys[now - back] == self._keys[now]:
                found += 1
        return found
