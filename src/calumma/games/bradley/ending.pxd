from calumma.core.bits cimport lowest128, mix, popcount128, u128
from calumma.core.pointers cimport ints, ulonglongs
from calumma.games.bradley.rules cimport BIT, BOARD, Bradley, CORNERS, LOW, SQUARE, enclosing, turned_from

cdef u128 AROUND[69]
cdef int FEW, LOOKED_UP, FOREMOST, LOWEST, HIGHEST, NO_MOVE, MOST

cdef class Ending:
    cdef list kept                 # what the pointers point to
    cdef unsigned long long* keys  # four an entry: own cubes and others', each in two halves
    cdef int* notes                # ((best + 1) << 16) + (lower + 128 << 8) + upper + 128
    cdef unsigned long long mask
    cdef readonly long long nodes
    cdef long long limit
    cdef readonly bint stopped
    cdef readonly int best         # the square that the last search liked best, or NO_MOVE
    cdef int visit(self, u128 own, u128 other, u128 empty, int alpha, int beta) noexcept nogil
    cdef int last(self, u128 own, u128 other, u128 empty) noexcept nogil
    cdef int few(self, u128 own, u128 other, u128 empty, u128 drops, int alpha, int beta) noexcept nogil
    cdef int many(self, u128 own, u128 other, u128 empty, u128 drops, int alpha, int beta) noexcept nogil
    cdef int order(self, u128 own, u128 other, u128 empty, u128 drops, int first, int* squares, u128* turns) noexcept nogil
    cdef int answered(self, u128 own, u128 other, u128 empty, int beta, int count, int* squares, u128* turns) noexcept nogil
    cdef int tried(self, u128 own, u128 other, u128 empty, int alpha, int beta, int count, int* squares, u128* turns) noexcept nogil
    cdef int rank(self, u128 other, u128 empty, int square, u128 turned) noexcept nogil
    cdef unsigned long long place(self, u128 own, u128 other) noexcept nogil
    cdef bint holds(self, unsigned long long at, u128 own, u128 other) noexcept nogil
    cdef int known(self, u128 own, u128 other, u128 empty) noexcept nogil
    cdef void note(self, unsigned long long at, u128 own, u128 other, int best, int lower, int upper) noexcept nogil

cdef inline int margin(u128 own, u128 other) noexcept nogil
cdef inline u128 marked(u128 own, u128 other, u128 empty) noexcept nogil
