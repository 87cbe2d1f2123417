cimport cython
from calumma.core.bits cimport highest128, lay, lowest, lowest128, mix, popcount, popcount128, u128, u64
from calumma.core.numbers cimport OVER
from calumma.core.state cimport Rng, State
from calumma.games.bradley.capture cimport enclosed, enclosing, runs
from calumma.games.bradley.evaluate cimport estimate
from calumma.games.bradley.sight cimport Sight

# The tables of board.py: BIT by the number of a square, RAY by 8 * square + direction, the others by the number of a bit.
cdef u128 BIT[69]
cdef u128 RAY[552]
cdef u128 POWER[90]
cdef int SQUARE[90]
cdef u128 LINES[90]
cdef u128 BOARD, CORNERS
cdef int STARTS[28]  # of planes.py, by seats * PARTS + part
cdef int CUBES_PART, NEUTRAL_PART, LAST_PART, PARTS
cdef int SIZE, PASS, FIRST_RELOCATION, NOWHERE, NONE, OWN, ANY
cdef unsigned long long LOW, ONE

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

    cdef Sight sight     # what the learned evaluation sees; None where none is in use

    cdef void _ask(self, double* out) noexcept nogil
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
