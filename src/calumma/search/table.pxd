from calumma.core.pointers cimport ints, ulonglongs

cdef int ERAS

cdef class TranspositionTable:
    cdef list kept  # what the pointers point to
    cdef unsigned long long* keys
    cdef int* moves
    cdef int* scores
    cdef int* notes
    cdef unsigned long long mask
    cdef int era     # of this search
    cdef int oldest  # era whose entries may still be read
    cdef int c_find(self, unsigned long long key) noexcept nogil
    cdef void c_store(self, unsigned long long key, int move, int score, int depth, int bound) noexcept nogil
