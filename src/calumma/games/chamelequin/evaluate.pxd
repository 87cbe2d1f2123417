cdef double strength(int pieces, int tall, int rings, int prey, int hunted, int steps, int initiative) noexcept nogil
