from calumma.core.bits cimport mix
from calumma.core.crew cimport crew, crew_free, crew_new
from calumma.core.numbers cimport MOST_ACTIONS
from calumma.core.pointers cimport doubles, ints, schars, uchars, ulonglongs
from calumma.core.state cimport Rng, State

cdef int APART

cdef class Rows:
    cdef readonly int count
    cdef readonly int seats
    cdef readonly int threads
    cdef readonly bint alone
    cdef bint owned       # whether a row's end is told to its own seat, not to the seat that acted last
    cdef bint some        # whether rows without an action are left as they are
    cdef int own
    cdef int words               # of a mask, 64 actions each
    cdef Py_ssize_t size         # numbers of an observation
    cdef Py_ssize_t actions
    cdef Py_ssize_t packed_size  # bytes of a packed observation
    cdef Py_ssize_t mask_size    # bytes of a packed mask
    cdef Py_ssize_t looked       # words of an observation as bits
    cdef Py_ssize_t counted      # numbers of it that do not fit into a bit
    cdef Py_ssize_t stride       # from one thread's room to the next one's
    cdef State root
    cdef list states
    cdef list streams
    cdef list kept        # what owners, runs and sights point to
    cdef bytearray begun  # 1 for every row whose match has begun
    cdef bytearray room   # holds slots and luck
    cdef void** slots     # the positions
    cdef void** luck      # their streams
    cdef int* turns       # the seat that acts in a row
    cdef int* owners      # with `alone`, the seat that acts in a row
    cdef int* runs        # pairs, first and count, of numbers that do not fit into a bit; the first pair means nothing
    cdef int run_count
    cdef signed char* sights            # room of each thread for an observation
    cdef unsigned long long* glances    # the same as bits
    cdef unsigned long long* rooms      # and for a mask
    cdef signed char* stained           # 1 for every 64 actions of a row of masks among which one was legal
    cdef Py_ssize_t most                # legal actions of a row
    cdef crew* helpers
    cdef bint busy
    cdef int* chosen
    cdef int* wrong                     # of each thread, the first row whose action is not legal
    cdef dict arrays      # what the pointers below point to
    cdef bint looks, packs, masked, marks, lists  # which of them are wanted
    cdef signed char* observations
    cdef unsigned char* packed
    cdef signed char* masks
    cdef unsigned char* bits
    cdef int* moves
    cdef int* counts
    cdef signed char* finals
    cdef double* payoffs
    cdef double* rewards
    cdef signed char* over
    cdef int* acting
    cdef int* picks
