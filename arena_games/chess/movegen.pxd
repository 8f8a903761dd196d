from arena_games.chess.placement cimport (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    PAWN,
    Placement,
    QUEEN,
    ROOK,
    lowest,
    popcount,
)

cdef unsigned long long FULL
cdef unsigned long long[::1] BIT, STRAIGHT_LINES, DIAGONAL_LINES, KNIGHT_LEAPS, KING_STEPS
cdef unsigned long long[::1] PAWN_CAPTURES, PAWN_STEPS, PAWN_SECOND_STEPS, PROMOTING
cdef unsigned long long[::1] BETWEEN, THROUGH


cdef class MoveGenerator(Placement):
    cdef readonly int castling
    cdef readonly int en_passant
    cdef signed char[::1] corners

    cdef bint seen
    cdef int king
    cdef unsigned long long checkers
    cdef unsigned long long pinned
    cdef unsigned long long allowed

    cdef int[::1] buffer
    cdef int width

    cpdef int generate(self, int start)
    cpdef int captures(self, int start)
    cpdef int count(self)
    cpdef bint in_check(self)
    cpdef int corner(self, int index)

    cdef bint _has_move(self) noexcept
    cdef void _look(self) noexcept
    cdef unsigned long long _reach(self, int square) noexcept
    cdef unsigned long long _pawn_reach(self, int square) noexcept
    cdef unsigned long long _king_reach(self) noexcept
    cdef unsigned long long _capturers(self, int passed) noexcept
    cdef bint _may_castle(self, int side) noexcept
    cdef int _promotions(self, int start, int source, unsigned long long targets) noexcept
    cdef int _steps(self, int start, unsigned long long aim)
    cdef int _castlings(self, int start) noexcept
    cdef int _en_passants(self, int start) noexcept
    cdef void _widen(self, int width)
