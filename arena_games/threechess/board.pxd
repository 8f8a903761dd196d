from arena_games.board cimport Board
from arena_games.threechess.armies cimport Armies

cdef const unsigned long long[::1] _TURN_KEYS
cdef int _PAWN
cdef int _QUEEN
cdef int _KING
cdef int _MOVES_ROOM
cdef int _PROMOTED
cdef int _CASTLED
cdef const int[::1] _VALUES
cdef int _DECISIVE


cdef class ThreeChessBoard(Board):
    cdef readonly bint strict
    cdef readonly int max_plies
    cdef readonly int repetition
    cdef readonly int ply
    cdef readonly int ending
    cdef readonly int reversible
    cdef int _loser
    cdef Armies _armies
    cdef int[::1] _undo
    cdef int _undo_count
    cdef int _undo_room
    cdef unsigned long long[::1] _keys
    cdef int _keys_count
    cdef int _keys_room

    cpdef list legal(self)
    cpdef bint allows(self, int move)
    cpdef void make(self, int move)
    cpdef void unmake(self)
    cpdef ThreeChessBoard copy(self)
    cpdef double result(self, int seat)
    cpdef int value(self, int seat)
    cpdef unsigned long long key(self)
    cpdef int prize(self, int move)
    cpdef bint settled(self, int plies)
    cpdef int piece_at(self, int square)
    cpdef int spoils(self, int seat)
    cpdef list captured(self, int seat)
    cpdef long long perft(self, int depth)

    cdef int _apply(self, int move) except -1
    cdef void _revert(self) noexcept
    cdef int _record(self, int record) except -1
    cdef int _remember(self) except -1
    cdef void _judge(self) noexcept
    cdef void _judge_count(self) noexcept
    cdef int _occurrences(self) noexcept
    cdef long long _perft(self, int depth, short[::1] stack, int base) except -1
