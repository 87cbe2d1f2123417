cimport cython
from calumma.core.numbers cimport MOST_SEATS
from calumma.core.pointers cimport ints, ushorts
from calumma.core.state cimport State
from calumma.search.growth cimport Growth

cdef class Proof(Growth):
    cdef int* first              # index of the first child
    cdef int* count              # number of children, 0: not expanded
    cdef unsigned short* won     # winners if proven, else 0
    cdef int allies[MOST_SEATS]  # for each seat, the seats that win with it, as bits

    @cython.final
    cdef double share(self, int winners, int seat) noexcept nogil
    cdef void share_out(self, int winners, double* payoffs) noexcept nogil
    cdef void prove(self, int depth) noexcept nogil
    @cython.final
    cdef int _outcome(self, int node) noexcept nogil
