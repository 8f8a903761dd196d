from arena_games.chess.movegen cimport MoveGenerator
from arena_games.chess.placement cimport (
    CASTLING,
    CASTLING_KEYS,
    CHECKMATE,
    DEAD_POSITION,
    EN_PASSANT,
    EN_PASSANT_KEYS,
    FIFTY_MOVES,
    FIVEFOLD_REPETITION,
    KING,
    PAWN,
    ROOK,
    SEVENTYFIVE_MOVES,
    SIDE_KEY,
    STALEMATE,
    THREEFOLD_REPETITION,
)

cdef unsigned long long[::1] ZOBRIST


cdef class ChessBoard(MoveGenerator):
    cdef readonly bint chess960
    cdef readonly bint auto_claim
    cdef readonly int ending
    cdef readonly int halfmove
    cdef readonly int plies
    cdef signed char[::1] lost

    # What led here, newest last.
    cdef int top
    cdef int room
    cdef unsigned long long[::1] past
    cdef int[::1] played
    cdef int[::1] records

    cpdef list legal(self)
    cpdef void make(self, int move)
    cpdef void unmake(self)
    cpdef ChessBoard copy(self)
    cpdef double result(self, int seat)
    cpdef unsigned long long key(self)
    cpdef unsigned long long perft(self, int depth)
    cpdef bint settled(self, int plies)
    cpdef int repetitions(self)
    cpdef void skip(self)
    cpdef void unskip(self)

    cdef void play(self, int move)
    cdef void take_back(self) noexcept
    cdef void _remember(self, int move, int captured) noexcept
    cdef void _castle(self, int king, int rook) noexcept
    cdef void _uncastle(self, int king, int rook) noexcept
    cdef void _turn(self, int lost) noexcept
    cdef void _offer_en_passant(self, int passed) noexcept
    cdef int _judge(self)
    cdef unsigned long long _perft(self, int depth, int start)
    cdef void _lengthen(self, int room)
