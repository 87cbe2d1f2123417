cimport cython
from calumma.core.bits cimport mix, part, wipe
from calumma.core.crew cimport crew, crew_free, crew_new, crew_run, crew_take
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.packing cimport copy_bytes, copy_numbers, fetch, nth_of_words, pack, store, unpack, unpack_changed, wipe_words, words_from
from calumma.core.pointers cimport doubles, ints, schars, uchars, ulonglongs
from calumma.core.state cimport Rng, State

cdef int AHEAD, CHUNK, LINES, LONG

@cython.final
cdef class Batch:
    cdef readonly int count
    cdef readonly int seats
    cdef readonly int threads
    cdef readonly bint alone
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
    cdef int _illegal(self, int* chosen, int first, int last)
    cdef void share(self, int worker) noexcept nogil
    cdef void work(self, int worker, int first, int last) noexcept nogil
    cdef void forget(self, int i) noexcept nogil
    cdef void start(self, int i, State state, Rng rng, int* legal, int* weights, int worker) noexcept nogil
    cdef inline int who_acts(self, int i, State state, Rng rng, int* legal, int* weights) noexcept nogil
    cdef inline void show(self, int i, int seat, State state, Rng rng, int* legal, int* weights, int worker) noexcept nogil
    cdef inline void mark(self, int i, State state, Rng rng, int worker) noexcept nogil
    cdef void name(self, int i, State state, Rng rng, int* legal) noexcept nogil
    cdef inline void look(self, int i, int seat, State state, int worker) noexcept nogil
    cdef inline void unfold(self, signed char* row, unsigned long long* words, signed char* numbers) noexcept nogil
    cdef void look_closely(self, int i, int seat, State state, signed char* look) noexcept nogil
    cdef void squeeze(self, int i, signed char* look) noexcept nogil
    cdef void finish(self, int i, State state, int acted, int worker) noexcept nogil
    cdef bint forbids(self, int i, int action) noexcept nogil
    cdef bint lists_no(self, int i, int action) noexcept nogil
    cdef void play(self, int i, State state, Rng rng, int action, int* legal, int* weights, int worker) noexcept nogil

cdef int let_chance_act(State state, Rng rng, int* legal, int* weights) noexcept nogil
cdef int let_others_act(State state, int own, Rng rng, int* legal, int* weights) noexcept nogil
cdef void work_on(void* batch, int worker) noexcept nogil
