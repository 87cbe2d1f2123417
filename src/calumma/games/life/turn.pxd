from calumma.core.bits cimport lowest, popcount
from calumma.games.life.cards cimport Cards

cdef int ACT, BLIND_DRAW, COLOURS_ROW, LAST, OBJECTIVES, FINISHED, SCARED, TURN_ROLL, WAIT_ROLL
cdef int BLIND, COLOR, END, GO, SCARE, SNAKE, SNEAK_GO, WAIT
cdef unsigned int ADJACENT[646]
cdef unsigned int CARDS_WITH[6]
cdef int STARVED_ROUNDS, SNEAK_KIND

cdef class Turn(Cards):
    cdef int list_actions(self, int* out, unsigned long long* words, int n) noexcept nogil
    cdef int list_scares(self, int* out, unsigned long long* words) noexcept nogil
    cdef unsigned int wearable(self, unsigned int cards) noexcept nogil
    cdef int scared_colour(self) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
    cdef void act(self, int action) noexcept nogil
    cdef void go(self, int space) noexcept nogil
    cdef void move_snake(self, int colour, int space) noexcept nogil
    cdef void draw_blind(self) noexcept nogil
    cdef void wear(self, int card) noexcept nogil
    cdef void wait(self, int colour) noexcept nogil
    cdef void place_bug(self, int colour, int space) noexcept nogil
    cdef void scare(self, int colour, int space) noexcept nogil
    cdef void settle(self, int space) noexcept nogil
    cdef void spend_action(self) noexcept nogil
    cdef void drop_sneak(self, int seat) noexcept nogil
    cdef void renew_colors(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void close_turn(self) noexcept nogil
    cdef void refill(self) noexcept nogil
    cdef void finish_seat(self) noexcept nogil
