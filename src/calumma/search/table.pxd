cdef class Table:
    cdef unsigned long long[::1] keys
    cdef int[::1] moves
    cdef int[::1] scores
    cdef int[::1] notes
    cdef unsigned long long mask
    cdef int era
    cdef int c_find(self, unsigned long long key) noexcept nogil
    cdef void c_store(self, unsigned long long key, int move, int score, int depth, int bound) noexcept nogil
