from arena_games.chess.board cimport ChessBoard
from arena_games.chess.placement cimport KING, PAWN, lowest

cdef int[::1] _WORTH
cdef unsigned long long[::1] _BIT

cpdef bint holds(ChessBoard board, int move)
