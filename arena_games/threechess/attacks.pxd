from arena_games.threechess.armies cimport Armies
from arena_games.threechess.board cimport ThreeChessBoard

cdef const unsigned char[::1] _WALK
cdef const int[::1] _BLOCKED
cdef const int[::1] _BEGIN
cdef const unsigned char[::1] _CAPTURES
cdef const int[::1] _VALUES
cdef int _PAWN
cdef int _KING
cdef int _NO_SQUARE
cdef int _CAPTURE_ROOM


cdef class Attacks:
    cdef unsigned char least[288]
    cdef int reach[3]
    cdef int kings[3]
    cdef Armies _armies

    cpdef void look(self, ThreeChessBoard board)
    cpdef int cheapest(self, int seat, int square)
    cpdef int mobility(self, int seat)
    cpdef int count(self, int seat)
    cpdef int square(self, int seat, int i)
    cpdef int king(self, int seat)
    cdef void _walk(self, Armies armies, int seat, int square, int kind) noexcept
