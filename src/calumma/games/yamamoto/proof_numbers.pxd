from calumma.core.bits cimport lowest, mix, popcount
from calumma.core.pointers cimport ints, uints, ulonglongs
from calumma.games.yamamoto.endings cimport Endings, uint, reach, shifted, spared, turned
from calumma.games.yamamoto.proof cimport Prover, is_mirrored, packed, reflection

cdef int MOVES, DEEPEST, UNPROVEN, SURE, TEMPO, WHITE_PIECE, BLACK_PIECE, OWN_COLOUR, MOVE, PREY, OPEN_GOAL
cdef uint DARK, INFINITE, LONGEST, HARDLY_PROVABLE
cdef unsigned long long ATTACKS

cdef class ProofNumbers:
    cdef readonly Endings endings
    cdef readonly long long nodes
    cdef readonly bint is_cut
    cdef Prover rules
    cdef uint aim
    cdef int pieces
    cdef list kept  # what the pointers point to
    cdef unsigned long long* keys
    cdef uint* proofs
    cdef uint* disproofs
    cdef uint* efforts
    cdef unsigned long long mask
    cdef int* moves
    cdef uint* child_proofs
    cdef uint* child_disproofs
    cdef unsigned long long* path
    cdef long long budget
    cdef uint proof
    cdef uint disproof
    cdef bint tainted
    cdef uint second
    cdef uint* works
    cdef int mobility
    cdef long long slot
    cdef unsigned long long c_key(self, uint white, uint black, uint other_white, uint other_black, bint attacks) noexcept nogil
    cdef long long c_find(self, unsigned long long key) noexcept nogil
    cdef void c_store(self, unsigned long long key, uint proof, uint disproof, uint effort) noexcept nogil
    cdef int c_list(self, uint white, uint black, uint other_white, uint other_black, int depth) noexcept nogil
    cdef void c_judge(self, uint white, uint black, uint other_white, uint other_black, bint attacks) noexcept nogil
    cdef void c_child(
        self, uint white, uint black, uint other_white, uint other_black, int move, bint attacks, int depth
    ) noexcept nogil
    cdef void c_expand(
        self, uint white, uint black, uint other_white, uint other_black, bint attacks, uint most_proof, uint most_disproof, int depth
    ) noexcept nogil
    cdef void c_enter(
        self, uint white, uint black, uint other_white, uint other_black, int move, bint attacks, uint most_proof, uint most_disproof, int depth
    ) noexcept nogil
    cdef int c_open(self, uint white, uint black, uint other_white, uint other_black, bint attacks, int depth) noexcept nogil
    cdef int c_select(self, int count, bint attacks, int depth) noexcept nogil
    cdef void c_sum_up(self, int count, bint attacks, int depth) noexcept nogil
    cdef int c_guess(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef uint c_reach(self, uint white, uint black, uint others) noexcept nogil
    cdef bint c_is_worth_less(self, long long one, long long other) noexcept nogil
    cdef int c_label(self, uint white, uint black, uint other_white, uint other_black, bint attacks) noexcept nogil
    cdef void c_prove(self, uint white, uint black, uint other_white, uint other_black, bint attacks) noexcept nogil
