cimport cython
from calumma.core.bits cimport highest128, lowest128, mix, popcount, popcount128, u64, u128
from calumma.core.pointers cimport ulonglongs
from calumma.games.bradley.lines cimport enclosed_on
from calumma.games.bradley.outlook cimport Outlook
from calumma.games.bradley.capture cimport enclosed, enclosing
from calumma.games.bradley.rules cimport BIT, BOARD, Bradley, CORNERS, LOW, SQUARE

cdef u128 AROUND[69]
cdef u128 QUARTER[4]
cdef u128 ODD[16]
cdef u64 NEUTRAL
cdef int FEWEST, FEW, SEVERAL, LOOKED_UP, AHEAD, AHEAD_ONE, AHEAD_TWO, AHEAD_THREE, FOREMOST, LOWEST, HIGHEST, NO_MOVE, MOST

cdef struct Move:
    int square
    int rank      # how late to try it
    u128 turned   # the cubes it turns
    u128 answers  # where the other seat can drop then

ctypedef Move Moves[69]

@cython.final
cdef class Ending:
    cdef list kept                  # what the pointers point to
    cdef unsigned long long* table  # four words an entry: own cubes, others', the upper halves of both, and from the highest byte
                                    # on best + 1, lower + 128, upper + 128 and how much work it was
    cdef unsigned long long mask
    cdef Outlook outlook
    cdef readonly long long nodes
    cdef long long limit
    cdef readonly bint stopped
    cdef readonly int best          # the square that the last search liked best, or NO_MOVE
    cdef int visit(self, u128 own, u128 other, u128 empty, int alpha, int beta) noexcept nogil
    cdef int enter(self, u128 own, u128 other, u128 empty, u128 drops, int alpha, int beta) noexcept nogil
    cdef int last(self, u128 own, u128 other, u128 empty) noexcept nogil
    cdef int last_beside_neutral(self, u128 own, u128 other, u128 empty, int square) noexcept nogil
    cdef int fewest(self, u128 own, u128 other, u128 empty, int alpha, int beta, bint passed) noexcept nogil
    cdef int few(self, u128 own, u128 other, u128 empty, u128 drops, int alpha, int beta) noexcept nogil
    cdef int several(self, u128 own, u128 other, u128 empty, u128 drops, int alpha, int beta) noexcept nogil
    cdef int many(self, u128 own, u128 other, u128 empty, u128 drops, int alpha, int beta) noexcept nogil
    cdef int order(self, u128 own, u128 other, u128 empty, u128 drops, int first, Move* moves) noexcept nogil
    cdef inline u128 answers(self, u128 own, u128 empty) noexcept nogil
    cdef int expected(self, unsigned short* marks, u128 own, u128 other, u128 empty, int square, u128 turned, int holes) noexcept nogil
    cdef int answered(self, u128 own, u128 other, u128 empty, int beta, int count, Move* moves) noexcept nogil
    cdef int tried(self, u128 own, u128 other, u128 empty, int alpha, int beta, int count, Move* moves) noexcept nogil
    cdef unsigned long long place(self, u128 own, u128 other, u128 empty) noexcept nogil
    cdef bint holds(self, unsigned long long at, u128 own, u128 other, u128 empty) noexcept nogil
    cdef unsigned long long found(self, unsigned long long at, u128 own, u128 other, u128 empty) noexcept nogil
    cdef int known(self, u128 own, u128 other, u128 empty) noexcept nogil
    cdef void note(self, unsigned long long at, u128 own, u128 other, u128 empty, unsigned long long held) noexcept nogil

cdef inline int margin(u128 own, u128 other) noexcept nogil
cdef inline u64 upper_halves(u128 own, u128 other, u128 empty) noexcept nogil
cdef inline int is_odd(u128 board) noexcept nogil
cdef inline u128 odd_quarters(u128 empty) noexcept nogil
cdef inline u128 early_holes(u128 empty) noexcept nogil
cdef inline int rank(u128 turned, u128 answers) noexcept nogil
