from calumma.games.yamamoto.endings cimport Endings
from calumma.games.yamamoto.proof cimport Prover

cdef class ProofNumbers:
    cdef readonly Endings endings
    cdef readonly long long nodes
    cdef Prover rules
    cdef unsigned int aim
    cdef int pieces
    cdef unsigned long long[::1] keys
    cdef unsigned int[::1] proofs
    cdef unsigned int[::1] disproofs
    cdef unsigned int[::1] efforts
    cdef unsigned long long mask
    cdef int[::1] moves
    cdef unsigned int[::1] child_proofs
    cdef unsigned int[::1] child_disproofs
    cdef unsigned long long[::1] path
    cdef long long budget
    cdef unsigned int proof
    cdef unsigned int disproof
    cdef bint tainted
    cdef unsigned int second
    cdef unsigned int[::1] works
    cdef int mobility
    cdef long long slot
    cdef unsigned long long c_key(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, bint attacks) noexcept nogil
    cdef long long c_find(self, unsigned long long key) noexcept nogil
    cdef void c_store(self, unsigned long long key, unsigned int proof, unsigned int disproof, unsigned int effort) noexcept nogil
    cdef int c_list(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int depth) noexcept nogil
    cdef void c_judge(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, bint attacks) noexcept nogil
    cdef void c_child(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int move, bint attacks, int depth) noexcept nogil
    cdef void c_expand(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, bint attacks, unsigned int most_proof, unsigned int most_disproof, int depth) noexcept nogil
    cdef void c_enter(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int move, bint attacks, unsigned int most_proof, unsigned int most_disproof, int depth) noexcept nogil
    cdef int c_open(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, bint attacks, int depth) noexcept nogil
    cdef int c_select(self, int count, bint attacks, int depth) noexcept nogil
    cdef void c_sum_up(self, int count, bint attacks, int depth) noexcept nogil
    cdef int c_guess(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef unsigned int c_reach(self, unsigned int white, unsigned int black, unsigned int others) noexcept nogil
    cdef bint c_is_worth_less(self, long long one, long long other) noexcept nogil
    cdef int c_label(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, bint attacks) noexcept nogil
    cdef void c_prove(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, bint attacks) noexcept nogil
