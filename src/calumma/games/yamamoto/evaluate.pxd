cdef double estimate(unsigned int orange, unsigned int blue, int turn, int invader) noexcept nogil
