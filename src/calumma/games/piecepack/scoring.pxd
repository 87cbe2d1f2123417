from calumma.core.bits cimport popcount
from calumma.games.piecepack.cells cimport flood, sides
from calumma.games.piecepack.table cimport Table

cdef int COST, TOLL

cdef class Scoring(Table):
    cdef unsigned long long best_group(self, unsigned long long cell, unsigned long long like, unsigned long long own) noexcept nogil
    cdef int worth(self, unsigned long long group, unsigned long long cell) noexcept nogil
    cdef bint _was_group(self, unsigned long long three) noexcept nogil
    cdef unsigned long long _rivals(self) noexcept nogil
    cdef int bonus(self, int colour) noexcept nogil
    cdef int cost(self, unsigned long long cell, unsigned long long like) noexcept nogil
    cdef bint pay(self, int cost, unsigned long long cell) noexcept nogil
