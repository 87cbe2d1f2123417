cimport cython
from calumma.core.batch_rows cimport Rows
from calumma.core.bits cimport part, wipe
from calumma.core.crew cimport crew_run, crew_take
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Shares
from calumma.core.packing cimport copy_bytes, copy_numbers, fetch, nth_of_words, pack, store, unpack, unpack_changed, wipe_words, words_from
from calumma.core.pointers cimport ints
from calumma.core.state cimport Rng, State

cdef int AHEAD, APART, CHUNK, LINES, LONG, NOTHING

@cython.final
cdef class Batch(Rows):
    cdef int _illegal(self, int* chosen, int first, int last)
    cdef int _illegal_by_all(self)
    cdef void check_share(self, int worker) noexcept nogil
    cdef void play_share(self, int worker) noexcept nogil
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
cdef void check_rows(void* batch, int worker) noexcept nogil
cdef void play_rows(void* batch, int worker) noexcept nogil
