cimport cython
from calumma.core.bits cimport lay, lowest, mix, popcount
from calumma.core.numbers cimport OVER
from calumma.core.state cimport Rng, State
from calumma.games.yamamoto.evaluate cimport estimate

# From board.py.
cdef unsigned int BLOCKERS[26]
cdef unsigned int FACTOR[26]
cdef unsigned int REACH[832]
cdef unsigned int HOME[2]
cdef unsigned int DOTS[2]

cdef unsigned int MASK_32, ALL, NO_PIECE
cdef int PIECES, QUIET_LIMIT, RUNNING, DRAWN, NOWHERE
cdef int OWN_WHITE, ENEMY_WHITE, OWN_GOALS, INVADER

cdef inline unsigned int reached(int square, unsigned int black, unsigned int occupied) noexcept nogil

@cython.final
cdef class Yamamoto(State):
    cdef readonly unsigned int white[2]  # squares of a seat's white pieces
    cdef readonly unsigned int black[2]  # squares of a seat's black pieces
    cdef readonly unsigned int goals[2]  # squares where a seat wants to arrive
    cdef readonly int turn               # seat to move
    cdef readonly int result             # RUNNING, the winning seat, or DRAWN
    cdef readonly int invader            # square of the enemy piece that must be captured, or NOWHERE
    cdef readonly int quiet              # plies since the start or the last capture, 0 to 100
    cdef unsigned long long past_0[101]  # Orange's pieces after each of these plies
    cdef unsigned long long past_1[101]  # Blue's pieces after each of these plies

    cdef inline unsigned int _pieces(self, int seat) noexcept nogil
    cdef inline unsigned int _targets(self, int square) noexcept nogil
    cdef inline unsigned int _allowed(self) noexcept nogil
    cdef inline void _move(self, int origin, int target) noexcept nogil
    cdef void _enter(self, int seat, int square) noexcept nogil
    cdef bint _can_capture_invader(self) noexcept nogil
    cdef inline void _remember(self) noexcept nogil
    cdef bint _is_third_occurrence(self) noexcept nogil
