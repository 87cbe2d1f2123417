cdef void estimate(double* out, int seats, int* points, bint* out_of_game) noexcept nogil
