from libc.math cimport exp
cimport cython
from calumma.core.bits cimport wipe
from calumma.core.numbers cimport MOST_SEATS, OVER, Shares
from calumma.core.pointers cimport ints, schars, ushorts
from calumma.core.state cimport State
from calumma.core.tables cimport Tables

cdef double UNIT

@cython.final
cdef class ShapeReader:
    cdef readonly object game
    cdef readonly Tables tables
    cdef list kept               # what pointers point to
    cdef int seats, sides
    cdef int size, own           # numbers of an observation, and of its own part
    cdef int sources, counted    # pairs of a number and its cell; counts
    cdef int stages              # of a match
    cdef int* places             # by seat: those pairs
    cdef int* counts             # by seat: where counts are
    cdef int* lows               # the least value of each count
    cdef int* ends               # with how many filled cells a stage begins
    cdef int* firsts             # by seat: the first of its stages
    cdef int* side_of            # by seat
    cdef int* mates              # by seat: how many its side has
    cdef signed char* bytes      # an observation
    cdef signed char* held       # by cell, whether there is something
    cdef unsigned short* marks   # what the shapes read
    cdef int stage               # in which the position that was read is

    cdef void c_read(self, State state, int seat) noexcept nogil
    cdef inline int _count(self, int seat, int number) noexcept nogil
    cdef inline int _speaker(self, State state) noexcept nogil
    cdef double c_share(self, State state, int seat) noexcept nogil
    cdef bint c_tell(self, State state, double* out) noexcept nogil
    cdef void _share_out(self, State state, double* out) noexcept nogil
    cdef int c_features(self, State state, int seat, int* out) noexcept nogil
