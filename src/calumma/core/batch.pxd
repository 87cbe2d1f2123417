from calumma.core.bits cimport mix, part, wipe
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.pointers cimport doubles, ints, schars
from calumma.core.state cimport Rng, State

cdef class Batch:
    cdef readonly int count
    cdef readonly int seats
    cdef int own
    cdef Py_ssize_t size  # numbers of an observation
    cdef Py_ssize_t actions
    cdef State root
    cdef list states
    cdef list streams
    cdef bytearray begun  # 1 for every row whose match has begun
    cdef bytearray room   # holds slots and luck
    cdef void** slots     # the positions
    cdef void** luck      # their streams
    cdef dict arrays      # what the pointers below point to
    cdef signed char* observations
    cdef signed char* masks
    cdef signed char* finals
    cdef double* payoffs
    cdef double* rewards
    cdef signed char* over
    cdef int* acting
    cdef int* picks
    cdef void start(self, int i, State state, Rng rng, int* legal, int* weights) noexcept nogil
    cdef void show(self, int i, State state, Rng rng, int* legal) noexcept nogil
    cdef void finish(self, int i, State state, int acted) noexcept nogil
    cdef bint forbids(self, int i, int action) noexcept nogil
    cdef void play(self, int i, State state, Rng rng, int action, int* legal, int* weights) noexcept nogil

cdef void let_chance_act(State state, Rng rng, int* legal, int* weights) noexcept nogil
