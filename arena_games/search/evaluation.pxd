from arena_games.board cimport Board


cdef int _WIN
cdef int _ALL


cdef class Evaluation:
    cpdef int of(self, Board board, int seat, int ply)
    cpdef int total(self)


cdef class Against(Evaluation):
    cpdef int of(self, Board board, int seat, int ply)


cdef class Decided(Evaluation):
    cdef readonly Evaluation undecided

    cpdef int of(self, Board board, int seat, int ply)


cdef class Shares(Evaluation):
    cpdef int of(self, Board board, int seat, int ply)
    cpdef int total(self)


cdef class JoustProlog(Evaluation):
    cpdef int of(self, Board board, int seat, int ply)
