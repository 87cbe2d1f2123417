from libc.math cimport exp
from calumma.core.bits cimport lowest
from calumma.games.life.table cimport LifeTable

cdef unsigned int ADJACENT[646]
cdef unsigned int GATHER_COLOURS[20]
cdef int STEPS, HIDES, OTHERS, FEATURES, NOWHERE, MOST_LACKING, HERE
cdef double UNFINISHED, CALM, LONG
cdef double EARLY[27]
cdef double LATE[27]

cdef void spread_out(LifeTable table, int seat, unsigned int* within) noexcept nogil
cdef unsigned int describe_objectives(LifeTable table, int seat, unsigned int* within, double* found) noexcept nogil
cdef int nearness(LifeTable table, int seat, int colour, unsigned int* within) noexcept nogil
cdef double outlook(LifeTable table, unsigned int stash) noexcept nogil
cdef void describe_cards(LifeTable table, int seat, unsigned int* within, double* found) noexcept nogil
cdef void describe(LifeTable table, int seat, double* found) noexcept nogil
cdef double prospects(LifeTable table, int seat, double early) noexcept nogil
cdef void estimate(LifeTable table, double* out) noexcept nogil
