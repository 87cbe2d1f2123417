from calumma.core.bits cimport lay, lowest, mix, popcount
from calumma.core.state cimport Rng, State

cdef int BUGS, SNAKES, NONE
cdef unsigned int ADJACENT[646]
cdef unsigned int CARD_COLOURS[21]
cdef unsigned int ALL_COLOURS

cdef class Tables:
    cdef readonly object deck
    cdef int count                    # objectives
    cdef int achievements             # cards
    cdef int length[64]               # bugs on an objective
    cdef int order[1024]              # (objective * 2 + side) * 8 + i: colour of its i-th bug, from the left or the right
    cdef int points[64]
    cdef unsigned long long ends[12]  # side * 6 + colour: objectives that begin so
    cdef int copies[30]
    cdef int gather_points, hide_points
    cdef int goals[5]                 # by seats

cdef class Sizes:
    cdef readonly object contents
    cdef readonly int spaces
    cdef int colours
    cdef int snakes
    cdef int bugs             # of a colour
    cdef int actions          # of a turn
    cdef int rolls            # that one action pays for
    cdef int color_row        # cards that lie face up
    cdef int objective_row
    cdef readonly int rounds  # turns of a seat
    cdef unsigned int cards   # colour cards there are

cdef class LifeTable(State):
    cdef readonly Tables tables
    cdef readonly Sizes sizes
    cdef int board          # where its part of ADJACENT begins: 0 hex, 19 rings, 38 more for every space less
    cdef bint recycle
    cdef readonly int goal  # of the progress marker

    cdef readonly int phase
    cdef readonly int turn        # seat whose turn it is; in FIRST_CARDS the seat that draws
    cdef readonly int actions     # left this turn
    cdef readonly int rolls       # of lying in wait, paid for and not yet used
    cdef readonly bint fed        # a bug was put on an objective this turn
    cdef readonly bint completed  # an objective was completed this turn
    cdef readonly int marker      # progress
    cdef readonly int turns       # that are over
    cdef readonly int starved     # turns in a row without supply and without a bug put on an objective
    cdef readonly int pending     # SCARED: the space that must be cleared
    cdef readonly int waiting     # WAIT_ROLL: the colour named
    cdef readonly int offered     # OFFERED: the card drawn blind, else -1
    cdef readonly int unfinished  # LAST: seats that have not said done

    cdef unsigned int bugs[19]           # four bits a colour, R lowest
    cdef int snake_on[6]                 # space of a snake, -1 before it is placed
    cdef int place[4]                    # space of a seat's chameleon
    cdef int worn[4]                     # a seat's colour card, -1 before it is drawn
    cdef bint sneaking[4]                # a Sneak card lies before the seat
    cdef unsigned int row                # face-up colour cards
    cdef unsigned int discard            # colour cards
    cdef unsigned int stash[4]           # four bits a colour
    cdef unsigned long long objectives   # face-up
    cdef unsigned long long going[4]     # a seat's objectives that are not complete
    cdef unsigned long long finished[4]  # a seat's complete objectives
    cdef unsigned long long from_right   # objectives that are filled from right to left
    cdef int filled[64]                  # bugs on an objective
    cdef int hand[120]                   # seat * 30 + kind: achievement cards in hand
    cdef int laid[120]                   # seat * 30 + kind: Gather and Hide cards laid open
    cdef int used[30]                    # cards out of the game

    # Follow from the fields above.
    cdef unsigned int where[6]         # spaces with a bug of that colour
    cdef int supply[6]
    cdef unsigned int skin[4]          # colours of a seat's card; all of them before it is drawn
    cdef readonly unsigned int color_deck
    cdef int stashed[4]                # bugs in a stash
    cdef readonly unsigned long long objective_deck
    cdef unsigned long long wants[24]  # seat * 6 + colour: objectives whose next bug has that colour
    cdef int left[30]                  # the achievement deck
    cdef readonly int deck_size        # cards in it
    cdef int earned[4]                 # points of complete objectives and cards laid open

    cdef unsigned int barred(self, int colour) noexcept nogil
    cdef unsigned int resting_places(self, int colour, int space) noexcept nogil
    cdef unsigned int snake_places(self, int colour) noexcept nogil
    cdef int snake_at(self, int space) noexcept nogil
    cdef unsigned int colours_at(self, int space) noexcept nogil
    cdef unsigned int colours_of(self, unsigned int packed) noexcept nogil
    cdef bint needs_sneaking(self, int seat) noexcept nogil
    cdef int next_colour(self, int objective) noexcept nogil
    cdef unsigned int supplied(self) noexcept nogil
    cdef void derive_skin(self, int seat) noexcept nogil
    cdef void add_bug(self, int colour, int space) noexcept nogil
    cdef void take_bug(self, int colour, int space) noexcept nogil
    cdef int write_mask(self, int* out, unsigned long long* words, int n, int first, unsigned long long mask) noexcept nogil
    cdef void copy_table(self, LifeTable other) noexcept nogil
    cdef unsigned long long hash_table(self) noexcept nogil
