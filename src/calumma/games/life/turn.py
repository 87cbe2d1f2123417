# distutils: extra_compile_args = -O3
"""A turn: the roll, the actions, scaring, and what follows at its end (numbers as in RULES.md)."""

from __future__ import annotations

import cython

from calumma.games.life import board
from calumma.games.life.cards import Cards
from calumma.games.life.layout import BLIND, COLOR, END, GO, SCARE, SNAKE, SNEAK_GO, WAIT
from calumma.games.life.phases import ACT, BLIND_DRAW, COLOURS_ROW, FINISHED, LAST, OBJECTIVES, SCARED, TURN_ROLL, WAIT_ROLL

if not cython.compiled:
    from calumma.core.bits import lowest, popcount

ADJACENT = board.ADJACENT
CARDS_WITH = board.CARDS_WITH
STARVED_ROUNDS = 3
SNEAK_KIND = 26


class Turn(Cards):
    """A position with its turns."""

    # What may be done

    def list_actions(self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int) -> cython.int:
        """Write the actions of the seat whose turn it is, and `end`, after n that are there."""
        colour: cython.int
        guarded: cython.uint = 0
        beside: cython.uint = ADJACENT[self.board + self.place[self.turn]]
        if self.actions == 0:
            n = self.write_mask(out, words, n, END, 1)  # R7
        else:
            n = self.write_mask(out, words, n, BLIND, 1)
            for colour in range(6):
                if not (self.skin[self.turn] >> colour) & 1 and self.snake_on[colour] >= 0:
                    guarded |= cython.cast(cython.uint, 1) << self.snake_on[colour]
            if self.sneaking[self.turn]:  # R13c
                guarded = 0
            n = self.write_mask(out, words, n, GO, beside & ~guarded)  # R7a
            if self.hand[self.turn * 30 + SNEAK_KIND]:
                n = self.write_mask(out, words, n, SNEAK_GO, beside & guarded)
            for colour in range(6):
                n = self.write_mask(out, words, n, SNAKE + colour * 19, self.snake_places(colour))  # R7b
            n = self.write_mask(out, words, n, COLOR, self.wearable(self.row))  # R7c
        if self.actions or self.rolls:
            n = self.write_mask(out, words, n, WAIT, self.supplied())  # R7d
        return n

    def list_scares(self, out: cython.p_int, words: cython.p_ulonglong) -> cython.int:
        """R8: the first scared bug in the order of colours must be sent off."""
        colour: cython.int = self.scared_colour()
        return self.write_mask(out, words, 0, SCARE + colour * 19, self.resting_places(colour, self.pending))

    def wearable(self, cards: cython.uint) -> cython.uint:
        """R7c: beside a snake, unless sneaking, only cards with its colour."""
        snake: cython.int = self.snake_at(self.place[self.turn])
        if snake >= 0 and not self.sneaking[self.turn]:
            return cards & CARDS_WITH[snake]
        return cards

    def scared_colour(self) -> cython.int:
        """The first colour among the bugs that may not stay on the pending space, or -1."""
        seat: cython.int
        colours: cython.uint = self.colours_at(self.pending)
        matched: cython.uint = colours
        for seat in range(self.seats):
            if self.place[seat] == self.pending:
                matched &= self.skin[seat]
        colours &= ~matched
        return lowest(colours) if colours else -1

    # Doing it

    def begin_turn(self) -> cython.void:
        """R6: roll for a bug, then three actions."""
        self.phase = TURN_ROLL
        self.actions = self.sizes.actions
        self.rolls = 0
        self.fed = False
        self.completed = False

    def act(self, action: cython.int) -> cython.void:
        """Do an action that is paid for."""
        if action == BLIND:
            self.draw_blind()
        elif action < SNEAK_GO:
            self.go(action - GO)
        elif action < SNAKE:  # R13c: the card lies before the seat while it is needed
            self.hand[self.turn * 30 + SNEAK_KIND] -= 1
            self.sneaking[self.turn] = True
            self.go(action - SNEAK_GO)
        elif action < COLOR:
            self.move_snake((action - SNAKE) // 19, (action - SNAKE) % 19)
        elif action < WAIT:
            self.spend_action()
            self.row &= ~(cython.cast(cython.uint, 1) << (action - COLOR))
            self.wear(action - COLOR)
        else:
            self.wait(action - WAIT)

    def go(self, space: cython.int) -> cython.void:
        """R7a."""
        self.spend_action()
        self.place[self.turn] = space
        self.drop_sneak(self.turn)
        self.settle(space)

    def move_snake(self, colour: cython.int, space: cython.int) -> cython.void:
        """R7b."""
        seat: cython.int
        self.spend_action()
        self.snake_on[colour] = space
        for seat in range(self.seats):
            self.drop_sneak(seat)

    def draw_blind(self) -> cython.void:
        """R7c: a card from the deck, to be worn or declined."""
        self.spend_action()
        self.renew_colors()
        self.phase = BLIND_DRAW

    def wear(self, card: cython.int) -> cython.void:
        """R7c: change colour; the old card is discarded."""
        self.discard |= cython.cast(cython.uint, 1) << self.worn[self.turn]
        self.worn[self.turn] = card
        self.derive_skin(self.turn)
        self.drop_sneak(self.turn)
        self.settle(self.place[self.turn])

    def wait(self, colour: cython.int) -> cython.void:
        """R7d: lie in wait for a colour; one action pays for three rolls."""
        if self.rolls == 0:
            self.actions -= 1
            self.rolls = self.sizes.rolls
        self.rolls -= 1
        self.waiting = colour
        self.phase = WAIT_ROLL

    def place_bug(self, colour: cython.int, space: cython.int) -> cython.void:
        """R6, R7d: a bug from the supply, if there is one."""
        if self.supply[colour]:
            self.supply[colour] -= 1
            self.add_bug(colour, space)
        self.settle(space)

    def scare(self, colour: cython.int, space: cython.int) -> cython.void:
        """R8: a bug comes to rest elsewhere; the next one follows."""
        self.take_bug(colour, self.pending)
        self.add_bug(colour, space)
        self.settle(self.pending)

    def settle(self, space: cython.int) -> cython.void:
        """R8: bugs that a chameleon on this space does not match must go, before anything else is done."""
        self.pending = space
        self.phase = SCARED
        if self.scared_colour() < 0:
            self.pending = 0
            self.phase = ACT

    def spend_action(self) -> cython.void:
        """R7d: rolls of lying in wait that were not used lapse."""
        self.actions -= 1
        self.rolls = 0

    def drop_sneak(self, seat: cython.int) -> cython.void:
        """R13c: a Sneak card is discarded as soon as it is not needed."""
        if self.sneaking[seat] and not self.needs_sneaking(seat):
            self.sneaking[seat] = False
            self.used[SNEAK_KIND] += 1

    def renew_colors(self) -> cython.void:
        """R5: the discarded colour cards become the deck when a draw finds it empty."""
        if self.color_deck == 0:
            self.color_deck = self.discard
            self.discard = 0

    # The end of a turn

    def end_turn(self) -> cython.void:
        """R16: count the turns in which nothing could come."""
        self.turns += 1
        self.rolls = 0
        if self.supplied() == 0 and not self.fed:
            self.starved += 1
        else:
            self.starved = 0

    def close_turn(self) -> cython.void:
        """R14, R16: the last phase begins, or the rows are refilled."""
        if (
            self.marker >= self.goal
            or self.starved >= STARVED_ROUNDS * self.seats
            or self.turns >= self.sizes.rounds * self.seats
        ):
            self.phase = LAST
            self.unfinished = self.seats
        else:
            self.refill()

    def refill(self) -> cython.void:
        """R15: objectives, then colour cards, then the next seat."""
        if self.objective_deck and popcount(self.objectives) < self.sizes.objective_row:
            self.phase = OBJECTIVES
        elif popcount(self.row) < self.sizes.color_row:
            self.renew_colors()
            self.phase = COLOURS_ROW
        else:
            self.turn = (self.turn + 1) % self.seats
            self.begin_turn()

    def finish_seat(self) -> cython.void:
        """R17: the next seat makes its last exchanges."""
        self.unfinished -= 1
        self.turn = (self.turn + 1) % self.seats
        if self.unfinished == 0:
            self.phase = FINISHED
