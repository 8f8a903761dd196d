# Tables of `tables.py`, and constants, as C sees them.
cdef const unsigned char[::1] _WALK
cdef const int[::1] _BLOCKED
cdef const int[::1] _BEGIN
cdef const unsigned char[::1] _PUSH
cdef const unsigned char[::1] _DOUBLE
cdef const unsigned char[::1] _CAPTURES
cdef const int[::1] _VALUES
cdef const unsigned long long[::1] _PIECE_KEYS
cdef const unsigned long long[::1] _SPOILS_KEYS
cdef int _PAWN
cdef int _ROOK
cdef int _KING
cdef int _NO_SQUARE
cdef int _CAPTURE_ROOM
cdef int _SPOILS_ROOM


cdef class Armies:
    cdef unsigned char squares[96]
    cdef unsigned char slots[96]
    cdef unsigned char lists[48]
    cdef int counts[3]
    cdef int scores[3]
    cdef int spoils[3]
    cdef unsigned char taken[48]
    cdef int taken_count
    cdef unsigned long long placement
    cdef short moves[512]

    cdef void assign(self, Armies other) noexcept
    cdef void put(self, int piece, int square) noexcept
    cdef void shift(self, int source, int target) noexcept
    cdef void replace(self, int piece, int square) noexcept
    cdef void castle(self, int king) noexcept
    cdef void uncastle(self, int king) noexcept
    cdef void book(self, int seat, int piece) noexcept
    cdef void capture(self, int seat, int square) noexcept
    cdef void give_back(self, int seat, int piece, int square) noexcept
    cdef unsigned long long key(self) noexcept

    cdef int generate(self, int seat) noexcept
    cdef bint can_move(self, int seat) noexcept
    cdef int generate_from(self, int seat, int square, int n) noexcept
    cdef int generate_pawn(self, int seat, int square, int n) noexcept
    cdef int generate_castling(self, int seat, int n) noexcept
