from arena_games.board cimport Board


cdef class Evaluation:
    cpdef int of(self, Board board, int seat, int ply)


cdef class Against(Evaluation):
    cpdef int of(self, Board board, int seat, int ply)


cdef class Decided(Evaluation):
    cdef readonly Evaluation undecided

    cpdef int of(self, Board board, int seat, int ply)


cdef class JoustProlog(Evaluation):
    cpdef int of(self, Board board, int seat, int ply)
