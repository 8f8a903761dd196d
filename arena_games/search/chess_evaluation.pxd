from arena_games.board cimport Board
from arena_games.chess.board cimport ChessBoard
from arena_games.chess.placement cimport (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    diagonal,
    lowest,
    popcount,
    straight,
)
from arena_games.search.evaluation cimport Evaluation

cdef int[::1] _MIDDLE_GAME, _ENDGAME, _PHASE, _USUAL, _REACH, _REACH_END, _DANGER, _PASSED
cdef int[::1] _PASSED_END
cdef unsigned long long[::1] _FILES, _BESIDE, _IN_FRONT, _SPANS, _WALLS, _KING_STEPS
cdef unsigned long long[::1] _KNIGHT_LEAPS


cdef class ChessTapered(Evaluation):
    cdef int _middle
    cdef int _end
    cdef int _phase

    cpdef int of(self, Board board, int seat, int ply)
    cdef void _men(self, ChessBoard board, int side) noexcept
    cdef void _pieces(self, ChessBoard board, int side, int kind) noexcept
    cdef void _pawns(self, ChessBoard board, int side) noexcept
    cdef void _shelter(self, ChessBoard board, int side) noexcept
    cdef void _count(self, int side, int middle, int end) noexcept
