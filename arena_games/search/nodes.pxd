cdef class Nodes:
    cdef readonly int count
    cdef readonly int most
    cdef int _room
    cdef int[::1] move
    cdef int[::1] first
    cdef int[::1] width
    cdef int[::1] visits
    cdef double[::1] total
    cdef double[::1] prior
    cdef double[::1] hope

    cdef bint make_room(self, int more) except -1
    cdef int add(self, int move, double prior) noexcept
    cdef int _add_copy(self, Nodes other, int node) noexcept
    cpdef int best(self, int node)
    cpdef int move_of(self, int node)
    cpdef int visits_of(self, int node)
    cpdef double mean(self, int node)
    cpdef int child(self, int node, int move)
    cpdef Nodes below(self, int node)
