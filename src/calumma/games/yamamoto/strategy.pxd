cimport cython
from calumma.core.bits cimport lowest, mix, popcount
from calumma.core.pointers cimport ints, uchars, ulonglongs
from calumma.games.yamamoto.endings cimport reach, shifted, turned, uint
from calumma.games.yamamoto.proof cimport Prover, is_mirrored, packed, reflection
from calumma.games.yamamoto.proof_numbers cimport ProofNumbers

cdef unsigned long long BOARD
cdef int ROOM, LONGEST, TRIED, NO_DEMAND, TRUSTING

@cython.final
cdef class Strategy:
    cdef str goal
    cdef object start                 # the position it begins with
    cdef Prover prover                # says which moves win ..
    cdef ProofNumbers numbers         # .. unless this does
    cdef uint aim             # the winner's goal
    cdef uint loser_aim
    cdef list kept                    # what the pointers point to
    cdef unsigned long long* winners  # white | black << 25
    cdef unsigned long long* losers
    cdef unsigned char* moves         # place among the legal moves
    cdef unsigned char* labels        # plies that the proof or the tables promise
    cdef unsigned char* demands       # fewest plies that a position before allows this one
    cdef unsigned char* plies         # plies that the strategy takes
    cdef int* places                  # hash table of positions: place + 1
    cdef readonly long long count     # positions met
    cdef readonly long long done      # positions examined
    cdef long long room               # positions there is room for
    cdef long long roots              # positions met at the beginning
    cdef bint is_winners_turn
    cdef int* origins                 # the moves of the position being examined
    cdef int* targets
    cdef int* replies                 # how many answers each of them has
    cdef int* again                   # stack of positions that must win sooner than they were examined for
    cdef long long waiting            # how many are on it
    cdef int demand                   # the plies that the replies being met are allowed
    cdef int most                     # the most plies left after any of the last replies
    cdef long long fault              # place of a position without a winning move, or -1

    cdef long long c_find(self, unsigned long long winner, unsigned long long loser) noexcept nogil
    cdef long long c_slot(self, unsigned long long winner, unsigned long long loser) noexcept nogil
    cdef bint c_is_undecided(self, Prover prover, int plies, long long budget, long long place) noexcept nogil
    cdef int c_list_at(self, long long place) noexcept nogil
    cdef int c_label(self, long long place) noexcept nogil
    cdef long long c_meet(self, uint white, uint black, uint loser_white, uint loser_black) noexcept nogil
    cdef void c_examine(self, long long place) noexcept nogil
    cdef int c_distance(self, uint white, uint black, uint other_white, uint other_black, int demand) noexcept nogil
    cdef int c_proven(self, uint white, uint black, uint other_white, uint other_black) noexcept nogil
    cdef int c_choose(self, uint white, uint black, uint loser_white, uint loser_black, int label) noexcept nogil
    cdef int c_left(self, uint white, uint black, uint loser_white, uint loser_black, int origin, int target) noexcept nogil
    cdef int c_list(self, uint white, uint black, uint loser_white, uint loser_black, bint counts) noexcept nogil
    cdef bint c_is_winning(
        self, uint white, uint black, uint loser_white, uint loser_black, int origin, int target, int label
    ) noexcept nogil
    cdef int c_play(self, long long place) noexcept nogil
    cdef int c_replies(self, uint white, uint black, uint loser_white, uint loser_black, uint entered, bint meets) noexcept nogil
