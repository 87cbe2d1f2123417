from libc.math cimport tanh
cimport cython
from calumma.core.numbers cimport MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.pointers cimport ints
from calumma.core.state cimport Rng, State
from calumma.search.table cimport TranspositionTable

cdef int DEEPEST, LONGEST_TURN, SHALLOW, SCALE, WIN, SURE, INFINITE, EXACT, LOWER, UPPER, FROM_TABLE, NOISY, KILLER, HISTORY_LIMIT, MIDDLE, FINE, FORESEEN, WIDEST
cdef long long NEVER
cdef double UNIT

@cython.final
cdef class Frame:
    cdef State state
    cdef Frame below
    cdef int actions[MOST_ACTIONS]
    cdef int order[MOST_ACTIONS]
    cdef int line[128]
    cdef int length
    cdef int seat          # that acts here
    cdef int steps         # actions of its turn before this position
    cdef int killer_1
    cdef int killer_2
    cdef bint is_tainted  # the value here rests on a draw, which may rest on the way here

@cython.final
cdef class AlphaBeta:
    cdef object game
    cdef bint busy             # a search is running
    cdef Frame top
    cdef TranspositionTable table
    cdef list helpers          # searches in other threads that share the entries of the table
    cdef list kept             # what the pointer points to
    cdef int* history          # for each side and action, how often it was too good to be allowed
    cdef int side[MOST_SEATS]  # of each seat, 0 or 1
    cdef double lowest         # payoff that is worth 0
    cdef double unit           # and what more is worth 1
    cdef int num_actions
    cdef int quiescence        # plies of noisy actions looked at beyond the depth
    cdef int margin            # how far off the evaluation may be before a turn is searched; 0: any
    cdef int width             # how many actions are tried a turn before the leaves, where the game foresees their worth; 0: all
    cdef bint several          # seats play for themselves, the one at the root against all others
    cdef int hero              # that seat
    cdef int others            # how many actions of others are tried, where the game foresees their worth; 0: as many as own ones
    cdef bint foreseen         # the actions of the root are in the order of what was foreseen
    cdef bint remembers        # the table holds from one search to the next
    cdef bint reduces          # late actions are searched less deeply first
    cdef long long nodes
    cdef long long limit
    cdef bint stopped
    cdef bint aborted
    cdef int root_actions[MOST_ACTIONS]
    cdef int root_scores[MOST_ACTIONS]
    cdef int root_count
    cdef int best_line[128]
    cdef int best_length
    cdef int best_score

    cdef void _note_best(self, Frame child, int action, int score) noexcept nogil
    cdef int _visit(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _enter(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _final(self, Frame frame, int side, int ply) noexcept nogil
    cdef inline int _guess(self, Frame frame, int side) noexcept nogil
    cdef inline double _share(self, State state, int side, bint is_over) noexcept nogil
    cdef int _search(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _try(self, Frame frame, int side, int i, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _play(self, Frame frame, int action) noexcept nogil
    cdef int _settle(self, Frame frame, int side, int depth, int ply, int alpha, int beta) noexcept nogil
    cdef int _rate(self, Frame frame, int side, int n, int move, int depth) noexcept nogil
    cdef inline bint _is_other(self, int side) noexcept nogil
    cdef inline bint _is_hopeless(self, int rating, bint late, bint last, int alpha) noexcept nogil
    cdef inline int _reduction(self, int depth, int i, int rating) noexcept nogil
    cdef void _bring_forward(self, Frame frame, int i, int n) noexcept nogil
    cdef void _reward(self, Frame frame, int side, int action, int depth) noexcept nogil
    cdef void _extend_line(self, Frame frame, int action) noexcept nogil
    cdef inline int _to_table(self, int score, int ply) noexcept nogil
    cdef inline int _from_table(self, int score, int ply) noexcept nogil
    cdef inline bint _is_known(self, int score) noexcept nogil
    cdef inline bint _is_cut(self, int bound, int score, int alpha, int beta) noexcept nogil
