from arena_games.chess.board cimport ChessBoard
from arena_games.chess.placement cimport EN_PASSANT, PAWN, QUEEN
from arena_games.search.exchange cimport holds

cdef int[::1] _WORTH
cdef int QUIET, HOLDING, LOSING

cpdef bint noisy(ChessBoard board, int move)


cdef class ChessOrdering:
    cdef ChessBoard _board
    cdef int[::1] _history
    cdef int[::1] _killers
    cdef int[::1] _scores
    cdef int _room

    cdef void rate(self, int start, int end, int hashed, int ply)
    cdef int next(self, int start, int end)
    cdef int score(self, int index)
    cdef int gain(self, int move)
    cdef void reward(self, int start, int at, int depth, int ply)
    cdef int _rated(self, int move, int ply)
    cdef void _shift(self, int move, int by)
