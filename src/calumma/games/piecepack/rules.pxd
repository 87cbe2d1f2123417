cimport cython
from libc.math cimport exp
from calumma.core.bits cimport lay, lowest, popcount
from calumma.core.deal cimport deal_set, nth_bit
from calumma.core.numbers cimport CHANCE, OVER
from calumma.core.state cimport Rng, State
from calumma.games.piecepack.cells cimport around, flood, lines, sides
from calumma.games.piecepack.evaluate cimport best_gains, drawn, hold, hopes, temper
from calumma.games.piecepack.scoring cimport Scoring

cdef int FIRST_ADD, FIRST_WALK, PASSING, STARTER, WILDS, DEAL, DRAW, PLAY, DONE
cdef int STARTS[60]  # of planes.py, by seats * PARTS + part
cdef int COLOURS_PART, RANKS_PART, CHAMELEONS_PART, WASPS_PART, OUT_PART
cdef int WILDS_PART, HAND_PART, PHASE_PART, PARTS
cdef unsigned long long ONE, ONE_COLOUR, MASK_32, MASK_64
cdef unsigned long long BY_16, BY_8, BY_4, BY_2, BY_1

cdef inline unsigned long long widened(unsigned long long half) noexcept nogil

@cython.final
cdef class Piecepack(Scoring):
    cdef int _list_adds(self, int* out) noexcept nogil
    cdef int _list_walks(self, int* out, int n) noexcept nogil
    cdef inline int _total(self, int adds) noexcept nogil
    cdef int _pick(self, int n, unsigned long long tiles, int* places, int* counts) noexcept nogil
    cdef int _nth_of_pairs(self, unsigned long long cells, unsigned long long twice, int n) noexcept nogil
    cdef double _prospect(self, int seat) noexcept nogil
    cdef inline void _lay_pairs(
        self, unsigned long long* out, int first, unsigned long long low, unsigned long long high, unsigned long long twice
    ) noexcept nogil
    cdef inline void _observe_seats(self, int seat, unsigned long long* out, signed char* numbers, int row) noexcept nogil
    cdef inline void _mark(self, unsigned long long* out, int first, unsigned long long cells) noexcept nogil
    cdef void _draw(self, int tile) noexcept nogil
    cdef void _end_draws(self) noexcept nogil
    cdef void _start(self, int tile) noexcept nogil
    cdef unsigned long long _outcomes(self) noexcept nogil
    cdef inline unsigned long long _unseen(self) noexcept nogil
    cdef inline int _supply(self) noexcept nogil
    cdef inline unsigned long long _choice(self) noexcept nogil
    cdef inline unsigned long long _places(self) noexcept nogil
    cdef inline unsigned long long _walks(self) noexcept nogil
    cdef inline unsigned long long _prey(self) noexcept nogil
    cdef inline unsigned long long _shared(self) noexcept nogil
    cdef inline unsigned long long _aside(self) noexcept nogil
    cdef inline unsigned long long _joining(self, bint wasp) noexcept nogil
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
    cdef inline int _place(self, int cell) noexcept nogil
    cdef inline unsigned long long _cell(self, int place) noexcept nogil
