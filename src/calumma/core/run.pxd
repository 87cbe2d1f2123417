cimport cython
from calumma.core.numbers cimport Actions, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.state cimport Rng, State

@cython.final
cdef class Frame:
    cdef public State state
    cdef public Frame below
    cdef int actions[MOST_ACTIONS]

    cdef long long leaves(self, int depth) noexcept nogil
    cdef long long count(self, int depth) except *

cdef int LONGEST
cdef int UNHEARD

cdef int c_playout(State state, Rng rng, int* actions, int* weights) noexcept nogil
