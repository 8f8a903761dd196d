from arena_games.board cimport Board

cdef int _ROOM
cdef int _SLOTS
cdef int _HINT
cdef int _TAKES
cdef int _KILLER
cdef int _DECISIVE


cdef class Lineup:
    cdef int[::1] _moves
    cdef int[::1] _keys
    cdef int[::1] _killers
    cdef int[::1] _history

    cdef int fill(self, Board board, int ply, int n, int hint) except -1
    cdef int pick(self, int ply, int i, int n) noexcept
    cdef bint decides(self, int ply, int i) noexcept
    cdef void cut(self, int seat, int ply, int move, int depth) noexcept
