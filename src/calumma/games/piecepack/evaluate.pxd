from libc.math cimport sqrt
from calumma.core.bits cimport popcount
from calumma.games.piecepack.cells cimport flood, sides

cdef unsigned long long ONE_COLOUR, MASK_64
cdef double SURE, WAIT, WASP, HAND, CALM, LONG
cdef int TOLL

cdef inline unsigned long long completing(unsigned long long like) noexcept nogil
cdef inline int max_of(int a, int b) noexcept nogil
cdef int completed(
    unsigned long long cell, unsigned long long like, int held, unsigned long long* ranks, unsigned long long rivals, unsigned long long stings
) noexcept nogil

cdef int best_gain(
    int seat, int seats, unsigned long long* colours, unsigned long long* ranks, unsigned long long* chameleons,
    unsigned long long* wasps, unsigned long long choice, unsigned long long places
) noexcept nogil
cdef double temper(int tiles, int seats) noexcept nogil
cdef double worth_of(int points, int gain, int distance, bint has_wasp, int held) noexcept nogil
