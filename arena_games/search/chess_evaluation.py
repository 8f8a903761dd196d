"""A chess evaluation to read and to replace: `chess_search` takes any other `Evaluation`.

Typed Python, see `arena_games.board`. Centipawns. Everything is counted twice, for the
middle game and for the endgame, and weighed by how many pieces are left ("tapered"):
men and their squares (`chess_squares`); the squares that pieces reach; attacks around the
enemy king; pawns that are passed, doubled or alone; rooks on open files; two bishops;
pawns before the own king.
"""

from array import array

import cython

from arena_games.board import Board
from arena_games.chess import tables
from arena_games.chess.board import ChessBoard
from arena_games.search import chess_squares
from arena_games.search.evaluation import Evaluation
from arena_games.search.found import WIN

if not cython.compiled:
    from arena_games.chess.placement import diagonal, straight
    from arena_games.chess.tables import (
        BISHOP,
        KING,
        KNIGHT,
        PAWN,
        QUEEN,
        ROOK,
        lowest,
        popcount,
    )

_WIN: cython.int = WIN
_MIDDLE_GAME = chess_squares.MIDDLE_GAME
_ENDGAME = chess_squares.ENDGAME
_KING_STEPS = tables.KING_STEPS
_KNIGHT_LEAPS = tables.KNIGHT_LEAPS

# By kind (pawn 2 to king 7): what it counts towards a full board of 24.
_PHASE = array("i", [0, 0, 0, 1, 1, 2, 4, 0])
_FULL: cython.int = 24
# Squares that a piece usually reaches, and what each one more is worth, less costs.
_USUAL = array("i", [0, 0, 0, 4, 6, 7, 13, 0])
_REACH = array("i", [0, 0, 0, 4, 5, 2, 1, 0])
_REACH_END = array("i", [0, 0, 0, 4, 5, 4, 2, 0])
# Against the enemy king, for each square around it that a piece attacks.
_DANGER = array("i", [0, 0, 0, 8, 7, 9, 12, 0])
# A passed pawn, by how many ranks it has come.
_PASSED = array("i", [0, 0, 4, 8, 18, 38, 70, 0])
_PASSED_END = array("i", [0, 6, 10, 22, 44, 80, 130, 0])
_DOUBLED: cython.int = 9
_DOUBLED_END: cython.int = 18
_ALONE: cython.int = 12
_ALONE_END: cython.int = 9
_OPEN_FILE: cython.int = 28
_HALF_OPEN_FILE: cython.int = 12
_TWO_BISHOPS: cython.int = 24
_TWO_BISHOPS_END: cython.int = 48
_SHELTER: cython.int = 12
_OPEN_KING: cython.int = 18
_TO_MOVE: cython.int = 12

_A_FILE = 0x0101010101010101


def _in_front(colour: int, square: int) -> int:
    """The squares before a pawn on its file."""
    ranks = range((square >> 3) + 1, 8) if colour == 0 else range(square >> 3)
    return sum(1 << 8 * rank + (square & 7) for rank in ranks)


def _beside(mask: int) -> int:
    """The same squares on the files left and right."""
    return (mask & ~_A_FILE) >> 1 | (mask << 1 & ~_A_FILE & tables.FULL)


def _wall(colour: int, square: int) -> int:
    """The six squares on the two ranks before a king."""
    front = _in_front(colour, square)
    rank = square >> 3
    near = (rank + 1, rank + 2) if colour == 0 else (rank - 1, rank - 2)
    ranks = sum(0xFF << 8 * other for other in near if 0 <= other < 8)
    return (front | _beside(front)) & ranks


_FILES = array("Q", [_A_FILE << square % 8 for square in range(64)])
_BESIDE = array("Q", [_beside(_A_FILE << square % 8) for square in range(64)])
# By 64 * colour + square: the way before a pawn, the ways beside that one, and the squares
# on which pawns shelter a king.
_IN_FRONT = array("Q", [_in_front(colour, square) for colour in (0, 1) for square in range(64)])
_SPANS = array("Q", [_beside(front) for front in _IN_FRONT])
_WALLS = array("Q", [_wall(colour, square) for colour in (0, 1) for square in range(64)])


class ChessTapered(Evaluation):
    """One side's worth less the other's, with a little for the side to move. A mate counts
    WIN, less one for each ply that it takes; a draw counts 0."""

    def of(self, board: Board, seat: cython.int, ply: cython.int) -> cython.int:
        if board.over:
            own_score: cython.double = board.result(seat)
            sign: cython.int = (own_score > 0.5) - (own_score < 0.5)
            return sign * (_WIN - ply)
        chess: ChessBoard = board  # type: ignore[assignment]
        self._middle = 0
        self._end = 0
        self._phase = 0
        side: cython.int
        for side in range(2):
            self._men(chess, side)
            self._pawns(chess, side)
            self._shelter(chess, side)
        phase: cython.int = min(self._phase, _FULL)
        total: cython.int = self._middle * phase + self._end * (_FULL - phase)
        # Rounded towards 0, so that both sides see the same.
        value: cython.int = total // _FULL if total >= 0 else -(-total // _FULL)
        value += -_TO_MOVE if board.to_move else _TO_MOVE
        return -value if seat else value

    def _men(self, board: ChessBoard, side: cython.int) -> None:
        """Men on their squares, and what pieces do there."""
        kind: cython.int
        for kind in range(PAWN, KING + 1):
            piece: cython.int = 2 * kind + side
            men: cython.ulonglong = board.bits[kind] & board.bits[side]
            self._phase += _PHASE[kind] * popcount(men)
            while men:
                square: cython.int = lowest(men)
                self._middle += _MIDDLE_GAME[64 * piece + square]
                self._end += _ENDGAME[64 * piece + square]
                men &= men - 1
            if PAWN < kind < KING:
                self._pieces(board, side, kind)

    def _pieces(self, board: ChessBoard, side: cython.int, kind: cython.int) -> None:
        own: cython.ulonglong = board.bits[side]
        men: cython.ulonglong = board.bits[kind] & own
        if kind == BISHOP and men & (men - 1):
            self._count(side, _TWO_BISHOPS, _TWO_BISHOPS_END)
        occupied: cython.ulonglong = own | board.bits[side ^ 1]
        pawns: cython.ulonglong = board.bits[PAWN]
        king: cython.int = lowest(board.bits[KING] & board.bits[side ^ 1])
        while men:
            square: cython.int = lowest(men)
            men &= men - 1
            reach: cython.ulonglong = 0
            if kind == KNIGHT:
                reach = _KNIGHT_LEAPS[square]
            if kind in (ROOK, QUEEN):
                reach = straight(square, occupied)
            if kind in (BISHOP, QUEEN):
                reach |= diagonal(square, occupied)
            more: cython.int = popcount(reach ^ (reach & own)) - _USUAL[kind]
            near: cython.int = popcount(reach & _KING_STEPS[king])
            self._count(side, more * _REACH[kind] + near * _DANGER[kind], more * _REACH_END[kind])
            if kind == ROOK and _FILES[square] & pawns & own == 0:
                shut: cython.bint = _FILES[square] & pawns != 0
                self._count(side, _HALF_OPEN_FILE if shut else _OPEN_FILE, _HALF_OPEN_FILE)

    def _pawns(self, board: ChessBoard, side: cython.int) -> None:
        own: cython.ulonglong = board.bits[PAWN] & board.bits[side]
        theirs: cython.ulonglong = board.bits[PAWN] & board.bits[side ^ 1]
        rest: cython.ulonglong = own
        while rest:
            square: cython.int = lowest(rest)
            rest &= rest - 1
            front: cython.ulonglong = _IN_FRONT[64 * side + square]
            if front & own:
                self._count(side, -_DOUBLED, -_DOUBLED_END)
            if _BESIDE[square] & own == 0:
                self._count(side, -_ALONE, -_ALONE_END)
            if (front | _SPANS[64 * side + square]) & theirs == 0 and front & own == 0:
                rank: cython.int = 7 - (square >> 3) if side else square >> 3
                self._count(side, _PASSED[rank], _PASSED_END[rank])

    def _shelter(self, board: ChessBoard, side: cython.int) -> None:
        """Own pawns on the two ranks before the king, and files without any."""
        king: cython.int = lowest(board.bits[KING] & board.bits[side])
        pawns: cython.ulonglong = board.bits[PAWN] & board.bits[side]
        bare: cython.int = 0 if pawns & _FILES[king] else _OPEN_KING
        self._count(side, _SHELTER * popcount(pawns & _WALLS[64 * side + king]) - bare, 0)

    def _count(self, side: cython.int, middle: cython.int, end: cython.int) -> None:
        """For White as it is, for Black the other way round."""
        self._middle += -middle if side else middle
        self._end += -end if side else end
