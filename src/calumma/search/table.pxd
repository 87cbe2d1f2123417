from calumma.core.pointers cimport ints, ulonglongs

cdef int ERAS
cdef unsigned long long MASK_32

cdef class TranspositionTable:
    cdef list kept  # what the pointers point to
    cdef unsigned long long* keys  # each mixed with what its entry holds
    cdef int* moves
    cdef int* scores
    cdef int* notes
    cdef unsigned long long mask
    cdef int era     # of this search
    cdef int oldest  # era whose entries may still be read
    cdef int move    # of the entry that was found last
    cdef int score
    cdef int note
    cdef bint c_find(self, unsigned long long key) noexcept nogil
    cdef bint c_read(self, int i, unsigned long long key) noexcept nogil
    cdef void c_store(self, unsigned long long key, int move, int score, int depth, int bound) noexcept nogil

cdef inline unsigned long long mixed(long long move, long long score, long long note) noexcept nogil
