cimport cython
from calumma.core.numbers cimport MOST_ACTIONS
from calumma.core.state cimport Rng, State
from calumma.search.descent cimport Descent, Frame
from calumma.search.ordering cimport Ordering
from calumma.search.table cimport TranspositionTable

cdef int DEEPEST, WIN, SURE, INFINITE
cdef long long NEVER

@cython.final
cdef class AlphaBeta:
    cdef object game
    cdef bint busy             # a search is running
    cdef bint remembers        # the table holds from one search to the next
    cdef Frame top
    cdef Descent tree
    cdef list helpers          # searches in other threads that share the entries of the table
    cdef bint foreseen         # the actions of the root are in the order of what was foreseen
    cdef int root_actions[MOST_ACTIONS]
    cdef int root_scores[MOST_ACTIONS]
    cdef int root_count
    cdef int best_line[128]
    cdef int best_length
    cdef int best_score

    cdef void _note_best(self, Frame child, int action, int score) noexcept nogil
