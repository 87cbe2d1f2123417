from calumma.core.bits cimport lowest, popcount
from calumma.core.pointers cimport ints, uchars, uints

ctypedef unsigned int uint

# From board.py.
cdef uint KING[25]
cdef uint KNIGHT[25]
cdef uint BLOCKERS[25]
cdef uint FACTOR[25]
cdef uint SLIDES[400]
cdef uint DARK
cdef uint HOME[2]
cdef uint DOTS[2]

cdef int LOST_NOW, HIGHEST, DRAW, UNKNOWN, ILLEGAL, MIRRORED, SYMMETRIC, BLOCK
cdef uint MASK_32, LOW_BITS

cdef uint slides(int square, uint occupied) noexcept nogil

cdef uint REVERSED[8192]
cdef int LOW_RANKS[8192]
cdef int HIGH_RANKS[16384]
cdef int BLACK_BOARDS[3]

cdef uint reach(int square, uint black, uint occupied) noexcept nogil
cdef uint origins(int square, uint black, uint occupied) noexcept nogil
cdef uint turned(uint board) noexcept nogil
cdef uint shifted(uint board, int origin, int target) noexcept nogil
cdef uint spared(uint board, int target) noexcept nogil
cdef int rank_of(uint board) noexcept nogil

cdef class Endings:
    cdef readonly int pieces
    cdef readonly str goal
    cdef uint aim
    cdef unsigned char* tables[144]
    cdef int* rows_of[12]
    cdef int* columns_of[12]
    cdef int* mirrors[12]
    cdef uint* row_white[12]
    cdef uint* row_black[12]
    cdef uint* column_white[12]
    cdef uint* column_black[12]
    cdef long long rows[12]
    cdef long long columns[12]
    cdef object buffers
    cdef object kept
    cdef int c_raw(self, uint white, uint black) noexcept nogil
    cdef int c_value(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef long long c_entry(self, int mover, int other, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef int c_after(self, uint white, uint black, uint other_white, uint other_black, int origin, int target) noexcept nogil
    cdef int c_forced(self, uint white, uint black, uint other_white, uint other_black, int invader) noexcept nogil
    cdef int c_sharp(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef bint c_lost(self, uint white, uint black, uint other_white, uint other_black, int plies) noexcept nogil
    cdef void c_count(self, int mover, int other, long long* counts) noexcept nogil
    cdef bint c_is_twin(self, int mover, long long row, int other, long long column) noexcept nogil
    cdef void c_prepare(self, int mover, int other, bint forced) noexcept nogil
    cdef long long c_find_losses(self, int mover, int other, int plies) noexcept nogil
    cdef void c_find_wins(self, int mover, int other, int plies) noexcept nogil
    cdef void c_take_back(self, uint white, uint black, uint other_white, uint other_black, int plies) noexcept nogil
    cdef void c_raise(self, uint white, uint black, uint other_white, uint other_black, int plies) noexcept nogil
    cdef bint c_follows(self, int mover, int other, long long row, long long column) noexcept nogil
    cdef int c_free(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
