cdef class Effort:
    cdef readonly long long nodes
    cdef object _stop

    cpdef void spend(self)
