from libc.math cimport exp
cimport cython
from calumma.core.bits cimport lowest128, popcount128, u128
from calumma.core.tables cimport Tables
from calumma.games.bradley.capture cimport anchors, enclosed, enclosing

# The tables of board.py: BIT by the number of a square, SQUARE by the number of a bit.
cdef u128 BIT[69]
cdef int SQUARE[90]
cdef u128 BOARD
cdef int STAGE[70]
cdef int HEAP[70]
cdef int HEAPS, FREEDOMS, SIZE, FIRST_RELOCATION
cdef double UNIT

@cython.final
cdef class Sight:
    cdef Tables tables
    cdef int seats
    cdef int patience   # as in the rules
    cdef bint alone     # seats play for themselves
    cdef bint safe      # R4: partners' cubes do not turn
    cdef bint any       # others' cubes may be relocated

    cdef unsigned short marks[64]  # what the patterns read where the cubes are
    cdef u128 marked[2]            # on these squares, which count 1 and 2
    cdef int viewer                # for this seat

    cdef u128 cubes[7]  # the position that is looked at, as in the rules
    cdef u128 empty
    cdef int turn
    cdef int quiet

    cdef unsigned short trial[64]  # the marks before what is tried
    cdef u128 tried[2]
    cdef u128 kept[7]              # the cubes
    cdef u128 holes                # and the empty squares

    cdef void c_copy_from(self, Sight other) noexcept nogil
    cdef void c_look(self, u128* cubes, u128 empty, int turn, int quiet) noexcept nogil
    cdef double c_value(self, int seat) noexcept nogil
    cdef void c_values(self, double* out) noexcept nogil
    cdef double _valued(self, int seat, int* free) noexcept nogil
    cdef int c_features(self, int seat, int* out) noexcept nogil
    cdef void c_prepare(self, int seat) noexcept nogil
    cdef void c_foresee(self, u128 drops, u128 lifts, int* values) noexcept nogil
    cdef inline void _load(self) noexcept nogil
    cdef inline int _view(self, int seat) noexcept nogil
    cdef inline int _next(self, int seat) noexcept nogil
    cdef inline u128 _others(self, int seat) noexcept nogil
    cdef inline u128 _side(self, int side) noexcept nogil
    cdef inline void _frees(self, int seat, int* out) noexcept nogil
    cdef inline void _count(self, int seat, int* out) noexcept nogil
    cdef inline void _write_counts(self, int seat, int* free, int lifted, int* out) noexcept nogil
    cdef inline void _write_sides(self, int seat, int* free, int lifted, int* out) noexcept nogil
    cdef inline void _write_alone(self, int seat, int* free, int lifted, int* out) noexcept nogil
    cdef inline int _counted(self, int* counts, int stage) noexcept nogil
    cdef inline u128 _first(self, int seat) noexcept nogil
    cdef inline u128 _second(self, int seat) noexcept nogil
    cdef inline void _follow(self, unsigned short* marks, u128* marked, int seat) noexcept nogil
    cdef inline void _turn(self, unsigned short* marks, u128 squares, int change) noexcept nogil
    cdef void _foresee(self, int square, int mover, int seat, u128 lifts, int* values) noexcept nogil
    cdef void _foresee_lifts(self, int square, u128 lifts, int seat, int total, unsigned short* marks, int* values) noexcept nogil
    cdef void _foresee_links(self, int square, int mover, u128 lifts, int seat, int* free, int* values) noexcept nogil
    cdef inline u128 _linked(self, int square, int mover) noexcept nogil
    cdef inline void _try(self, unsigned short* marks, int seat) noexcept nogil
    cdef inline void _lift(self, int square) noexcept nogil
    cdef inline void _place(self, int square, int mover) noexcept nogil
    cdef inline void _restore(self, int quiet) noexcept nogil
