"""An evaluation for chess in the spirit of a bitboard program of 2010: material,
protection and attack, check and mate.

Typed Python, see `arena_games.board`. It stands apart from the others because it loads
the rules of chess.
"""

import cython

from arena_games.board import Board
from arena_games.chess import tables
from arena_games.chess.board import ChessBoard
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import WIN

if not cython.compiled:
    from arena_games.chess.tables import KING, PAWN, QUEEN, lowest, popcount

_WORTH = tables.WORTH
_WIN: cython.int = WIN

# Centipawns.
_REACH: cython.int = 3  # for each square that a knight, bishop or rook attacks or protects
_PROTECTED: cython.int = 4  # for each man that another one protects
_CHECK: cython.int = 30  # against the side that is in check
# Of a man that is attacked and not protected, a quarter counts as lost.
_LOSS: cython.int = 4


class ChessWorth(Evaluation):
    """One side's worth less the other's, in centipawns. A mate counts WIN, a little less
    with every ply that it takes; a draw counts 0."""

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        if board.over:
            own_score: cython.double = board.result(seat)
            sign: cython.int = (own_score > 0.5) - (own_score < 0.5)
            return sign * (_WIN - ply)
        chess: ChessBoard = board  # type: ignore[assignment]
        own: cython.ulonglong = self._attacked_by(chess, seat)
        theirs: cython.ulonglong = self._attacked_by(chess, 1 - seat)
        value: cython.int = self._side(chess, seat, own, theirs)
        value -= self._side(chess, 1 - seat, theirs, own)
        if chess.in_check():
            value += -_CHECK if board.to_move == seat else _CHECK
        return value

    def _attacked_by(self, board: ChessBoard, seat: cython.int) -> cython.ulonglong:
        """The squares that some man of the seat attacks or protects."""
        found: cython.ulonglong = 0
        kind: cython.int
        for kind in range(PAWN, KING + 1):
            men: cython.ulonglong = board.pieces(kind, seat)
            while men:
                found |= board.attacks(lowest(men))
                men &= men - 1
        return found

    def _side(
        self,
        board: ChessBoard,
        seat: cython.int,
        own: cython.ulonglong,
        theirs: cython.ulonglong,
    ) -> cython.int:
        """Material, reach, protected men, and what may be lost of those in danger."""
        value: cython.int = board.value(seat)
        kind: cython.int
        for kind in range(PAWN, KING):
            men: cython.ulonglong = board.pieces(kind, seat)
            value += _PROTECTED * popcount(men & own)
            attacked: cython.ulonglong = men & theirs
            value -= popcount(attacked ^ (attacked & own)) * _WORTH[kind] // _LOSS
            if kind in (PAWN, QUEEN):
                continue
            while men:
                value += _REACH * popcount(board.attacks(lowest(men)))
                men &= men - 1
        return value
