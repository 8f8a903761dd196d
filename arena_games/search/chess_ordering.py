"""Which chess moves to look at first.

Typed Python, see `arena_games.board`. In this order: the move that the table knows;
captures that do not lose material (and a promotion to a queen), the greatest victim first;
two killers, quiet moves that refuted a neighbour at this ply; quiet moves by their history;
captures that lose, and lesser promotions.
"""

from array import array

import cython

from arena_games.chess import tables
from arena_games.chess.board import ChessBoard
from arena_games.search.exchange import holds

if not cython.compiled:
    from arena_games.chess.tables import EN_PASSANT, PAWN, QUEEN

_WORTH = tables.WORTH

# Where each kind of move begins. History stays within `_MOST` either way.
HOLDING: cython.int = 1 << 24
QUIET: cython.int = -(1 << 20)
LOSING: cython.int = -(1 << 24)
_KILLER: cython.int = 1 << 20
_HASHED: cython.int = 1 << 28
_MOST: cython.int = 1 << 14


def noisy(board: ChessBoard, move: cython.int) -> cython.bint:
    """Whether a move of `board` captures or promotes."""
    if move >> 12 & 7:
        return True
    flag: cython.int = move >> 15
    if flag:
        return flag == EN_PASSANT
    return board.squares[move >> 6 & 63] != 0


class ChessOrdering:
    """Orders the moves in a board's buffer, and learns from those that cut."""

    def __init__(self, board: ChessBoard, plies: int) -> None:
        """For searches of at most `plies` plies on `board`."""
        self._board = board
        self._history = array("i", bytes(4 * 2 * 4096))
        self._killers = array("i", [-1] * (2 * plies))
        self._scores = array("i")
        self._room = 0

    def rate(self, start: cython.int, end: cython.int, hashed: cython.int, ply: cython.int) -> None:
        """Scores the moves of the buffer from `start` to `end`."""
        if end > self._room:
            scores: cython.int[::1] = array("i", bytes(8 * end))
            scores[: self._room] = self._scores[: self._room]
            self._scores = scores
            self._room = 2 * end
        i: cython.int
        for i in range(start, end):
            move: cython.int = self._board.buffer[i]
            self._scores[i] = _HASHED if move == hashed else self._rated(move, ply)

    def next(self, start: cython.int, end: cython.int) -> cython.int:
        """The best move from `start` to `end`, brought to index `start`."""
        best: cython.int = start
        i: cython.int
        for i in range(start + 1, end):
            if self._scores[i] > self._scores[best]:
                best = i
        move: cython.int = self._board.buffer[best]
        score: cython.int = self._scores[best]
        # What was before it moves up: moves of equal score keep their order.
        for i in range(best, start, -1):
            self._board.buffer[i] = self._board.buffer[i - 1]
            self._scores[i] = self._scores[i - 1]
        self._board.buffer[start] = move
        self._scores[start] = score
        return move

    def score(self, index: cython.int) -> cython.int:
        """The score of the move at `index`: over HOLDING, over QUIET, or over LOSING."""
        return self._scores[index]

    def gain(self, move: cython.int) -> cython.int:
        """What a move takes and promotes to, in centipawns."""
        promoted: cython.int = move >> 12 & 7
        gain: cython.int = _WORTH[promoted] - _WORTH[PAWN] if promoted else 0
        victim: cython.int = self._board.squares[move >> 6 & 63] >> 1
        return gain + _WORTH[PAWN if move >> 15 == EN_PASSANT else victim]

    def reward(self, start: cython.int, at: cython.int, depth: cython.int, ply: cython.int) -> None:
        """The quiet move at index `at` cut; the quiet ones before it, from `start`, did not.

        The board is as it was before the move.
        """
        move: cython.int = self._board.buffer[at]
        if self._killers[2 * ply] != move:
            self._killers[2 * ply + 1] = self._killers[2 * ply]
            self._killers[2 * ply] = move
        by: cython.int = min(depth * depth, 400)
        self._shift(move, 16 * by)
        i: cython.int
        for i in range(start, at):
            move = self._board.buffer[i]
            if not noisy(self._board, move):
                self._shift(move, -16 * by)

    def _shift(self, move: cython.int, by: cython.int) -> None:
        """Moves a history towards +-`_MOST`, the slower the nearer it is."""
        index: cython.int = 4096 * self._board.to_move + (move & 4095)
        old: cython.int = self._history[index]
        room: cython.int = _MOST - (old if by > 0 else -old)
        # In steps of 1024: the same for either sign, interpreted and compiled.
        step: cython.int = abs(by) * (room >> 4) >> 10
        self._history[index] = old + step if by > 0 else old - step

    def _rated(self, move: cython.int, ply: cython.int) -> cython.int:
        board: ChessBoard = self._board
        promoted: cython.int = move >> 12 & 7
        if not noisy(board, move):
            if move == self._killers[2 * ply]:
                return _KILLER + 1
            if move == self._killers[2 * ply + 1]:
                return _KILLER
            return self._history[4096 * board.to_move + (move & 4095)]
        if promoted:
            return HOLDING + 128 if promoted == QUEEN else LOSING + promoted
        victim: cython.int = board.squares[move >> 6 & 63] >> 1
        if move >> 15 == EN_PASSANT:
            return HOLDING + 16
        gain: cython.int = 16 * victim - (board.squares[move & 63] >> 1)
        return (HOLDING if holds(board, move) else LOSING) + gain
