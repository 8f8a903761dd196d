"""The chess board for search: moves made and taken back, repetitions, how a match ends.

Typed Python, see `arena_games.board`; C types are in `board.pxd`. Moves are integers as
`movegen` says. En passant is part of the state only where a legal capture exists, so that
the key, the repetition rule and the FEN agree on it.
"""

from array import array

import cython

from arena_games.chess import tables
from arena_games.chess.movegen import MoveGenerator
from arena_games.chess.setup import Setup

if not cython.compiled:
    from arena_games.chess.tables import (
        CASTLING,
        CASTLING_KEYS,
        CHECKMATE,
        DEAD_POSITION,
        EN_PASSANT,
        EN_PASSANT_KEYS,
        FIFTY_MOVES,
        FIVEFOLD_REPETITION,
        KING,
        PAWN,
        ROOK,
        SEVENTYFIVE_MOVES,
        SIDE_KEY,
        STALEMATE,
        THREEFOLD_REPETITION,
    )

ZOBRIST = tables.ZOBRIST

# Plies that a new board can play before its record is lengthened.
_ROOM: cython.int = 64


class ChessBoard(MoveGenerator):
    """A mutable state of a chess match.

    Readable beside what `Board` has: `ending` (a code of `tables`, 0 while the match goes
    on), `castling` (rights as bits `1 << 2 * colour + side`), `en_passant` (the square
    passed over, 0 for none), `halfmove` (plies since a capture or pawn move), `plies`
    (by the FEN's move number, 0 at a game's start), `chess960`, `auto_claim`.

    Search in typed code may call `generate`, `captures`, `play` and `take_back` and read
    `buffer`: they spend no time on lists and on how a match ends.
    """

    def __init__(self, setup: Setup, chess960: bool = False, auto_claim: bool = True) -> None:
        """The board of a checked `setup`."""
        super().__init__(setup)
        self.chess960 = chess960
        self.auto_claim = auto_claim
        self.halfmove = setup.halfmove
        self.plies = 2 * (setup.fullmove - 1) + setup.to_move
        self.lost = array("b", bytes(64))
        rook: cython.int
        for index, rook in enumerate(setup.corners):
            if rook >= 0:
                self.lost[rook] |= 1 << index
                rook = setup.king(index >> 1)
                self.lost[rook] |= 1 << index
        self.hash ^= ZOBRIST[CASTLING_KEYS + self.castling]
        if self.en_passant:
            self.hash ^= ZOBRIST[EN_PASSANT_KEYS + (self.en_passant & 7)]
        if self.to_move:
            self.hash ^= ZOBRIST[SIDE_KEY]
        self.top = self.room = 0
        self.past, self.played, self.records = array("Q"), array("i"), array("i")
        self.ending = self._judge()
        self.over = self.ending != 0

    def legal(self) -> list[int]:
        """Legal moves by square of origin, castling and en passant last; none when over."""
        if self.over:
            return []
        moves: list[int] = []
        end: cython.int = self.generate(0)
        i: cython.int
        for i in range(end):
            moves.append(self.buffer[i])
        return moves

    def make(self, move: cython.int) -> None:
        """Plays a legal move and finds whether the match is over."""
        self.play(move)
        self.ending = self._judge()
        self.over = self.ending != 0

    def unmake(self) -> None:
        """Takes back the last move. Raises IndexError where none was made on this board."""
        if self.top == 0 or self.played[self.top - 1] == 0:
            raise IndexError("no move to take back on this board")
        self.take_back()
        self.ending = 0
        self.over = False

    def copy(self) -> "ChessBoard":
        """An independent board that knows the past as far as repetitions need it."""
        other: ChessBoard = ChessBoard.__new__(ChessBoard)
        other.seats = 2
        other.to_move = self.to_move
        other.over = self.over
        other.ending = self.ending
        other.chess960 = self.chess960
        other.auto_claim = self.auto_claim
        other.castling = self.castling
        other.en_passant = self.en_passant
        other.halfmove = self.halfmove
        other.plies = self.plies
        other.hash = self.hash
        other.bits = array("Q", bytes(64))
        other.bits[:] = self.bits
        other.squares = array("b", bytes(64))
        other.squares[:] = self.squares
        other.corners = self.corners
        other.lost = self.lost
        other.seen = False
        other.buffer = array("i")
        other.width = 0
        kept: cython.int = min(self.halfmove, self.top)
        other.top = other.room = 0
        other.past, other.played, other.records = array("Q"), array("i"), array("i")
        other._lengthen(kept + _ROOM)
        other.past[:kept] = self.past[self.top - kept : self.top]
        other.top = kept
        return other

    def result(self, seat: cython.int) -> cython.double:
        """1 for mating, 0 for being mated, 0.5 for a draw."""
        if self.ending != CHECKMATE:
            return 0.5
        return 0.0 if seat == self.to_move else 1.0

    def key(self) -> cython.ulonglong:
        """Equal for equal men, side to move, castling rights and (legal) en passant: what
        the repetition rule compares. The counters and the past are not in it."""
        return self.hash

    def settled(self, plies: cython.int) -> cython.bint:
        """See `Board`: a third occurrence takes eight plies without a capture or pawn move."""
        return self.halfmove + plies < 8

    def perft(self, depth: cython.int) -> cython.ulonglong:
        """How many sequences of `depth` legal moves there are: none where the match is over,
        but, as everywhere in perft, drawn positions on the way do not end them."""
        if depth <= 0:
            return 1
        return 0 if self.over else self._perft(depth, 0)

    def repetitions(self) -> cython.int:
        """How often this position has been on the board, now included."""
        times: cython.int = 1
        oldest: cython.int = self.top - min(self.halfmove, self.top)
        i: cython.int = self.top - 4
        while i >= oldest:
            if self.past[i] == self.hash:
                times += 1
            i -= 2
        return times

    def play(self, move: cython.int) -> None:
        """Plays a legal move; `over` and `ending` are left as they were."""
        if self.top == self.room:
            self._lengthen(2 * self.room + _ROOM)
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        flag: cython.int = move >> 15
        captured: cython.int = 0
        moved: cython.int = self.squares[source]
        if flag == EN_PASSANT:
            captured = moved ^ 1
        elif flag != CASTLING:
            captured = self.squares[target]
        self._remember(move, captured)
        if flag == CASTLING:
            self._castle(source, target)
        else:
            if captured:
                self._lift(target ^ 8 if flag == EN_PASSANT else target, captured)
            self._lift(source, moved)
            if move >> 12 & 7:
                moved = (move >> 12 & 7) << 1 | self.to_move
            self._toggle(target, moved)
            self.squares[target] = moved
        self.halfmove = 0 if captured or moved >> 1 == PAWN or move >> 12 & 7 else self.halfmove + 1
        self._turn(self.lost[source] | self.lost[target])
        if moved >> 1 == PAWN and source ^ target == 16:
            self._offer_en_passant((source + target) >> 1)

    def take_back(self) -> None:
        """Takes back what `play` played; `over` and `ending` are left as they are."""
        self.top -= 1
        move: cython.int = self.played[self.top]
        record: cython.int = self.records[self.top]
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        captured: cython.int = record >> 10 & 15
        self.to_move ^= 1
        self.plies -= 1
        if move >> 15 == CASTLING:
            self._uncastle(source, target)
        else:
            moved: cython.int = self.squares[target]
            self._lift(target, moved)
            if move >> 12 & 7:
                moved = 2 * PAWN | self.to_move
            self._drop(source, moved)
            if captured:
                self._drop(target ^ 8 if move >> 15 == EN_PASSANT else target, captured)
        self.castling = record & 15
        self.en_passant = record >> 4 & 63
        self.halfmove = record >> 14
        self.hash = self.past[self.top]
        self.seen = False

    def skip(self) -> None:
        """The side to move passes, which no rule allows: search asks what a threat is worth.

        Not in check. The past does not reach over it: nothing before counts as repeated.
        """
        if self.top == self.room:
            self._lengthen(2 * self.room + _ROOM)
        self._remember(0, 0)
        self.halfmove = 0
        self._turn(0)

    def unskip(self) -> None:
        """Takes back a `skip`."""
        self.top -= 1
        self.to_move ^= 1
        self.plies -= 1
        self.en_passant = self.records[self.top] >> 4 & 63
        self.halfmove = self.records[self.top] >> 14
        self.hash = self.past[self.top]
        self.seen = False

    def _remember(self, move: cython.int, captured: cython.int) -> None:
        self.past[self.top] = self.hash
        self.played[self.top] = move
        self.records[self.top] = (
            self.castling | self.en_passant << 4 | captured << 10 | self.halfmove << 14
        )
        self.top += 1

    def _castle(self, king: cython.int, rook: cython.int) -> None:
        """King and rook to their squares; both leave first, as either may stand on the
        other's square."""
        home: cython.int = king & 56
        self._lift(king, 2 * KING | self.to_move)
        self._lift(rook, 2 * ROOK | self.to_move)
        self._drop(home + (6 if rook > king else 2), 2 * KING | self.to_move)
        self._drop(home + (5 if rook > king else 3), 2 * ROOK | self.to_move)

    def _uncastle(self, king: cython.int, rook: cython.int) -> None:
        home: cython.int = king & 56
        self._lift(home + (6 if rook > king else 2), 2 * KING | self.to_move)
        self._lift(home + (5 if rook > king else 3), 2 * ROOK | self.to_move)
        self._drop(king, 2 * KING | self.to_move)
        self._drop(rook, 2 * ROOK | self.to_move)

    def _turn(self, lost: cython.int) -> None:
        """Hands over the move, with the castling rights that are lost by it."""
        if self.en_passant:
            self.hash ^= ZOBRIST[EN_PASSANT_KEYS + (self.en_passant & 7)]
            self.en_passant = 0
        lost &= self.castling
        if lost:
            self.hash ^= ZOBRIST[CASTLING_KEYS + self.castling]
            self.castling ^= lost
            self.hash ^= ZOBRIST[CASTLING_KEYS + self.castling]
        self.hash ^= ZOBRIST[SIDE_KEY]
        self.to_move ^= 1
        self.plies += 1
        self.seen = False

    def _offer_en_passant(self, passed: cython.int) -> None:
        if self._capturers(passed):
            self.en_passant = passed
            self.hash ^= ZOBRIST[EN_PASSANT_KEYS + (passed & 7)]

    def _judge(self) -> cython.int:
        """The code of the ending that this state is, 0 for none. Of several, the one that
        ends the match whatever else holds comes first: no claim saves a mated king."""
        if not (self.can_mate(0) or self.can_mate(1)):
            return DEAD_POSITION
        self._look()
        if not self._has_move():
            return CHECKMATE if self.checkers else STALEMATE
        if self.halfmove >= 150:
            return SEVENTYFIVE_MOVES
        times: cython.int = self.repetitions()
        if times >= 5:
            return FIVEFOLD_REPETITION
        if self.auto_claim and self.halfmove >= 100:
            return FIFTY_MOVES
        if self.auto_claim and times >= 3:
            return THREEFOLD_REPETITION
        return 0

    def _perft(self, depth: cython.int, start: cython.int) -> cython.ulonglong:
        if depth == 1:
            return self.count()
        end: cython.int = self.generate(start)
        total: cython.ulonglong = 0
        i: cython.int
        for i in range(start, end):
            self.play(self.buffer[i])
            total += self._perft(depth - 1, end)
            self.take_back()
        return total

    def _lengthen(self, room: cython.int) -> None:
        """Gives the record of past states room for `room` plies."""
        past: cython.ulonglong[::1] = array("Q", bytes(8 * room))
        played: cython.int[::1] = array("i", bytes(4 * room))
        records: cython.int[::1] = array("i", bytes(4 * room))
        past[: self.top] = self.past[: self.top]
        played[: self.top] = self.played[: self.top]
        records[: self.top] = self.records[: self.top]
        self.past, self.played, self.records = past, played, records
        self.room = room
