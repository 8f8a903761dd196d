from arena_games.board cimport Board

cdef int _WIN
cdef int _BURNED
cdef int _SIDE


cdef class JoustBoard(Board):
    cdef readonly int width
    cdef readonly int height
    cdef readonly bint capture
    cdef readonly int white
    cdef readonly int black
    cdef readonly bytearray burned
    cdef unsigned char[::1] _burned
    cdef const unsigned char[::1] _counts
    cdef const unsigned char[::1] _targets
    cdef const unsigned long long[::1] _zobrist
    cdef unsigned char[::1] _left
    cdef int _made
    cdef unsigned long long _key

    cpdef list legal(self)
    cpdef void make(self, int move)
    cpdef void unmake(self)
    cpdef JoustBoard copy(self)
    cpdef double result(self, int seat)
    cpdef int value(self, int seat)
    cpdef unsigned long long key(self)
    cpdef bint settled(self, int plies)
    cpdef bint captured(self)
    cpdef int prolog_value(self)
    cpdef long long perft(self, int depth)
    cdef int _knight(self, int seat)
    cdef int _free(self, int seat)
    cdef int _choices(self)
    cdef bint _stuck(self)
    cdef bint _threat(self)
