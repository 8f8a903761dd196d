from arena_games.board cimport Board

# Bit scans; interpreted, they are those of `tables`.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int arena_lowest(unsigned long long b) {
        unsigned long i; _BitScanForward64(&i, b); return (int)i;
    }
    static __inline int arena_highest(unsigned long long b) {
        unsigned long i; _BitScanReverse64(&i, b); return (int)i;
    }
    #define arena_popcount(b) ((int)__popcnt64(b))
    #else
    #define arena_lowest(b) __builtin_ctzll(b)
    #define arena_highest(b) (63 - __builtin_clzll(b))
    #define arena_popcount(b) __builtin_popcountll(b)
    #endif
    """
    int lowest "arena_lowest" (unsigned long long bits) nogil
    int highest "arena_highest" (unsigned long long bits) nogil
    int popcount "arena_popcount" (unsigned long long bits) nogil

# The same as in `tables`, which explains them; a test holds the two together.
cdef enum:
    PAWN = 2
    KNIGHT = 3
    BISHOP = 4
    ROOK = 5
    QUEEN = 6
    KING = 7
    EN_PASSANT = 1
    CASTLING = 2
    CHECKMATE = 1
    STALEMATE = 2
    DEAD_POSITION = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    CASTLING_KEYS = 1024
    EN_PASSANT_KEYS = 1040
    SIDE_KEY = 1048

cdef unsigned long long TOP, DARK
cdef int[::1] WORTH
cdef unsigned long long[::1] BIT, RAYS, STRAIGHT_LINES, DIAGONAL_LINES, KNIGHT_LEAPS, KING_STEPS
cdef unsigned long long[::1] PAWN_CAPTURES, ZOBRIST

cdef unsigned long long straight(int square, unsigned long long occupied) noexcept
cdef unsigned long long diagonal(int square, unsigned long long occupied) noexcept


cdef class Placement(Board):
    cdef unsigned long long[::1] bits
    cdef signed char[::1] squares
    cdef unsigned long long hash

    cpdef int value(self, int seat)
    cpdef int piece_at(self, int square)
    cpdef unsigned long long pieces(self, int kind, int colour)
    cpdef unsigned long long attacks(self, int square)
    cpdef unsigned long long attackers(self, int square, int colour)
    cpdef bint can_mate(self, int colour)

    cdef unsigned long long _attackers(
        self, int square, int colour, unsigned long long occupied) noexcept
    cdef void _toggle(self, int square, int piece) noexcept
    cdef void _drop(self, int square, int piece) noexcept
    cdef void _lift(self, int square, int piece) noexcept
