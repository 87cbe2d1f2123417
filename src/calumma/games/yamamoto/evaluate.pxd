from libc.math cimport exp
from calumma.core.bits cimport lowest, popcount

cdef double PIECE, RANK, LEADER, TEMPO, LONELY

cdef double strength(unsigned int pieces, bint is_orange) noexcept nogil

cdef double estimate(unsigned int orange, unsigned int blue, int turn, int invader) noexcept nogil
