from arena_games.board cimport Board
from arena_games.search.evaluation cimport Evaluation
from arena_games.threechess.attacks cimport Attacks
from arena_games.threechess.board cimport ThreeChessBoard

cdef const int[::1] _VALUES
cdef const int[::1] _SHARE
cdef const int[::1] _RING_BEGIN
cdef const unsigned char[::1] _RING
cdef int _KING


cdef class ThreeChessWorth(Evaluation):
    cdef Attacks _attacks
    cdef unsigned long long _key
    cdef bint _fresh
    cdef int _captor
    cdef int _exposed[3]
    cdef int _worth[3]
    cdef int _most[3]
    cdef int _victim[3]

    cpdef int of(self, Board board, int seat, int ply)
    cdef int _captured(self, int seat, int ply) noexcept
    cdef void _assess(self, ThreeChessBoard board) except *
    cdef void _threats(self, ThreeChessBoard board) except *
    cdef int _loss(self, int seat, int owner, int square, int worth) noexcept
    cdef void _king(self, int seat, int order) noexcept
