cimport cython
from calumma.core.bits cimport highest128, u128

# The tables of board.py: RAY by 8 * square + direction, POWER by the number of a bit.
cdef u128 RAY[552]
cdef u128 POWER[90]

cdef inline u128 rising(u128 own, u128 others, int step) noexcept nogil
cdef inline u128 falling(u128 own, u128 others, int step) noexcept nogil
cdef void runs(u128 own, u128 others, u128* out) noexcept nogil
cdef u128 enclosing(u128 own, u128 others, u128 empty) noexcept nogil
cdef u128 enclosed(int square, u128 own, u128 others) noexcept nogil
cdef u128 anchors(int square, u128 own, u128 others) noexcept nogil
