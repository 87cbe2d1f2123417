from calumma.games.life.table cimport Table

cdef void estimate(Table table, double* out) noexcept nogil
