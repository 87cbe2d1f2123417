cimport cython
from libc.math cimport exp, log, sqrt
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.pointers cimport floats, ints, ushorts
from calumma.core.state cimport Rng, State
from calumma.search.growth cimport Growth
from calumma.search.rollout cimport c_scale, c_winners

cdef int DEEPEST

@cython.final
cdef class Tree(Growth):
    cdef int* first              # index of the first child
    cdef int* count              # number of children, 0: not expanded
    cdef float* prior            # share of attention that the guess suggests
    cdef unsigned short* won     # winners if proven, else 0
    cdef int allies[MOST_SEATS]  # for each seat, the seats that win with it, as bits

    cdef void _simulate(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef bint _expand(self, int node, int depth, int* actions, double* payoffs) noexcept nogil
    cdef void _consider(self, int node, int seat, double* payoffs) noexcept nogil
    cdef int _select(self, int node, int* weights) noexcept nogil
    cdef int _sample(self, int start, int* weights) noexcept nogil
    cdef int _select_plain(self, int node, int start, int end) noexcept nogil
    cdef int _select_informed(self, int node, int start, int end) noexcept nogil
    cdef inline double _share(self, int winners, int seat) noexcept nogil
    cdef void _share_out(self, int winners, double* payoffs) noexcept nogil
    cdef void _prove(self, int depth) noexcept nogil
    cdef int _outcome(self, int node) noexcept nogil
    cdef int _child(self, int action) noexcept
    cdef void _slide(self, int i, int place)
