from calumma.core.numbers cimport Actions, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.state cimport Rng, State

cdef int listed(State state, Rng rng, int* actions, int* weights, int* fault) noexcept nogil
cdef bint are_shares(double* values, int seats) noexcept nogil
