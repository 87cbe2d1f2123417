from calumma.games.yamamoto.endings cimport Endings

cdef class Prover:
    cdef readonly Endings endings
    cdef readonly long long nodes
    cdef unsigned int aim
    cdef int pieces
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] notes
    cdef unsigned long long mask
    cdef int[::1] habits
    cdef int[::1] moves
    cdef int[::1] ranks
    cdef long long budget
    cdef bint stopped
    cdef long long slot
    cdef bint is_reflected
    cdef int c_soonest_win(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int plies, long long budget) noexcept nogil
    cdef void c_forget(self) noexcept nogil
    cdef bint c_won(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int plies, int depth) noexcept nogil
    cdef bint c_lost(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int plies, int depth) noexcept nogil
    cdef bint c_try(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int move, int plies, int depth, bint attacks) noexcept nogil
    cdef int c_winning_move(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef int c_list(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, unsigned long long note, int depth, int role) noexcept nogil
    cdef int c_next(self, int i, int count, int depth) noexcept nogil
    cdef unsigned long long c_find(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef unsigned long long c_recall(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef void c_store(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int kind, int plies, int move) noexcept nogil
    cdef int c_won_bound(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef int c_best(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
