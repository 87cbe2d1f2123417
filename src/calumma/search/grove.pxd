from libc.math cimport exp
from calumma.core.bits cimport wipe
from calumma.core.numbers cimport Actions, CHANCE, MOST_ACTIONS, MOST_SEATS, Shares
from calumma.core.packing cimport copy_numbers
from calumma.core.pointers cimport floats, schars
from calumma.core.state cimport Rng, State
from calumma.search.mcts cimport Tree

cdef class Grove:
    cdef readonly object game
    cdef readonly int count       # of trees
    cdef readonly int seats
    cdef Py_ssize_t size          # numbers of an observation
    cdef Py_ssize_t actions
    cdef readonly list trees
    cdef list streams             # their luck

    cdef void _show(self, State state, Py_ssize_t row, signed char* observations, signed char* masks)

cdef int walked(Tree tree, int most) noexcept
cdef void answered(Tree tree, float* logits, Py_ssize_t at, double* payoffs) noexcept nogil
