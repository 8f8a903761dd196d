from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation
from arena_games.search.ordering cimport ordered
from arena_games.search.transposition cimport EXACT, LOWER, UPPER, Transpositions


cdef class _NegaScout:
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef Transpositions _table

    cpdef int after(self, int move, int depth, int alpha, int beta)
    cdef int _value(self, int depth, int ply, int alpha, int beta)
    cdef int _best(self, int depth, int ply, int alpha, int beta, int hashed, bint settled)
    cdef list _moves(self, int depth, int ply, int hashed)
    cdef bint _holds(self, int entry, int depth, int ply)
