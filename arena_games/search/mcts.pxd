from libc.math cimport log, sqrt

from arena_games.board cimport Board
from arena_games.search.effort cimport Effort
from arena_games.search.evaluation cimport Evaluation


cdef class _Draws:
    cdef long long _state

    cdef long long below(self, long long n)


cdef class _Node:
    cdef readonly int move
    cdef readonly int mover
    cdef readonly int visits
    cdef readonly double total
    cdef readonly list children
    cdef list untried

    cdef _Node select(self, double constant)


cdef class _Uct:
    cdef Board _board
    cdef Evaluation _evaluation
    cdef Effort _effort
    cdef double _constant
    cdef int _rollout_plies
    cdef double _scale
    cdef _Draws _draws
    cdef readonly _Node root

    cpdef void iterate(self)
    cdef int _descend(self, list[_Node] path)
    cdef _Node _expand(self, _Node node)
    cdef int _roll_out(self)
    cdef double _reward(self, int seat, int ply)
