# The C surface that every game offers and every search uses. Declared here once; state.py holds the defaults.
# A buffer of actions or weights has room for MOST_ACTIONS ints, a buffer of seats for MOST_SEATS values.

cimport cython
from calumma.core.bits cimport clip, lay, part
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Scores, Shares
from calumma.core.packing cimport copy_numbers, unpack
from calumma.core.pointers cimport schars, ulonglongs

cdef unsigned long long MASK_64, MASK_32, STEP, FACTOR_1, FACTOR_2

@cython.final
cdef class Rng:
    cdef unsigned long long x
    cdef inline unsigned int c_next(self) noexcept nogil
    cdef int c_below(self, int n) noexcept nogil
    cdef int c_by_weight(self, int* weights, int n) noexcept nogil

cdef class State:
    cdef readonly object game
    cdef readonly int seats
    cdef int c_to_act(self) noexcept nogil
    cdef int c_legal(self, int* out) noexcept nogil
    cdef int c_mask(self, unsigned long long* out) noexcept nogil
    cdef int c_chance(self, int* out) noexcept nogil
    cdef int c_pick(self, Rng rng, int* actions, int* weights) noexcept nogil
    cdef bint c_noisy(self, int action) noexcept nogil
    cdef int c_urgent(self, int* out) noexcept nogil
    cdef bint c_is_legal(self, int action) noexcept nogil
    cdef void c_apply(self, int action) noexcept nogil
    cdef void c_copy_from(self, State other) noexcept nogil
    cdef void c_determinize(self, int seat, Rng rng) noexcept nogil
    cdef void c_scores(self, int* out) noexcept nogil
    cdef void c_payoffs(self, double* out) noexcept nogil
    cdef void c_evaluate(self, double* out) noexcept nogil
    cdef double c_worth(self, int seat) noexcept nogil
    cdef void c_prepare(self) noexcept nogil
    cdef bint c_foresee(self, int* actions, int n, int* out) noexcept nogil
    cdef int c_features(self, int seat, int* out) noexcept nogil
    cdef unsigned long long c_hash(self) noexcept nogil
    cdef void c_observe(self, int seat, signed char* out) noexcept nogil
    cdef bint c_bits(self, int seat, unsigned long long* out, signed char* numbers) noexcept nogil
    cdef bint c_see(self, int seat, unsigned long long* out, signed char* numbers, int own, int counted) noexcept nogil
    cdef void c_look(self, int seat, signed char* out, int size) noexcept nogil

cdef inline void write_scores(State state, int seat, signed char* out) noexcept nogil
