from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation


cdef class _MaxN:
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef int[::1] _values

    cpdef int after(self, int move, int depth, int alpha)
    cdef void _fill(self, int depth, int ply)
