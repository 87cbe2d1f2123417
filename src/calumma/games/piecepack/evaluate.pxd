cdef int best_gain(
    int seat, int seats, unsigned long long* colours, unsigned long long* ranks, unsigned long long* chameleons,
    unsigned long long* wasps, unsigned long long choice, unsigned long long places
) noexcept nogil
cdef double temper(int tiles, int seats) noexcept nogil
cdef double worth_of(int points, int gain, int distance, bint has_wasp, int held) noexcept nogil
