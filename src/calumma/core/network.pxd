cimport cython
from libc.math cimport exp
from calumma.core.bits cimport lowest, wipe
from calumma.core.kernels cimport add_column, clipped, dot
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.packing cimport wipe_words
from calumma.core.pointers cimport doubles, ints, schars, shorts, ulonglongs
from calumma.core.state cimport State

cdef int COLUMN_BITS, WEIGHT_BITS, ONE_BITS, ONE, LARGEST_NUMBER
cdef double SUM_UNIT, SUREST

cdef class Network:
    cdef readonly object game
    cdef readonly object shape
    cdef readonly object weights
    cdef readonly int seats
    cdef readonly int inputs      # numbers of an observation
    cdef readonly int actions
    cdef readonly int first       # units of the first layer
    cdef readonly int second      # and of the second
    cdef readonly bint sums_to_one  # values of all seats do
    cdef list kept                # what pointers point to
    cdef short* numbers           # the weights
    cdef int* starts              # where those of each kind begin
    cdef int* places              # by seat and number of its observation, the number of the network's
    cdef int* rows                # by seat and action, the network's action

    cpdef long long _most_of_first(self, bytearray counted)
    cpdef long long _most_of_rows(self)

@cython.final
cdef class Reader:
    cdef readonly Network network
    cdef list kept                # what pointers point to
    cdef int seats, inputs, actions, first, second  # as the network's
    cdef bint sums_to_one
    cdef short* weights
    cdef int* starts
    cdef int* places
    cdef int* rows
    cdef int own                  # numbers of an observation that are the game's own
    cdef int looked               # words of an observation
    cdef int counted              # numbers of it that have no bit
    cdef int seat                 # who looked last
    cdef int* where               # the places of those numbers
    cdef signed char* is_counted  # 1 for these
    cdef unsigned long long* words  # what is seen now
    cdef signed char* numbers
    cdef signed char* bytes         # the same, by way of bytes
    cdef unsigned long long* last_words  # what every seat saw when it was last asked
    cdef signed char* last_numbers
    cdef int* sums                # of the first layer, for every seat
    cdef int* middle_sums         # of the second
    cdef short* firsts            # what the layers say
    cdef short* seconds

    cdef void c_read(self, State state, int seat) noexcept nogil
    cdef void _look(self, State state, int seat) noexcept nogil
    cdef inline void _follow(self, int seat) noexcept nogil
    cdef inline void _think(self, int seat) noexcept nogil
    cdef inline double _says(self, int kind, Py_ssize_t row) noexcept nogil
    cdef void c_values(self, double* out) noexcept nogil
    cdef void c_chances(self, int* actions, int n, double* out) noexcept nogil
