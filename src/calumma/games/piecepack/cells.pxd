cdef unsigned long long MASK_64

ctypedef unsigned long long Cells

cdef Cells sides(Cells cells) noexcept nogil
cdef Cells around(Cells cells) noexcept nogil
cdef Cells flood(Cells start, Cells within) noexcept nogil
cdef Cells lines(Cells start, Cells tiles) noexcept nogil
