from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation
from arena_games.search.ordering cimport ordered


cdef class _Negamax:
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort

    cpdef int after(self, int move, int depth, int alpha)
    cdef int _value(self, int depth, int ply, int alpha, int beta)
