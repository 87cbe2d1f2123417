from calumma.core.bits cimport lowest, popcount
from calumma.core.state cimport State

cdef int PATIENCE, NOWHERE, TWO_RINGS, THREE_RINGS, FOUR_RINGS
cdef unsigned long long ONE, ALL

cdef class Tabletop(State):
    cdef readonly unsigned long long pieces[4]  # squares of each seat's pieces
    cdef unsigned long long tall                # pieces with two rings or more
    cdef unsigned long long full                # pieces with four rings
    cdef unsigned long long second_0            # first bit of the colour under the top ring
    cdef unsigned long long second_1            # second bit of the colour under the top ring
    cdef unsigned long long available           # squares whose colour is in the supply
    cdef readonly unsigned short stacks[64]     # the rings of the piece on each square
    cdef readonly int supply[4]                 # rings of each colour, 0 to 64
    cdef readonly int captured[4]               # rings each seat has captured
    cdef readonly int to_place                  # pieces of all seats still to place, 0 to 32
    cdef readonly int turn                      # seat that acts; when over, the seat that acted last or would be next
    cdef readonly int chain                     # square of the piece that may go on stepping, or NOWHERE
    cdef readonly int steps                     # steps it has made in this turn, 0 to 2
    cdef readonly int quiet                     # turns since the last capture; -1 in a turn with one
    cdef readonly int passes                    # passes in a row
    cdef readonly int living                    # seats that have pieces or are still to place some
    cdef readonly int ending                    # RUNNING, LAST, BLOCKED or QUIET
    cdef bint removing                          # R6: whether rule 3 exists
    cdef bint matching                          # R4: whether captures need the colour reached

    cdef void _observe_rings(self, unsigned long long occupied, unsigned long long* out, int first) noexcept nogil
