from calumma.core.state cimport Rng, State

cdef class Batch:
    cdef readonly int count
    cdef readonly int seats
    cdef int own
    cdef int size
    cdef int actions
    cdef State root
    cdef list states
    cdef list streams
    cdef bytearray room             # holds slots and luck
    cdef void** slots               # the positions
    cdef void** luck                # their streams
    cdef signed char[:, ::1] observations
    cdef signed char[:, ::1] masks
    cdef signed char[:, ::1] finals
    cdef double[:, ::1] payoffs
    cdef double[::1] rewards
    cdef signed char[::1] over
    cdef int[::1] acting
    cdef int[::1] picks
    cdef void start(self, int i, State state, Rng rng, int* legal, int* weights) noexcept nogil
    cdef void show(self, int i, State state, Rng rng, int* legal) noexcept nogil
    cdef void finish(self, int i, State state) noexcept nogil
    cdef bint forbids(self, int i, int action) noexcept nogil
    cdef void play(self, int i, State state, Rng rng, int action, int* legal, int* weights) noexcept nogil

cdef void let_chance_act(State state, Rng rng, int* legal, int* weights) noexcept nogil
