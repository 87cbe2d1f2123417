from calumma.core.numbers cimport Actions, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.state cimport Rng, State

cdef int listed(State state, Rng rng, int* actions, int* weights, int* fault) noexcept nogil
cdef void write_bounds(object pays, double* bounds)
cdef bint are_declared(double* values, int seats, double* bounds) noexcept nogil
