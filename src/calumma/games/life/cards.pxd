from calumma.core.bits cimport lowest
from calumma.games.life.table cimport LifeTable

cdef int ACHIEVEMENT, LAST
cdef int BUG, EAT, EAT_ONTO, EXTRA, GATHER, HIDE, PUT_ONTO, TRADE, WILD, WILD_ONTO
cdef unsigned int ADJACENT[646]
cdef unsigned int GATHER_COLOURS[20]
cdef int STASH_LIMIT, HIDE_KIND, MOVE_BUG_KIND, EXTRA_KIND, WILD_KIND

cdef class Cards(LifeTable):
    cdef int list_free_deeds(self, int* out, unsigned long long* words, int n) noexcept nogil
    cdef int list_last_deeds(self, int* out, unsigned long long* words, int n) noexcept nogil
    cdef int list_serving(self, int* out, unsigned long long* words, int n, int first, unsigned int colours, bint starting) noexcept nogil
    cdef int list_trades(self, int* out, unsigned long long* words, int n) noexcept nogil
    cdef int list_gathers(self, int* out, unsigned long long* words, int n) noexcept nogil
    cdef int list_bug_moves(self, int* out, unsigned long long* words, int n) noexcept nogil
    cdef void free_deed(self, int action) noexcept nogil
    cdef int colour_onto(self, int place) noexcept nogil
    cdef void serve(self, int place) noexcept nogil
    cdef void start(self, int objective, int side) noexcept nogil
    cdef void go_on(self, int objective) noexcept nogil
    cdef void complete(self, int objective) noexcept nogil
    cdef void stash_bug(self, int colour) noexcept nogil
    cdef void trade(self, int given, int taken) noexcept nogil
    cdef void gather(self, int kind, int space) noexcept nogil
    cdef void draw_achievement(self) noexcept nogil
    cdef void use_card(self, int kind) noexcept nogil
    cdef void lay_open(self, int kind, int points) noexcept nogil
