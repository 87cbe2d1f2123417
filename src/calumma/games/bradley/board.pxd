from calumma.core.bits cimport u128

cdef u128 BOARD
cdef u128 BIT[69]
cdef u128 POWER[90]
cdef int SQUARE[90]
cdef u128 RAY[552]
