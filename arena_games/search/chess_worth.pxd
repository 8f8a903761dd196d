from arena_games.board cimport Board
from arena_games.chess.board cimport ChessBoard
from arena_games.chess.placement cimport KING, PAWN, QUEEN, lowest, popcount
from arena_games.search.evaluation cimport Evaluation

cdef int[::1] _WORTH


cdef class ChessWorth(Evaluation):
    cpdef int of(self, Board board, int seat, int ply)
    cdef unsigned long long _attacked_by(self, ChessBoard board, int seat)
    cdef int _side(
        self, ChessBoard board, int seat, unsigned long long own, unsigned long long theirs)
