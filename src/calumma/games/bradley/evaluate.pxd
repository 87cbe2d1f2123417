from libc.math cimport exp
from calumma.core.bits cimport popcount128, u128

cdef u128 BOARD, CORNERS, RIM
cdef double CUBE, CORNER, EDGE, EXPOSED, FRONTIER, FREEDOM, TEMPO, PARITY, ROOM

cdef u128 beside(u128 board) noexcept nogil
cdef double strength(u128 own, u128 empty, int mobility) noexcept nogil

cdef void estimate(u128* cubes, u128 empty, int seats, int turn, bint teams, int* mobility, double* out) noexcept nogil
