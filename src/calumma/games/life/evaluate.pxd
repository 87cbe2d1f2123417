from libc.math cimport exp
from calumma.core.bits cimport lowest
from calumma.games.life.table cimport Table

cdef unsigned int ADJACENT[38]
cdef double UNFINISHED, STASHED, NEAR, STEP, MISMATCH, EARLY, TIME, SPARE, CARD, SCALE, SHARP

cdef double nearness(Table table, int seat, int colour) noexcept nogil
cdef double progress(Table table, int seat, int objective) noexcept nogil
cdef double prospects(Table table, int seat, double hurry) noexcept nogil

cdef void estimate(Table table, double* out) noexcept nogil
