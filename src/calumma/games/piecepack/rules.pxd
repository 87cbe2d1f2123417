cimport cython
from libc.math cimport exp
from calumma.core.bits cimport lowest, mix, popcount, spread
from calumma.core.deal cimport deal_set, nth_bit
from calumma.core.numbers cimport CHANCE, OVER
from calumma.core.state cimport Rng, State
from calumma.games.piecepack.cells cimport around, flood, lines, sides
from calumma.games.piecepack.evaluate cimport best_gain, temper, worth_of

cdef int ADD, WALK, PASS, REMOVED, FULL, COST, TOLL, STARTER, WILDS, DEAL, DRAW, PLAY, DONE
cdef unsigned long long FIRST_COLUMN, FIRST_ROW, ONE, ALL_TILES, ONE_COLOUR, MASK_64

@cython.final
cdef class Piecepack(State):
    cdef readonly unsigned long long colours[8]     # cells with tiles of a printed colour
    cdef readonly unsigned long long ranks[6]       # cells with tiles of a rank
    cdef readonly unsigned long long tiles          # cells with tiles
    cdef readonly unsigned long long chameleons[4]  # the cell of a seat's chameleon, 0 off the board
    cdef readonly unsigned long long wasps[4]       # the cell of a seat's wasp, 0 off the board
    cdef readonly int left                          # x of column 0, -7 to -1
    cdef readonly int bottom                        # y of row 0, -7 to -1
    cdef int width                                  # columns with tiles, 0 to 7
    cdef int height                                 # rows with tiles, 0 to 7
    cdef unsigned long long laid                    # tiles on the board
    cdef readonly unsigned long long wilds          # tiles in the wilds
    cdef readonly unsigned long long hands[4]       # tiles in a seat's hand, 0 to 2 of them
    cdef readonly int points[4]
    cdef readonly bint out[4]                       # whether a seat is bankrupt
    cdef readonly int living                        # seats that are not out
    cdef readonly int turn                          # seat that acts or draws
    cdef readonly int phase
    cdef readonly int pending                       # tiles still to be drawn before the phase changes
    cdef readonly int idle                          # turns in a row without a tile added, 0 to 12
    cdef bint debt                                  # option: points may go below zero
    cdef bint strict                                # option: a group of 4 must grow out of a group of 3

    cdef int _list_adds(self, int* out) noexcept nogil
    cdef int _list_walks(self, int* out, int n) noexcept nogil
    cdef int _total(self, int adds) noexcept nogil
    cdef int _pick(self, int n, unsigned long long tiles, int* places, int* counts) noexcept nogil
    cdef int _nth_of_pairs(self, unsigned long long cells, unsigned long long twice, int n) noexcept nogil
    cdef double _prospect(self, int seat) noexcept nogil
    cdef void _observe_seats(self, int seat, signed char* out, int boards, int counts) noexcept nogil
    cdef void _mark(self, signed char* out, int first, unsigned long long cells) noexcept nogil
    cdef void _draw(self, int tile) noexcept nogil
    cdef void _end_draws(self) noexcept nogil
    cdef void _start(self, int tile) noexcept nogil
    cdef unsigned long long _outcomes(self) noexcept nogil
    cdef unsigned long long _unseen(self) noexcept nogil
    cdef int _supply(self) noexcept nogil
    cdef unsigned long long _choice(self) noexcept nogil
    cdef unsigned long long _places(self) noexcept nogil
    cdef unsigned long long _walks(self) noexcept nogil
    cdef unsigned long long _prey(self) noexcept nogil
    cdef unsigned long long _shared(self) noexcept nogil
    cdef unsigned long long _aside(self) noexcept nogil
    cdef void _walk(self, unsigned long long cell, bint eats) noexcept nogil
    cdef void _add(self, int tile, int place, bint wasp) noexcept nogil
    cdef void _take(self, int tile) noexcept nogil
    cdef unsigned long long _lay(self, int tile, int place) noexcept nogil
    cdef void _put(self, int tile, unsigned long long cell) noexcept nogil
    cdef void _shift(self, int by) noexcept nogil
    cdef unsigned long long _best_group(self, int colour, unsigned long long cell, bint wasp) noexcept nogil
    cdef int _worth(self, unsigned long long group, unsigned long long cell) noexcept nogil
    cdef bint _was_group(self, unsigned long long three) noexcept nogil
    cdef unsigned long long _rivals(self) noexcept nogil
    cdef int _bonus(self, int colour) noexcept nogil
    cdef int _cost(self, int colour, unsigned long long cell) noexcept nogil
    cdef bint _pay(self, int cost, unsigned long long cell) noexcept nogil
    cdef void _leave(self) noexcept nogil
    cdef void _draw_or_end_turn(self) noexcept nogil
    cdef void _end_turn(self) noexcept nogil
    cdef bint _is_all_laid(self) noexcept nogil
    cdef int _place(self, int cell) noexcept nogil
    cdef unsigned long long _cell(self, int place) noexcept nogil
