from calumma.core.bits cimport u128

cdef void estimate(u128* cubes, u128 empty, int seats, int turn, bint teams, u128 drops, double* out) noexcept nogil
