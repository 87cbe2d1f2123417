from calumma.core.bits cimport lowest, mix, popcount
from calumma.core.pointers cimport ints, ulonglongs
from calumma.games.yamamoto.endings cimport Endings, uint, origins, reach, shifted, spared, turned

cdef int MOVES, PLIES, NO_MOVE, NEVER, WON, NOT_WON, LOST, NOT_LOST, MOVE
cdef unsigned long long FRESH, SECOND_HASH, FILE_A, FILE_B, FILE_C, FILE_D, FILE_E

cdef unsigned long long reflection(unsigned long long side) noexcept nogil
cdef unsigned long long packed(uint white, uint black) noexcept nogil
cdef bint is_mirrored(unsigned long long side, unsigned long long other) noexcept nogil
cdef int reflected_move(int move) noexcept nogil
cdef int worth(unsigned long long note) noexcept nogil

cdef class Prover:
    cdef readonly Endings endings
    cdef readonly long long nodes
    cdef uint aim
    cdef int pieces
    cdef list kept  # what the pointers point to
    cdef unsigned long long* keys
    cdef unsigned long long* notes
    cdef unsigned long long mask
    cdef int* habits
    cdef int* moves
    cdef int* ranks
    cdef long long budget
    cdef bint stopped
    cdef long long slot
    cdef bint is_reflected
    cdef int c_soonest_win(
        self, uint white, uint black, uint other_white, uint other_black, int plies, long long budget
    ) noexcept nogil
    cdef void c_forget(self) noexcept nogil
    cdef bint c_won(self, uint white, uint black, uint other_white, uint other_black, int plies, int depth) noexcept nogil
    cdef bint c_lost(self, uint white, uint black, uint other_white, uint other_black, int plies, int depth) noexcept nogil
    cdef bint c_try(
        self, uint white, uint black, uint other_white, uint other_black, int move, int plies, int depth, bint attacks
    ) noexcept nogil
    cdef int c_winning_move(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef int c_list(
        self, uint white, uint black, uint other_white, uint other_black, unsigned long long note, int depth, int role
    ) noexcept nogil
    cdef int c_next(self, int i, int count, int depth) noexcept nogil
    cdef unsigned long long c_find(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef unsigned long long c_recall(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef void c_store(
        self, uint white, uint black, uint other_white, uint other_black, int kind, int plies, int move
    ) noexcept nogil
    cdef int c_won_bound(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef int c_best(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
