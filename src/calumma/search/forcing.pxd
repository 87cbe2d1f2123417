cimport cython
from calumma.core.numbers cimport CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Scores, Shares
from calumma.core.state cimport State
from calumma.search.table cimport TranspositionTable

cdef int DEEPEST, NO, YES
cdef long long NEVER

@cython.final
cdef class Level:
    cdef State state
    cdef Level below
    cdef int actions[MOST_ACTIONS]

@cython.final
cdef class Forcing:
    cdef object game
    cdef bint busy
    cdef Level top
    cdef TranspositionTable table
    cdef int seat         # that wants the result
    cdef int lead         # that it wants
    cdef bint wins        # or a win instead
    cdef bint any_luck    # luck makes no difference: one outcome stands for all
    cdef bint aborted
    cdef long long nodes
    cdef long long limit

    cdef bint _reaches(self, Level level, int turns, int mover, int ply) noexcept nogil
    cdef bint _decides(self, Level level, int mover, int turns, int ply) noexcept nogil
    cdef int _order(self, Level level) noexcept nogil
    cdef bint _is_enough(self, State state) noexcept nogil
    cdef int _lead(self, State state) noexcept nogil
