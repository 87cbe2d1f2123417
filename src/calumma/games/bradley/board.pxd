from calumma.core.bits cimport u128

cdef u128 BOARD
# By the number of a square, RAY by 8 * square + direction.
cdef u128 BIT[69]
cdef u128 RAY[552]
# By the number of a bit.
cdef u128 POWER[90]
cdef int SQUARE[90]
cdef u128 LINES[90]
# Where no line, and where one line, can enclose a cube.
cdef u128 CORNERS
cdef u128 RIM
