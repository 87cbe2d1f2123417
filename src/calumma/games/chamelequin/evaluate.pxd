cdef double PIECE, TALL, RING, TURN, STRIKE, PREY, HUNTED, STEP, FULL, GUARDED

cdef double strength(
    int pieces, int tall, int rings, int full, int prey, int hunted, int guarded, int steps, int initiative
) noexcept nogil
