cimport cython
from libc.math cimport exp, log, sqrt
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.network cimport Reader
from calumma.core.pointers cimport doubles, floats, ints
from calumma.core.state cimport Rng, State
from calumma.search.proof cimport Proof
from calumma.search.rollout cimport c_scale, c_shares, c_winners

cdef int DEEPEST
cdef double TWO_TO_32
cdef double UNIT

@cython.final
cdef class Tree(Proof):
    cdef float* prior            # share of attention that the guess suggests
    cdef Reader reader           # asks a network, if the tree has one of its own
    cdef double* chances         # what it says of actions
    cdef double[MOST_SEATS] part # of what its side wins, a seat has so much
    cdef bint guided             # by a network
    cdef bint asking             # what the node at the end of the path is worth is not known yet
    cdef bint fresh              # nor how its children share the attention
    cdef int depth               # of the path

    cdef void walk(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef bint _is_open(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef void settle(self, double* payoffs) noexcept nogil
    cdef void _foresee(self, int node, double* payoffs) noexcept nogil
    cdef void _simulate(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef bint _expand(self, int node, int depth, int* actions, int* ratings, double* payoffs) noexcept nogil
    cdef void _consider(self, int node, int depth, int* actions, int* ratings, double* payoffs) noexcept nogil
    cdef void _try_all(self, int start, int end, int seat, double* payoffs) noexcept nogil
    cdef void _share_attention(self, int start, int end) noexcept nogil
    cdef int _select(self, int node, int* weights) noexcept nogil
    cdef int _sample(self, int start, int* weights) noexcept nogil
    cdef int _select_plain(self, int node, int start, int end) noexcept nogil
    cdef int _select_informed(self, int node, int start, int end) noexcept nogil
    cdef int _child(self, int action) noexcept
    cdef void _slide(self, int i, int place)
