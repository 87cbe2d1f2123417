from calumma.core.numbers cimport MOST_SEATS, Shares
from calumma.core.pointers cimport doubles, floats, ints, shorts
from calumma.core.state cimport Rng, State
from calumma.search.rollout cimport c_playout, c_shares

cdef class Growth:
    cdef list kept                  # what the pointers point to
    cdef int* action                # what leads to a node
    cdef int* visits
    cdef double* value              # payoffs of the actor, summed over the visits
    cdef float* guess               # the actor's evaluation of the position here
    cdef short* actor               # seat that acted, -1: chance
    cdef int* path                  # nodes of the present simulation
    cdef int used                   # nodes in use
    cdef int size                   # room
    cdef bint stopped
    cdef bint busy                  # simulations are being made
    cdef int simulations
    cdef int deepest
    cdef double exploration
    cdef double trust
    cdef int plies
    cdef int glimpses
    cdef int turns                  # changes of turn to look ahead, 0: no limit
    cdef int turns_left             # in the present simulation
    cdef int turn                   # whose turn it is there
    cdef double anchor
    cdef double heat
    cdef int patience
    cdef double lowest              # payoff that is worth 0
    cdef double unit                # and what more is worth 1; 0: payoffs are shares
    cdef double totals[MOST_SEATS]  # payoffs of all seats, summed over the simulations
    cdef State root
    cdef State state
    cdef State scratch
    cdef Rng rng
    cdef void start(self) noexcept nogil
    cdef bint is_far(self) noexcept nogil
    cdef void judge(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef void credit(self, int depth, double* payoffs) noexcept nogil
