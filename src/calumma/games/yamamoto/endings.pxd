cdef unsigned int REVERSED[8192]
cdef int LOW_RANKS[8192]
cdef int HIGH_RANKS[16384]
cdef int BLACK_BOARDS[3]

cdef unsigned int reach(int square, unsigned int black, unsigned int occupied) noexcept nogil
cdef unsigned int origins(int square, unsigned int black, unsigned int occupied) noexcept nogil
cdef unsigned int turned(unsigned int board) noexcept nogil
cdef int rank_of(unsigned int board) noexcept nogil

cdef class Endings:
    cdef readonly int pieces
    cdef readonly str goal
    cdef unsigned int aim
    cdef unsigned char* tables[144]
    cdef int* rows_of[12]
    cdef int* columns_of[12]
    cdef int* mirrors[12]
    cdef unsigned int* row_white[12]
    cdef unsigned int* row_black[12]
    cdef unsigned int* column_white[12]
    cdef unsigned int* column_black[12]
    cdef long long rows[12]
    cdef long long columns[12]
    cdef object buffers
    cdef object kept
    cdef int c_raw(self, unsigned int white, unsigned int black) noexcept nogil
    cdef int c_value(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef int c_after(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int origin, int target) noexcept nogil
    cdef int c_forced(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int invader) noexcept nogil
    cdef int c_sharp(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
    cdef bint c_lost(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int plies) noexcept nogil
    cdef void c_count(self, int mover, int other, long long* counts) noexcept nogil
    cdef bint c_is_twin(self, int mover, long long row, int other, long long column) noexcept nogil
    cdef void c_prepare(self, int mover, int other, bint forced) noexcept nogil
    cdef long long c_find_losses(self, int mover, int other, int plies) noexcept nogil
    cdef void c_find_wins(self, int mover, int other, int plies) noexcept nogil
    cdef void c_take_back(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int plies) noexcept nogil
    cdef void c_raise(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black, int plies) noexcept nogil
    cdef bint c_follows(self, int mover, int other, long long row, long long column) noexcept nogil
    cdef int c_free(self, unsigned int white, unsigned int black, unsigned int other_white, unsigned int other_black) noexcept nogil
