from libc.math cimport tanh
cimport cython
from calumma.core.pointers cimport ints
from calumma.core.state cimport State

cdef int FROM_TABLE, NOISY, KILLER, HISTORY_LIMIT, MIDDLE, FINE, WIDEST
cdef double UNIT

@cython.final
cdef class Ordering:
    cdef list kept         # what the pointers point to
    cdef int* history      # for each side and action, how often it was too good to be allowed
    cdef int* killers      # the last two actions at each ply that were
    cdef int num_actions
    cdef int plies
    cdef int width         # how many actions are tried a turn before the leaves, where the game foresees their worth; 0: all
    cdef int others        # the same for the second side, if it is several seats; 0: as many as for the first
    cdef bint several      # the second side is all seats but one, each for itself
    cdef bint foreseen     # the last ratings rest on what the game foresees

    cdef int rate(self, State state, int* actions, int* ratings, int n, int side, int ply, int move, int depth) noexcept nogil
    cdef inline bint is_other(self, int side) noexcept nogil
    cdef bint foresee(self, State state, int* actions, int* ratings, int n) noexcept nogil
    cdef double prospect(self, int rating) noexcept nogil
    cdef void reward(self, State state, int action, int side, int ply, int depth) noexcept nogil
