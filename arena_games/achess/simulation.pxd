from arena_games.achess.arrivals cimport Arrivals


cdef class Simulation(Arrivals):
    cdef readonly object config
    cdef readonly str why
    cdef int _status
    cdef long long _tick
    cdef long long _delay
    cdef long long _max
    cdef long long _quiet
    cdef long long _done
    cdef long long _stamp
    cdef list _orders

    cpdef Simulation copy(self, object seed=*)
    cpdef object run(self, long long to_ms)
    cpdef object order(self, int piece, int to, int promotion=*)
    cpdef list targets(self, int piece)

    cdef int _forward(self, long long to_ms) except -1
    cdef long long _next(self)
    cdef int _instant(self, long long now) except -1
    cdef int _judge(self, long long now) except -1
    cdef int _obey(self, long long now) except -1
    cdef int _resign(self, object orders, long long now) except -1
    cdef int _start(self, object order, long long now) except -1
    cdef int _end(self, int status, str why, long long now) except -1
