from calumma.core.state cimport Rng, State

cdef void c_shares(State state, double* out) noexcept nogil
cdef int c_winners(State state, double* payoffs) noexcept nogil
cdef void c_judge(State state, Rng rng, int* actions, int* weights, double* out, double trust, int plies) noexcept nogil
