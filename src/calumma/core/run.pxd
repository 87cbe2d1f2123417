from calumma.core.state cimport Rng, State

cdef int c_playout(State state, Rng rng, int* actions, int* weights) noexcept nogil
