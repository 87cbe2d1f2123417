cimport cython
from libc.math cimport exp
from calumma.core.bits cimport lowest, mix, popcount
from calumma.core.numbers cimport OVER
from calumma.core.state cimport Rng, State
from calumma.games.chamelequin.evaluate cimport appraise

# From board.py.
cdef unsigned long long STEPS[64]
cdef unsigned long long COLOURS[4]
cdef unsigned long long ODD_FILES, ODD_RANKS, NOT_A, NOT_H
cdef int OFFSET[8]

cdef int PASS, STOP, FIRST_STEP, FIRST_REMOVE, FIRST_CAPTURE, NOWHERE, LONGEST_CHAIN, PATIENCE
cdef int FORESIGHT, TWO_RINGS, THREE_RINGS, FOUR_RINGS, RUNNING, LAST, BLOCKED, QUIET
cdef unsigned long long ONE, ALL, FACTOR

cdef inline void sources(
    unsigned long long* boards, int first, unsigned long long targets, unsigned long long straight, unsigned long long sideways, unsigned long long slanted
) noexcept nogil
cdef inline int nth(unsigned long long board, int n) noexcept nogil

@cython.final
cdef class Chamelequin(State):
    cdef readonly unsigned long long pieces[4]  # squares of each seat's pieces
    cdef unsigned long long tall                # pieces with two rings or more
    cdef unsigned long long full                # pieces with four rings
    cdef unsigned long long second_0            # first bit of the colour under the top ring
    cdef unsigned long long second_1            # second bit of the colour under the top ring
    cdef unsigned long long available           # squares whose colour is in the supply
    cdef readonly unsigned short stacks[64]     # the rings of the piece on each square
    cdef readonly int supply[4]                 # rings of each colour, 0 to 64
    cdef readonly int captured[4]               # rings each seat has captured
    cdef readonly int to_place                  # pieces of all seats still to place, 0 to 32
    cdef readonly int turn                      # seat that acts; when over, the seat that acted last or would be next
    cdef readonly int chain                     # square of the piece that may go on stepping, or NOWHERE
    cdef readonly int steps                     # steps it has made in this turn, 0 to 2
    cdef readonly int quiet                     # turns since the last capture; -1 in a turn with one
    cdef readonly int passes                    # passes in a row
    cdef readonly int living                    # seats that have pieces or are still to place some
    cdef readonly int ending                    # RUNNING, LAST, BLOCKED or QUIET
    cdef bint removing                          # R6: whether rule 3 exists
    cdef bint matching                          # R4: whether captures need the colour reached

    cdef inline void _observe_rings(self, unsigned long long* out, int first) noexcept nogil
    cdef inline unsigned long long _occupied(self) noexcept nogil
    cdef inline unsigned long long _places(self) noexcept nogil
    cdef inline void _find_steps(self, unsigned long long* boards) noexcept nogil
    cdef void _place(self, int square) noexcept nogil
    cdef inline void _add(self, int origin, int target) noexcept nogil
    cdef inline void _shed(self, int origin, int target, bint capturing) noexcept nogil
    cdef void _capture(self, int square) noexcept nogil
    cdef inline bint _can_go_on(self, int square) noexcept nogil
    cdef inline bint _leads_on(self, int action) noexcept nogil
    cdef inline void _end_turn(self) noexcept nogil
    cdef inline void _take_ring(self, int colour) noexcept nogil
    cdef inline void _give_ring(self, int colour) noexcept nogil
    cdef inline void _stand(self, int square, unsigned long long stack) noexcept nogil
    cdef inline bint _lives(self, int seat) noexcept nogil
    cdef inline int _merit(self, int seat) noexcept nogil
