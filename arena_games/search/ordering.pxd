from arena_games.board cimport Board
from arena_games.search.evaluation cimport Evaluation


cpdef list ordered(list moves, Board board, Evaluation evaluation, int seat, int ply)
