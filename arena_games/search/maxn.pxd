from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation


cdef class MaxN:
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef int _total
    cdef int _seat
    cdef int _offended
    cdef int[::1] _values

    cpdef int after(self, int move, int depth, int alpha)
    cdef int _gain(self, int row, int seat)
    cdef void _fill(self, int depth, int ply, int before, int sure)
