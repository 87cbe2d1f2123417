from calumma.core.bits cimport lowest, popcount
from calumma.core.state cimport Rng

cdef unsigned long long ONE

cdef int nth_bit(unsigned long long cards, int n) noexcept nogil
cdef unsigned long long deal_set(unsigned long long pool, int count, Rng rng) noexcept nogil
cdef void deal_counts(int* pool, int kinds, int count, int* hands, int start, Rng rng) noexcept nogil
