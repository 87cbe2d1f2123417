from calumma.core.numbers cimport OVER
from calumma.core.state cimport Rng, State

cdef void c_scale(double* out, int seats, double lowest, double unit) noexcept nogil
cdef void c_shares(State state, double* out, double lowest, double unit) noexcept nogil
cdef int c_winners(State state, double* payoffs, double lowest, double unit) noexcept nogil
cdef int c_glimpse(
    State state, State scratch, Rng rng, int* actions, double* payoffs, int glimpses, double lowest, double unit
) noexcept nogil
cdef void c_playout(
    State state, State scratch, Rng rng, int* actions, int* weights, double* payoffs, int plies, int glimpses, int turns, int turn,
    double lowest, double unit
) noexcept nogil
