cimport cython
from calumma.core.bits cimport lowest128, popcount128, u128
from calumma.core.tables cimport Tables
from calumma.games.bradley.capture cimport enclosed, enclosing
from calumma.games.bradley.rules cimport BIT, BOARD, SQUARE

cdef int STAGE[70]
cdef int MARKS, CERTAIN, INFINITE

@cython.final
cdef class Outlook:
    cdef Tables tables
    cdef void mark(self, u128 own, u128 other, unsigned short* marks) noexcept nogil
    cdef inline void _turn(self, unsigned short* marks, u128 squares, int change) noexcept nogil
    cdef int after(self, unsigned short* marks, int view, u128 own, u128 other, u128 empty, int square, u128 turned, int plies, int alpha, int beta) noexcept nogil
    cdef int best(self, unsigned short* marks, int view, u128 own, u128 other, u128 empty, int plies, int alpha, int beta) noexcept nogil
    cdef inline int _sum(self, unsigned short* marks, int view, u128 own, u128 other, u128 empty, int drops) noexcept nogil
