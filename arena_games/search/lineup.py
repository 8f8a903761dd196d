"""In which order deep searches look at moves: alpha-beta cuts most when the best come first.

Typed Python, see `arena_games.board`.
"""

from array import array

import cython

from arena_games.board import DECISIVE, Board

_ROOM: cython.int = 1024  # for the moves of a ply, of several seats in best-reply search
_SLOTS: cython.int = 16384  # of the history, a seat
_DECISIVE: cython.int = DECISIVE

# What comes first: a winning move, the hinted move, captures, killers, then by history.
_HINT: cython.int = 1 << 28
_TAKES: cython.int = 1 << 20
_KILLER: cython.int = 1 << 19


class Lineup:
    """The moves of each ply of the line at hand, and which moves cut elsewhere in the tree:
    two killers a ply, and for each seat a history by move."""

    def __init__(self, seats: int, plies: int) -> None:
        self._moves = array("i", bytes(4 * _ROOM * plies))
        self._keys = array("i", bytes(4 * _ROOM * plies))
        self._killers = array("i", b"\xff" * (8 * plies))
        self._history = array("i", bytes(4 * _SLOTS * seats))

    def fill(self, board: Board, ply: cython.int, n: cython.int, hint: cython.int) -> cython.int:
        """Adds the legal moves of the board to the n that the ply has; their number then."""
        row: cython.int = ply * _ROOM
        history: cython.int = board.to_move * _SLOTS
        move: cython.int
        for move in board.legal():
            if n == _ROOM:
                break
            prize: cython.int = board.prize(move)
            key: cython.int
            if prize >= _DECISIVE:
                key = _HINT + 1
            elif move == hint:
                key = _HINT
            elif prize > 0:
                key = _TAKES + prize
            elif move == self._killers[2 * ply] or move == self._killers[2 * ply + 1]:
                key = _KILLER
            else:
                key = self._history[history + (move & (_SLOTS - 1))]
            self._moves[row + n] = move
            self._keys[row + n] = key
            n += 1
        return n

    def pick(self, ply: cython.int, i: cython.int, n: cython.int) -> cython.int:
        """The i-th of a ply's n moves, when those before were picked."""
        row: cython.int = ply * _ROOM
        best: cython.int = row + i
        j: cython.int
        for j in range(row + i + 1, row + n):
            if self._keys[j] > self._keys[best]:
                best = j
        move: cython.int = self._moves[best]
        key: cython.int = self._keys[best]
        # Those passed over keep their order, which alone makes ties predictable.
        for j in range(best, row + i, -1):
            self._moves[j] = self._moves[j - 1]
            self._keys[j] = self._keys[j - 1]
        self._moves[row + i] = move
        self._keys[row + i] = key
        return move

    def decides(self, ply: cython.int, i: cython.int) -> cython.bint:
        """Whether the i-th move, picked, wins the match there and then."""
        return self._keys[ply * _ROOM + i] > _HINT

    def cut(self, seat: cython.int, ply: cython.int, move: cython.int, depth: cython.int) -> None:
        """Notes that a seat's move made all others needless at that ply."""
        if move != self._killers[2 * ply]:
            self._killers[2 * ply + 1] = self._killers[2 * ply]
            self._killers[2 * ply] = move
        slot: cython.int = seat * _SLOTS + (move & (_SLOTS - 1))
        self._history[slot] = min(_KILLER - 1, self._history[slot] + depth * depth)
