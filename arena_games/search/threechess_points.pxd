from arena_games.board cimport Board
from arena_games.search.evaluation cimport Evaluation
from arena_games.threechess.attacks cimport Attacks
from arena_games.threechess.board cimport ThreeChessBoard

cdef const int[::1] _VALUES
cdef int _SCORE
cdef int _IN_DANGER


cdef class ThreeChessPoints(Evaluation):
    cdef readonly Evaluation score
    cdef Attacks _attacks

    cpdef int of(self, Board board, int seat, int ply)
    cdef int _prospects(self, ThreeChessBoard board, int seat)
    cdef int _net(self, ThreeChessBoard board, int seat, int owner, int square)
