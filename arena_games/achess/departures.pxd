from arena_games.achess.pieces cimport BLACK_PAWN, KING, KNIGHT, PAWN, Pieces

cdef long long NEVER
cdef const signed char[::1] STEPS


cdef class Departures(Pieces):
    cdef str _refusal(self, int seat, int piece, int to, long long now)
    cdef int _depart(self, int piece, int to, int promotion, long long now) except -1
    cdef int _set_out(self, int piece, int goal, int step, long long first, long long now) except -1
    cdef int _step_to(self, int piece, int to) noexcept
    cdef int _castling_side(self, int piece, int to) noexcept
    cdef int _castling_rook(self, int king, int side, long long now) noexcept
    cdef int _castle(self, int king, int side, long long now) except -1
    cdef list _targets(self, int piece, long long now)
