cimport cython
from libc.math cimport exp
from calumma.core.bits cimport lowest, mix, popcount
from calumma.core.numbers cimport OVER
from calumma.core.state cimport Rng, State
from calumma.games.chamelequin.evaluate cimport appraise
from calumma.games.chamelequin.table cimport Tabletop

# From board.py.
cdef unsigned long long STEPS[64]
cdef unsigned long long COLOURS[4]
cdef unsigned long long ODD_FILES, ODD_RANKS, NOT_A, NOT_H
cdef int OFFSET[8]

cdef int PASS, STOP, FIRST_STEP, FIRST_REMOVE, FIRST_CAPTURE, NOWHERE, LONGEST_CHAIN, PATIENCE
cdef int FORESIGHT, TWO_RINGS, THREE_RINGS, RUNNING, LAST, BLOCKED, QUIET
cdef unsigned long long ONE, ALL, FACTOR

cdef inline void sources(
    unsigned long long* boards, int first, unsigned long long targets, unsigned long long straight, unsigned long long sideways, unsigned long long slanted
) noexcept nogil
cdef inline int nth(unsigned long long board, int n) noexcept nogil

@cython.final
cdef class Chamelequin(Tabletop):
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
