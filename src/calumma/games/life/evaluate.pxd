from libc.math cimport exp
from calumma.core.bits cimport lowest
from calumma.games.life.table cimport LifeTable

cdef unsigned int ADJACENT[38]
cdef double UNFINISHED, STASHED, NEAR, STEP, MISMATCH, EARLY, TIME, SPARE, CARD, SCALE, SHARP

cdef double nearness(LifeTable table, int seat, int colour) noexcept nogil
cdef double progress(LifeTable table, int seat, int objective) noexcept nogil
cdef double prospects(LifeTable table, int seat, double hurry) noexcept nogil

cdef void estimate(LifeTable table, double* out) noexcept nogil
