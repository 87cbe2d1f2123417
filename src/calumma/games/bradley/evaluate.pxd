from calumma.core.bits cimport u128

cdef void estimate(u128* cubes, u128 empty, int seats, int turn, bint teams, int* mobility, double* out) noexcept nogil
