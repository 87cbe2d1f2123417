from libc.math cimport sqrt
from calumma.core.bits cimport popcount
from calumma.games.piecepack.cells cimport flood, sides

cdef unsigned long long ONE_COLOUR, MASK_64
cdef double SURE, SURE_BOTH, SURE_HELD, WAIT, WAIT_HELD, DRAWS, WASP
cdef double STING_EARLY, STING_LATE, ROOM_EARLY, ROOM_LATE, CALM, LONG
cdef int TOLL, ALL_TURNS

cdef inline unsigned long long completing(unsigned long long like) noexcept nogil
cdef inline int max_of(int a, int b) noexcept nogil
cdef inline int scored(int top, bint ace, int held) noexcept nogil
cdef void complete(
    unsigned long long cell, unsigned long long like, int held, int wild,
    unsigned long long* ranks, unsigned long long rivals, unsigned long long stings, int* out
) noexcept nogil

cdef void best_gains(
    int seat, int seats, unsigned long long* colours, unsigned long long* ranks, unsigned long long* chameleons,
    unsigned long long* wasps, unsigned long long hand, unsigned long long wilds, unsigned long long places, int* out
) noexcept nogil
cdef double hopes(int held, int wild, bint acts) noexcept nogil
cdef double drawn(int tiles) noexcept nogil
cdef double hold(unsigned long long wasp, unsigned long long chameleon, unsigned long long places, int tiles) noexcept nogil
cdef double temper(int tiles, int seats) noexcept nogil
