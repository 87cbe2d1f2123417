from libc.math cimport exp
cimport cython
from calumma.core.bits cimport highest128, lay, lowest, lowest128, mix, popcount, popcount128, u128, u64
from calumma.core.numbers cimport OVER
from calumma.core.state cimport Rng, State
from calumma.core.tables cimport Tables
from calumma.games.bradley.evaluate cimport estimate

# The tables of board.py: BIT by the number of a square, RAY by 8 * square + direction, the others by the number of a bit.
cdef u128 BIT[69]
cdef u128 RAY[552]
cdef u128 POWER[90]
cdef int SQUARE[90]
cdef u128 LINES[90]
cdef u128 BOARD, CORNERS
cdef int STARTS[28]  # of planes.py, by seats * PARTS + part
cdef int CUBES_PART, NEUTRAL_PART, LAST_PART, PARTS
cdef int STAGE[70]
cdef int HEAP[70]
cdef int HEAPS, FREEDOMS
cdef double UNIT
cdef int SIZE, PASS, FIRST_RELOCATION, NOWHERE, NONE, OWN, ANY
cdef unsigned long long LOW, ONE

cdef inline u128 rising(u128 own, u128 others, int step) noexcept nogil
cdef inline u128 falling(u128 own, u128 others, int step) noexcept nogil
cdef u128 enclosing(u128 own, u128 others, u128 empty) noexcept nogil
cdef inline u128 enclosed(int square, u128 own, u128 others) noexcept nogil
cdef u128 turned_from(int square, u128 own, u128 others) noexcept nogil  # for other modules, which cannot inline it
cdef inline u64 dense(u128 board) noexcept nogil
cdef inline int nth(u128 board, int n) noexcept nogil

@cython.final
cdef class Bradley(State):
    cdef readonly u128 cubes[7]  # squares of every seat's cubes; behind the last seat those of the neutral colour
    cdef u128 empty              # squares without a cube
    cdef readonly int turn       # seat to move
    cdef readonly int quiet      # turns since the start or the last drop, 0 to `patience`
    cdef readonly int last       # square of the marker: the last cube placed, or NOWHERE; it has no effect on play
    cdef readonly bint over

    cdef int relocate           # NONE, OWN or ANY
    cdef readonly int patience  # R7: turns without a drop after which only drops are legal; 0 without relocation
    cdef int colours            # how many of the bitboards can hold cubes
    cdef bint teams             # every second seat is a partner
    cdef bint safe              # R4: partners' cubes do not turn

    cdef u128 drops      # squares where the seat to move encloses
    cdef u128 once       # those of them where it does so along one line only
    cdef u128 aims[8]    # those of them reached from an own cube in each direction; kept while relocation is legal
    cdef u128 risky      # R5: those of them that take somebody's last cube
    cdef int endangered  # R5: one bit for every seat whose last cube a drop takes, or a lift might

    cdef Tables tables             # the learned evaluation; None where it is not in use
    cdef unsigned short marks[64]  # what its patterns read where the cubes of the two seats are
    cdef u128 marked[2]            # on these squares

    cdef inline double _learned(self) noexcept nogil
    cdef inline void _load(self) noexcept nogil
    cdef inline int _next(self, int seat) noexcept nogil
    cdef inline int _freedom(self, int seat) noexcept nogil
    cdef inline void _frees(self, int seat, int first, int* out) noexcept nogil
    cdef inline void _count(self, int seat, int* free, int lifted, int* out) noexcept nogil
    cdef inline int _counted(self, int* counts, int stage) noexcept nogil
    cdef inline u128 _side(self, int side) noexcept nogil
    cdef inline void _follow(self, unsigned short* marks) noexcept nogil
    cdef inline void _turn(self, unsigned short* marks, u128 squares, int change) noexcept nogil
    cdef void _foresee(self, int square, u128* cubes, int* values) noexcept nogil
    cdef inline void _restore(self, u128* cubes, int quiet) noexcept nogil
    cdef inline void _copy_marks(self, unsigned short* marks) noexcept nogil
    cdef void _foresee_lifts(self, int square, u128 lifts, int total, unsigned short* marks, int* values) noexcept nogil
    cdef void _foresee_links(self, int square, u128 lifts, u128* cubes, int* free, int* values) noexcept nogil
    cdef inline u128 _linked(self, int square) noexcept nogil
    cdef inline void _lay(self, unsigned long long* out, int first, u128 board) noexcept nogil
    cdef inline u128 _others(self, int seat) noexcept nogil
    cdef inline u128 _liftable(self) noexcept nogil
    cdef inline void _lift(self, int square) noexcept nogil
    cdef inline void _place(self, int square) noexcept nogil
    cdef void _look(self) noexcept nogil
    cdef inline void _look_after(self, int seat, u128 touched) noexcept nogil
    cdef inline void _judge(self, int seat, u128 suspects) noexcept nogil
    cdef inline u128 _aim(self) noexcept nogil
    cdef inline void _count_lines(self) noexcept nogil
    cdef bint _is_over(self) noexcept nogil
    cdef int _list_moves(self, int* out, bint sparing) noexcept nogil
    cdef inline int _write(self, int* out, int n, int base, u128 targets) noexcept nogil
    cdef int _list_pins(self, int* pairs) noexcept nogil
    cdef inline u128 _line(self, int square, int direction, u128 others) noexcept nogil
    cdef inline u128 _targets(self, int square, int* pairs, int pins) noexcept nogil
    cdef int _nth_relocation(self, int n, int drops, int pins, int* pairs, int* pinned) noexcept nogil
    cdef inline bint _takes_last(self, u128 taken) noexcept nogil
    cdef u128 _fatal(self, int square, u128 targets) noexcept nogil
    cdef inline int _sum(self, int seat) noexcept nogil
