cimport cython
from libc.math cimport exp, log, sqrt
from calumma.core.bits cimport mix
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.network cimport Reader
from calumma.core.pointers cimport doubles, floats, ints
from calumma.core.state cimport Rng, State
from calumma.search.growth cimport Growth
from calumma.search.rollout cimport c_shares

cdef int DEEPEST, NOTHING, HIDDEN
cdef double STEEPEST

@cython.final
cdef class InformationTree(Growth):
    cdef int* child    # the first child, or NOTHING
    cdef int* sibling  # the next child of the same parent, or NOTHING
    cdef int* offers   # simulations that passed the parent and could have come here
    cdef int* offered  # children available to the present simulation
    cdef float* pull   # attention that the guess asks for, to be divided by that of all children offered
    cdef int seat      # whose knowledge this is
    cdef bint blends   # all chance outcomes lead to one node
    cdef bint guided   # by a network
    cdef Reader reader      # asks it
    cdef double* chances    # what it says of actions
    cdef unsigned long long luck  # that worlds are dealt by
    cdef int worlds    # in which the actions of the root are evaluated

    cdef void _ask(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef void _simulate(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef void _deal_alike(self, int times) noexcept nogil
    cdef int _by_chance(self, int node, int* actions, int* weights) noexcept nogil
    cdef bint _is_seen(self, int outcome) noexcept nogil
    cdef int _by_choice(self, int node, int seat, int* actions, double* payoffs) noexcept nogil
    cdef void _consider(self, int node, int seat, double* payoffs) noexcept nogil
    cdef double _prospect(self, int node, int seat, double* payoffs) noexcept nogil
    cdef double _attention(self, double guess) noexcept nogil
    cdef void _survey(self, int* actions, double* payoffs) noexcept nogil
    cdef int _select(self, int n) noexcept nogil
    cdef int _select_plain(self, int n) noexcept nogil
    cdef int _select_informed(self, int n) noexcept nogil
    cdef int _find(self, int node, int action) noexcept nogil
    cdef int _add(self, int node, int action, int seat) noexcept nogil
    cdef int _insert(self, int node, int before, int action, int seat) noexcept nogil
    cdef void _slide(self, int i, int place)
