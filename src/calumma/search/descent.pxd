cimport cython
from calumma.core.numbers cimport MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.state cimport State
from calumma.search.ordering cimport Ordering
from calumma.search.table cimport TranspositionTable

cdef int DEEPEST, LONGEST_TURN, SHALLOW, SCALE, WIN, SURE, INFINITE, FORESEEN, EXACT, LOWER, UPPER, NOISY, KILLER

@cython.final
cdef class Frame:
    cdef State state
    cdef Frame below
    cdef int actions[MOST_ACTIONS]
    cdef int order[MOST_ACTIONS]  # their ratings
    cdef int line[128]
    cdef int length
    cdef int seat          # that acts here
    cdef int steps         # actions of its turn before this position
    cdef bint is_tainted   # the value here rests on a draw, which may rest on the way here

    cdef int play(self, int action) noexcept nogil
    cdef void bring_forward(self, int i, int n) noexcept nogil
    cdef void extend_line(self, int action) noexcept nogil

@cython.final
cdef class Descent:
    cdef TranspositionTable table
    cdef Ordering ordering
    cdef int side[MOST_SEATS]  # of each seat, 0 or 1
    cdef int seats
    cdef int hero              # the seat at the root, where several play for themselves
    cdef double lowest         # payoff that is worth 0
    cdef double unit           # and what more is worth 1
    cdef int quiescence        # plies of noisy actions looked at beyond the depth
    cdef int margin            # how far off the evaluation may be before a turn is searched; 0: any
    cdef bint reduces          # late actions are searched less deeply first
    cdef long long nodes
    cdef long long limit
    cdef bint stopped          # somebody wants an end
    cdef bint aborted          # what is returned means nothing

    cdef int visit(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int reduction(self, int depth, int i, int rating) noexcept nogil
    cdef int _enter(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _final(self, Frame frame, int side, int ply) noexcept nogil
    cdef inline int _guess(self, Frame frame, int side) noexcept nogil
    cdef inline double _share(self, State state, int side, bint is_over) noexcept nogil
    cdef int _search(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _try(self, Frame frame, int side, int i, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _settle(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef inline bint _is_hopeless(self, int rating, bint late, bint last, int alpha) noexcept nogil
    cdef inline int _to_table(self, int score, int ply) noexcept nogil
    cdef inline int _from_table(self, int score, int ply) noexcept nogil
    cdef inline bint _is_known(self, int score) noexcept nogil
    cdef inline bint _is_cut(self, int bound, int score, int alpha, int beta) noexcept nogil
