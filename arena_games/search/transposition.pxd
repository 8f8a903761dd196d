cdef enum:
    UPPER = 1
    LOWER = 2
    EXACT = 3


cdef class Transpositions:
    cdef unsigned long long _mask
    cdef int _age
    cdef unsigned long long[::1] _keys
    cdef int[::1] _moves
    cdef int[::1] _values
    cdef int[::1] _notes

    cpdef void renew(self)
    cpdef int find(self, unsigned long long key)
    cpdef int move(self, int entry)
    cpdef int depth(self, int entry)
    cpdef bint decides(self, int entry, int ply, int alpha, int beta)
    cpdef int value(self, int entry, int ply)
    cdef int _rank(self, int entry)
    cpdef void put(
        self, unsigned long long key, int move, int value, int depth, int bound, int ply)
