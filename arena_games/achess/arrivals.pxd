from arena_games.achess.departures cimport Departures
from arena_games.achess.pieces cimport PAWN


cdef class Arrivals(Departures):
    cdef int _enter_all(self, long long now) except -1
    cdef int _gather(self, long long now) noexcept
    cdef int _settle_friendly(self, long long now, int n) except -1
    cdef int _stop_refused(self, long long now, int n) except -1
    cdef bint _stop_blocked(self, int n) noexcept
    cdef bint _stop_empty(self, int n) noexcept
    cdef bint _has_victim(self, int index, int n) noexcept
    cdef int _settle_contests(self, long long now, int n) except -1
    cdef int _enter(self, int piece, int target, long long now) except -1
    cdef int _kill(self, int victim, int killer, long long now) except -1
