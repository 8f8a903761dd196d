from arena_games.chess.board cimport ChessBoard
from arena_games.chess.placement cimport KING, PAWN, popcount
from arena_games.search.chess_ordering cimport HOLDING, QUIET, ChessOrdering, noisy
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation
from arena_games.search.transposition cimport EXACT, LOWER, UPPER, Transpositions

cdef int[::1] _REDUCTIONS


cdef class _ChessSearch:
    cdef ChessBoard _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef Transpositions _table
    cdef ChessOrdering _order
    cdef bint _selective

    cpdef int after(self, int move, int depth, int alpha, int beta)
    cdef int _value(
        self, int depth, int ply, int alpha, int beta, int start, bint may_skip)
    cdef int _best(
        self, int depth, int ply, int alpha, int beta, int start, int hashed, int static)
    cdef int _below(
        self, int depth, int ply, int alpha, int beta, int end, int reduction, bint first)
    cdef int _reduction(self, int depth, int tried, int at, bint wide)
    cdef bint _hopeless(self, int depth, int tried, int at, int static, int alpha)
    cdef int _skipped(self, int depth, int ply, int beta, int start, int static)
    cdef int _quiet(self, int ply, int alpha, int beta, int start)
    cdef bint _drawn(self)
    cdef bint _has_pieces(self)
