from arena_games.joust.board cimport JoustBoard
from arena_games.search.effort cimport Effort
from arena_games.search.transposition cimport EXACT, Transpositions


cdef class _Solver:
    cdef JoustBoard _board
    cdef Effort _effort
    cdef Transpositions _table
    cdef int[::1] _moves
    cdef int[::1] _ranks

    cpdef bint loses(self, int ply)
    cdef bint _search(self, int ply)
    cdef int _list(self, int ply)
