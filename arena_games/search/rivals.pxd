from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation
from arena_games.search.lineup cimport Lineup
from arena_games.search.transposition cimport EXACT, LOWER, UPPER, Transpositions

cdef int _INFINITE


cdef class Rivals:
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef Lineup _lineup
    cdef Transpositions _table
    cdef int _seat
    cdef bint _single

    cpdef int after(self, int move, int depth, int alpha, int beta)
    cdef int _value(self, int depth, int ply, int alpha, int beta)
    cdef int _turn(self, int depth, int ply, int alpha, int beta, int hint)
    cdef int _one(self, int depth, int ply, int alpha, int beta)
    cdef int _reply(self, int move, int depth, int ply, int alpha, int beta)
    cdef int _down(self, int move, int depth, int ply, int alpha, int beta)
    cdef void _keep(self, int depth, int ply, int value, int alpha, int beta, int move) except *
