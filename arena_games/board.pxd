cdef class Board:
    cdef public int seats
    cdef public int to_move
    cdef public bint over

    cpdef list legal(self)
    cpdef void make(self, int move)
    cpdef void unmake(self)
    cpdef Board copy(self)
    cpdef double result(self, int seat)
    cpdef int value(self, int seat)
    cpdef unsigned long long key(self)
    cpdef bint settled(self, int plies)
    cpdef int prize(self, int move)
