cimport cython
from calumma.core.bits cimport lay, lowest, popcount
from calumma.core.deal cimport nth_bit
from calumma.core.numbers cimport CHANCE, OVER
from calumma.core.state cimport Rng
from calumma.games.piecepack.cells cimport around, lines, sides
from calumma.games.piecepack.scoring cimport Scoring

cdef int FIRST_ADD, FIRST_WALK, PASSING, WILDS, PLAY, DONE
cdef unsigned long long ONE, ONE_COLOUR, MASK_32, MASK_64
cdef unsigned long long BY_16, BY_8, BY_4, BY_2, BY_1

cdef inline unsigned long long widened(unsigned long long half) noexcept nogil

cdef class Moves(Scoring):
    @cython.final
    cdef int _list_adds(self, int* out) noexcept nogil
    @cython.final
    cdef int _list_walks(self, int* out, int n) noexcept nogil
    @cython.final
    cdef inline int _total(self, int adds) noexcept nogil
    @cython.final
    cdef int _pick(self, int n, unsigned long long tiles, int* places, int* counts) noexcept nogil
    @cython.final
    cdef int _nth_of_pairs(self, unsigned long long cells, unsigned long long twice, int n) noexcept nogil
    @cython.final
    cdef inline void _lay_pairs(
        self, unsigned long long* out, int first, unsigned long long low, unsigned long long high, unsigned long long twice
    ) noexcept nogil
    @cython.final
    cdef unsigned long long _outcomes(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long _unseen(self) noexcept nogil
    @cython.final
    cdef inline int undrawn(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long _choice(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long free_cells(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long _walks(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long _prey(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long _shared(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long aside(self) noexcept nogil
    @cython.final
    cdef inline unsigned long long joining(self, bint wasp) noexcept nogil
    @cython.final
    cdef inline int place_of(self, int cell) noexcept nogil
