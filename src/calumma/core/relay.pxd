from calumma.core.numbers cimport MOST_ACTIONS, OVER
from calumma.core.reading cimport ShapeReader
from calumma.core.state cimport Rng, State

cdef class Relay(State):
    cdef public object fault  # the first exception that a compiled loop met
    cdef public bint trusts  # the action that is being played is known to be legal
    cdef readonly ShapeReader reader  # of the tables that the game declares as data; None if it declares none

    cdef int c_to_act(self) noexcept with gil
    cdef int c_legal(self, int* out) noexcept with gil
    cdef int c_chance(self, int* out) noexcept with gil
    cdef int c_pick(self, Rng rng, int* actions, int* weights) noexcept with gil
    cdef void c_apply(self, int action) noexcept with gil
    cdef void c_copy_from(self, State other) noexcept with gil
    cdef void c_determinize(self, int seat, Rng rng) noexcept with gil
    cdef void c_scores(self, int* out) noexcept with gil
    cdef void c_payoffs(self, double* out) noexcept with gil
    cdef void c_evaluate(self, double* out) noexcept with gil
    cdef int c_features(self, int seat, int* out) noexcept with gil
    cdef unsigned long long c_hash(self) noexcept with gil
    cdef void c_observe(self, int seat, signed char* out) noexcept with gil
    cdef int _actor(self) except -3
    cdef list _weights(self)
    cdef int _fill(self, int* out, list numbers, object lowest, object limit) except -1
    cdef object _note(self, object error)
