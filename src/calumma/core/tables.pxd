cimport cython
from calumma.core.pointers cimport ints, shorts

cdef class Tables:
    cdef readonly object path     # where the game ships its weights
    cdef readonly object base     # tables of the same shapes from which the file tells the differences, if there are such
    cdef readonly int stages
    cdef readonly int entries     # of one stage
    cdef readonly int count       # of marks
    cdef readonly int scalars
    cdef readonly int cells
    cdef readonly list patterns
    cdef readonly list symmetries
    cdef readonly list placed     # table and cells of every mark
    cdef readonly list starts     # first entry of every table, and the end
    cdef readonly bint is_ready   # the weights are here
    cdef readonly bint is_blank   # and all of them are 0: nothing was learnt yet
    cdef object both              # the weights, and once more as the other view reads them
    cdef list kept                # what pointers point to
    cdef int* spans               # by cell, where its links begin
    cdef int* links               # pairs: a mark and by how much one more in the cell changes it
    cdef int* firsts              # by mark, the first entry of its table
    cdef int* scalar_firsts
    cdef short* weights

    cdef void c_turn(self, unsigned short* marks, int cell, int change) noexcept nogil
    cdef int c_sum(self, unsigned short* marks, int view, int stage) noexcept nogil
    cdef int c_shift(self, unsigned short* marks, int cell, int change, int view, int stage) noexcept nogil
    cdef int c_scalar(self, int number, int value, int stage) noexcept nogil
    cdef inline int _place(self, int number, int value) noexcept nogil
    cdef int c_entries(self, unsigned short* marks, int view, int stage, int* out) noexcept nogil
    cdef int c_scalar_entry(self, int number, int value, int stage) noexcept nogil

cdef int swapped(int mark) noexcept nogil
