cimport cython
from calumma.core.bits cimport lowest, popcount

cdef unsigned long long STEPS[64]
cdef unsigned long long COLOURS[4]
cdef unsigned long long NOT_A, NOT_H, ALL, ONE, BORDER
cdef int TWO_RINGS, THREE_RINGS, FOUR_RINGS, FEATURES
cdef double EARLY[36]  # by FEATURES: for two seats, then for more
cdef double LATE[36]

cdef unsigned long long around(unsigned long long squares) noexcept nogil
cdef unsigned long long captures_at_once(unsigned long long tall, unsigned short* stacks, bint matching) noexcept nogil
cdef unsigned long long captures_in_chains(
    unsigned long long tall, unsigned short* stacks, unsigned long long occupied, bint matching
) noexcept nogil
cdef void appraise(
    int seats, int turn, int left, unsigned long long* pieces, unsigned short* stacks, unsigned long long tall,
    unsigned long long available, bint removing, bint matching, double* out
) noexcept nogil
cdef void count_stacks(unsigned long long own, unsigned short* stacks, double* found) noexcept nogil
cdef double weighed(double* found, int first, double early) noexcept nogil
