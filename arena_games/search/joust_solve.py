"""Joust played to its end: who wins, and by which move.

Typed Python, see `arena_games.board`. No depth and no evaluation: only won and lost, kept
in a table. The first move tried is the one that leaves the rival the fewest squares, and of
those the one that leaves the mover the most. A rival who could not move now will not be
able to after any move, as squares never open again (rules page, "Solved").
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.joust.board import JoustBoard
from arena_games.rng import Lot
from arena_games.search.effort import Effort
from arena_games.search.found import WIN, Found, Stop, Stopped, never
from arena_games.search.transposition import Transpositions

if not cython.compiled:
    from arena_games.search.transposition import EXACT


class _Solver:
    """`_moves` and `_ranks` hold eight places for each ply."""

    def __init__(self, board: JoustBoard, effort: Effort, table: Transpositions) -> None:
        self._board = board
        self._effort = effort
        self._table = table
        places = 8 * (board.width * board.height + 1)
        self._moves = array("i", bytes(4 * places))
        self._ranks = array("i", bytes(4 * places))

    def loses(self, ply: cython.int) -> cython.bint:
        """Whether the side to move has lost if both play on without a mistake."""
        board: JoustBoard = self._board
        if board.over:
            return True
        if not board.capture and board.value(1 - board.to_move) == 0:
            return False
        key: cython.ulonglong = board.key()
        entry: cython.int = self._table.find(key)
        if entry >= 0:
            return self._table.value(entry, 0) < 0
        lost: cython.bint = self._search(ply)
        squares: cython.int = board.width * board.height
        self._table.put(key, -1, -1 if lost else 1, squares - ply, EXACT, 0)
        return lost

    def _search(self, ply: cython.int) -> cython.bint:
        board: JoustBoard = self._board
        end: cython.int = self._list(ply)
        i: cython.int
        for i in range(8 * ply, end):
            self._effort.spend()
            board.make(self._moves[i])
            lost: cython.bint = self.loses(ply + 1)
            board.unmake()
            if lost:
                return False
        return True

    def _list(self, ply: cython.int) -> cython.int:
        """Writes the legal moves, the most promising first; returns where they end."""
        board: JoustBoard = self._board
        start: cython.int = 8 * ply
        end: cython.int = start
        move: cython.int
        for move in board.legal():
            board.make(move)
            rank: cython.int = -64 if board.over else 8 * board.value(board.to_move)
            rank -= board.value(1 - board.to_move)
            board.unmake()
            at: cython.int = end
            while at > start and self._ranks[at - 1] > rank:
                self._moves[at] = self._moves[at - 1]
                self._ranks[at] = self._ranks[at - 1]
                at -= 1
            self._moves[at] = move
            self._ranks[at] = rank
            end += 1
        return end


def solve(
    board: Board,
    *,
    seed: int = 0,
    stop: Stop = never,
    table: Transpositions | None = None,
) -> Found | None:
    """A winning move with the value WIN; where all moves lose, one of them with -WIN. None
    if it was stopped before it knew.

    Of several winning moves the first found in an order drawn by `seed`. `depth` is the
    number of squares still open: no match lasts longer. `table` may be kept from turn to
    turn of one match, but not shared with other searches. `board` is left as it was. Raises
    ValueError for a match that is over, and for a board of another game.
    """
    own, effort = board.copy(), Effort(stop)
    if not isinstance(own, JoustBoard):
        raise ValueError("solve is for joust; negascout plays any game for two seats")
    moves = own.legal()
    if not moves:
        raise ValueError("there is nothing to search: the match is over")
    Lot(seed).shuffle(moves)
    solver = _Solver(own, effort, table or Transpositions())
    depth = own.burned.count(0)
    try:
        for move in moves:
            own.make(move)
            lost = solver.loses(1)
            own.unmake()
            if lost:
                return Found(move, WIN, depth, effort.nodes, (move,))
    except Stopped:
        return None
    return Found(moves[0], -WIN, depth, effort.nodes, (moves[0],))
