cimport cython
from libc.math cimport exp
from calumma.core.bits cimport lay, popcount
from calumma.core.deal cimport deal_set
from calumma.core.state cimport Rng, State
from calumma.games.piecepack.cells cimport flood
from calumma.games.piecepack.evaluate cimport best_gains, drawn, hold, hopes, temper
from calumma.games.piecepack.moves cimport Moves

cdef int FIRST_ADD, FIRST_WALK, PASSING, STARTER, WILDS, DEAL, DRAW, PLAY, DONE
cdef int STARTS[60]  # of planes.py, by seats * PARTS + part
cdef int COLOURS_PART, RANKS_PART, CHAMELEONS_PART, WASPS_PART, OUT_PART
cdef int WILDS_PART, HAND_PART, PHASE_PART, PARTS
cdef unsigned long long ONE, MASK_32

@cython.final
cdef class Piecepack(Moves):
    cdef double _prospect(self, int seat) noexcept nogil
    cdef inline void _observe_seats(self, int seat, unsigned long long* out, signed char* numbers, int row) noexcept nogil
    cdef inline void _mark(self, unsigned long long* out, int first, unsigned long long cells) noexcept nogil
    cdef void _draw(self, int tile) noexcept nogil
    cdef void _end_draws(self) noexcept nogil
    cdef void _start(self, int tile) noexcept nogil
    cdef void _walk(self, unsigned long long cell, bint eats) noexcept nogil
    cdef void _add(self, int tile, int place, bint wasp) noexcept nogil
    cdef void _take(self, int tile) noexcept nogil
    cdef unsigned long long _lay(self, int tile, int place) noexcept nogil
    cdef void _put(self, int tile, unsigned long long cell) noexcept nogil
    cdef void _shift(self, int by) noexcept nogil
    cdef void _leave(self) noexcept nogil
    cdef void _draw_or_end_turn(self) noexcept nogil
    cdef void _end_turn(self) noexcept nogil
    cdef inline bint _is_all_laid(self) noexcept nogil
    cdef inline unsigned long long _cell(self, int place) noexcept nogil
