from calumma.core.bits cimport u64, u128

# By 4 * square + direction: the squares of the line in each half of the board, the first of them, and how many the lower half has.
cdef u64 LOWER[276]
cdef u64 UPPER[276]
cdef int LOWER_FIRST[276]
cdef int UPPER_FIRST[276]
cdef int IN_LOWER[276]
cdef int PLACE[276]         # where the counts begin for this place on the line
cdef u64 FACTOR[4]
cdef unsigned char COUNTS[4608]  # by place and own cubes
cdef unsigned long long LOW
cdef int TOP

cpdef int enclosed_on(int square, u128 own) noexcept nogil
