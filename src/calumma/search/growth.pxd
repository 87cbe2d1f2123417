from calumma.core.state cimport Rng, State

cdef class Growth:
    cdef int[::1] action        # what leads to a node
    cdef int[::1] visits
    cdef double[::1] value      # payoffs of the actor, summed over the visits
    cdef float[::1] guess       # the actor's evaluation of the position here
    cdef short[::1] actor       # seat that acted, -1: chance
    cdef int[::1] path          # nodes of the present simulation
    cdef int used               # nodes in use
    cdef int size               # room
    cdef bint stopped
    cdef int simulations
    cdef int deepest
    cdef double exploration
    cdef double trust
    cdef int plies
    cdef int glimpses
    cdef int turns              # changes of turn to look ahead, 0: no limit
    cdef int turns_left         # in the present simulation
    cdef int turn               # whose turn it is there
    cdef double anchor
    cdef double heat
    cdef int patience
    cdef double totals[16]      # payoffs of all seats, summed over the simulations
    cdef State root
    cdef State state
    cdef State scratch
    cdef Rng rng
    cdef void start(self) noexcept nogil
    cdef bint is_far(self) noexcept nogil
    cdef void judge(self, int* actions, int* weights, double* payoffs) noexcept nogil
    cdef void credit(self, int depth, double* payoffs) noexcept nogil
