from libc.math cimport log, sqrt

from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation
from arena_games.search.nodes cimport Nodes

cdef long long _LOW32
cdef int _DECISIVE
cdef int _PLIES


cdef class _Draws:
    cdef long long _state

    cdef long long below(self, long long n)


cdef class MonteCarlo:
    cdef readonly Nodes nodes
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef double _constant
    cdef double _bias
    cdef double _scale
    cdef int _rollout_plies
    cdef _Draws _draws
    cdef int[::1] _path
    cdef int[::1] _movers
    cdef double[::1] _rewards

    cpdef void iterate(self)
    cdef int _descend(self)
    cdef bint _expand(self, int node) except -1
    cdef int _select(self, int node) noexcept
    cdef int _roll_out(self)
    cdef int _draw(self, list moves)
    cdef double _reward(self, int seat, int ply)
    cdef void _learn(self, int plies) noexcept
