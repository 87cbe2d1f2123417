cimport cython
from calumma.core.bits cimport clip, lay, lowest, narrow, nibbles, part, popcount, wipe
from calumma.core.deal cimport deal_counts
from calumma.core.numbers cimport CHANCE, MOST_SEATS, OVER, Scores
from calumma.core.state cimport Rng, State
from calumma.games.life.evaluate cimport estimate
from calumma.games.life.table cimport LifeTable
from calumma.games.life.turn cimport Turn

cdef int ACHIEVEMENT, ACT, BLIND_DRAW, BUGS, COLOURS_ROW, FIRST_CARDS, FIRST_OBJECTIVES, FIRST_ROW, LAST, OBJECTIVES, OFFERED
cdef int FINISHED, PROGRESS_ROLL, SCARED, SNAKES, TURN_ROLL, WAIT_ROLL
cdef int BLIND, DECLINE, DONE, DRAW_ACHIEVEMENT, DRAW_BUG, DRAW_COLOR, DRAW_OBJECTIVE, DRAW_SNAKE, EAT, END
cdef int ROLL, ROLL_D4, ROLL_SPACE, SCARE, WEAR

# Of planes.py.
cdef int SNAKES_AT, SCARED_SPACE_AT, SCARED_COLOUR_AT, BOARD_END, BOARD_NUMBERS, PLACE_AT, CARD_AT
cdef int FROM_RIGHT_AT, FINISHED_AT, SNEAKING_AT, SEAT_END, SEAT_NUMBERS, HAND_AT, USED_AT, CARDS_END
cdef int ROW_AT, DISCARD_AT, OBJECTIVES_AT, OFFERED_AT, WAITING_AT, PHASE_AT, FED_AT, COMPLETED_AT

@cython.final
cdef class Life(Turn):
    cdef int _list_deeds(self, int* out, unsigned long long* words) noexcept nogil
    cdef int _list_outcomes(self, int* out) noexcept nogil
    cdef int _count_up(self, int* out, int first, int count) noexcept nogil
    cdef int _list_rolls(self, int* out) noexcept nogil
    cdef int _pick_weighted(self, Rng rng, int* actions, int* weights) noexcept nogil
    cdef void _befall(self, int action) noexcept nogil
    cdef void _seed_snake(self, int colour) noexcept nogil
    cdef void _seed_bug(self, int colour) noexcept nogil
    cdef void _turn_up_color(self, int card) noexcept nogil
    cdef void _deal_card(self, int card) noexcept nogil
    cdef void _lay_objective(self, int objective) noexcept nogil
    cdef void _answer_offer(self, bint accept) noexcept nogil
    cdef inline void _observe_board(self, unsigned long long* out, signed char* numbers) noexcept nogil
    cdef inline void _observe_seat(self, int seat, unsigned long long* out, int n, signed char* numbers) noexcept nogil
    cdef inline void _observe_table(self, unsigned long long* out, int n, signed char* numbers) noexcept nogil
