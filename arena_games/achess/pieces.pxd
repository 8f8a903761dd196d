# The same as in `tables`, which explains them; a test holds the two together.
cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5
    BLACK_PAWN = 6

cdef long long NEVER
cdef const signed char[::1] KEPT


cdef class Pieces:
    cdef readonly int count
    cdef public int rights
    cdef public long long progress
    cdef readonly object seed
    cdef readonly int fallen
    cdef list log

    cdef long long cooldown
    cdef long long leap
    cdef long long paces[6]
    cdef signed char kinds[64]
    cdef signed char owners[64]
    cdef signed char squares[64]
    cdef signed char steps[64]
    cdef signed char goals[64]
    cdef signed char promos[64]
    cdef long long dues[64]
    cdef long long readies[64]
    cdef signed char standing[64]

    # For one instant only.
    cdef signed char entering[64]
    cdef signed char stopped[64]
    cdef int arrivals[64]

    cpdef bint alive(self, int piece) except -1
    cpdef int kind(self, int piece) except -2
    cpdef int owner(self, int piece) except -2
    cpdef int square(self, int piece) except -2
    cpdef int step(self, int piece) except -100
    cpdef int goal(self, int piece) except -2
    cpdef long long due(self, int piece) except -2
    cpdef long long ready(self, int piece) except -2
    cpdef int at(self, int square) except -2
    cpdef long long pace(self, int kind) except -2

    cpdef int set_out(self, int piece, int goal, int step, long long first) except -1
    cpdef int halt(self, int piece, long long now) except -1
    cpdef int remove(self, int piece, long long now) except -1
    cpdef int shift(self, int piece, int to, long long now) except -1
    cpdef int promote(self, int piece, int kind) except -1

    cdef int _check(self, int piece) except -1
    cdef int _assign(self, Pieces other) except -1
    cdef long long _first_due(self) noexcept
    cdef void _rest(self, int piece, long long now) noexcept
