# distutils: extra_compile_args = -O3
"""Free deeds: eating, the stash, trades, objectives and achievement cards (numbers as in RULES.md)."""

from __future__ import annotations

import cython

from calumma.games.life import board
from calumma.games.life.layout import BUG, EAT, EAT_ONTO, EXTRA, GATHER, HIDE, PUT_ONTO, TRADE, WILD, WILD_ONTO
from calumma.games.life.phases import ACHIEVEMENT, LAST
from calumma.games.life.table import LifeTable

if not cython.compiled:
    from calumma.core.bits import lowest

ADJACENT = board.ADJACENT
GATHER_COLOURS = board.GATHER_COLOURS
STASH_LIMIT = 5
HIDE_KIND = 20  # gather cards are the kinds before it
MOVE_BUG_KIND = 27
EXTRA_KIND = 28
WILD_KIND = 29


class Cards(LifeTable):
    """A position with its free deeds."""

    # What may be done

    def list_free_deeds(self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int) -> cython.int:
        """Write the free deeds of the seat whose turn it is, after n actions that are there."""
        hand: cython.int = self.turn * 30
        snake: cython.int
        here: cython.uint = self.colours_at(self.place[self.turn])
        if here:  # R9: what rests here matches
            if self.stashed[self.turn] < STASH_LIMIT:
                n = self.write_mask(out, words, n, EAT, here)
            n = self.list_serving(out, words, n, EAT_ONTO, here, True)
        if self.stashed[self.turn]:  # R10
            n = self.list_serving(out, words, n, PUT_ONTO, self.colours_of(self.stash[self.turn]), True)
        if self.hand[hand + WILD_KIND]:  # R13f
            if self.stashed[self.turn] < STASH_LIMIT:
                n = self.write_mask(out, words, n, WILD, self.supplied())
            n = self.list_serving(out, words, n, WILD_ONTO, self.supplied(), True)
        n = self.list_trades(out, words, n)
        n = self.list_gathers(out, words, n)
        snake = self.snake_at(self.place[self.turn])
        if snake >= 0 and self.hand[hand + HIDE_KIND + snake]:  # R13b
            n = self.write_mask(out, words, n, HIDE + snake, 1)
        if self.hand[hand + EXTRA_KIND]:  # R13e
            n = self.write_mask(out, words, n, EXTRA, 1)
        if self.hand[hand + MOVE_BUG_KIND]:
            n = self.list_bug_moves(out, words, n)
        return n

    def list_last_deeds(self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int) -> cython.int:
        """R17: what is left to do in the last phase: put, play Wild, trade; no objective is started."""
        n = self.list_serving(out, words, n, PUT_ONTO, self.colours_of(self.stash[self.turn]), False)
        if self.hand[self.turn * 30 + WILD_KIND]:
            if self.stashed[self.turn] < STASH_LIMIT:
                n = self.write_mask(out, words, n, WILD, self.supplied())
            n = self.list_serving(out, words, n, WILD_ONTO, self.supplied(), False)
        return self.list_trades(out, words, n)

    def list_serving(
        self,
        out: cython.p_int,
        words: cython.p_ulonglong,
        n: cython.int,
        first: cython.int,
        colours: cython.uint,
        starting: cython.bint,
    ) -> cython.int:
        """R12: where a bug of these colours fits: next on an own objective, or at either end of one in the row."""
        own: cython.ulonglong = 0
        left: cython.ulonglong = 0
        right: cython.ulonglong = 0
        colour: cython.int
        for colour in range(6):
            if (colours >> colour) & 1:
                own |= self.wants[self.turn * 6 + colour]
                left |= self.tables.ends[colour]
                right |= self.tables.ends[6 + colour]
        n = self.write_mask(out, words, n, first, own)
        if starting:
            n = self.write_mask(out, words, n, first + 64, left & self.objectives)
            n = self.write_mask(out, words, n, first + 128, right & self.objectives)
        return n

    def list_trades(self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int) -> cython.int:
        """R11: two of a colour for one of another that the supply has."""
        given: cython.int
        if self.stashed[self.turn] < 2:
            return n
        for given in range(6):
            if ((self.stash[self.turn] >> (4 * given)) & 15) >= 2:
                n = self.write_mask(out, words, n, TRADE + given * 6, self.supplied() & ~(cython.cast(cython.uint, 1) << given))
        return n

    def list_gathers(self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int) -> cython.int:
        """R13a: the three bugs of a Gather card rest on one space beside the chameleon."""
        kind: cython.int
        space: cython.int
        beside: cython.uint
        for kind in range(20):
            if self.hand[self.turn * 30 + kind]:
                beside = ADJACENT[self.board + self.place[self.turn]]
                while beside:
                    space = lowest(beside)
                    beside &= beside - 1
                    if GATHER_COLOURS[kind] & ~self.colours_at(space) == 0:
                        n = self.write_mask(out, words, n, GATHER + kind * 19 + space, 1)
        return n

    def list_bug_moves(self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int) -> cython.int:
        """R13d: any bug, one step and on by scaring."""
        colour: cython.int
        space: cython.int
        spaces: cython.uint
        for colour in range(6):
            spaces = self.where[colour]
            while spaces:
                space = lowest(spaces)
                spaces &= spaces - 1
                n = self.write_mask(out, words, n, BUG + (colour * 19 + space) * 19, self.resting_places(colour, space))
        return n

    # Doing it

    def free_deed(self, action: cython.int) -> cython.void:
        """Do a free deed."""
        if action < EAT_ONTO:  # R9
            self.take_bug(action - EAT, self.place[self.turn])
            self.stash_bug(action - EAT)
        elif action < PUT_ONTO:
            self.take_bug(self.colour_onto(action - EAT_ONTO), self.place[self.turn])
            self.serve(action - EAT_ONTO)
        elif action < WILD:  # R10
            self.stash[self.turn] -= cython.cast(cython.uint, 1) << (4 * self.colour_onto(action - PUT_ONTO))
            self.stashed[self.turn] -= 1
            self.serve(action - PUT_ONTO)
        elif action < WILD_ONTO:  # R13f
            self.use_card(WILD_KIND)
            self.supply[action - WILD] -= 1
            self.stash_bug(action - WILD)
        elif action < TRADE:
            self.use_card(WILD_KIND)
            self.supply[self.colour_onto(action - WILD_ONTO)] -= 1
            self.serve(action - WILD_ONTO)
        elif action < GATHER:
            self.trade((action - TRADE) // 6, (action - TRADE) % 6)
        elif action < HIDE:
            self.gather((action - GATHER) // 19, (action - GATHER) % 19)
        elif action < EXTRA:  # R13b
            self.lay_open(HIDE_KIND + action - HIDE, self.tables.hide_points)
        elif action == EXTRA:  # R13e
            self.use_card(EXTRA_KIND)
            self.actions += 1
        else:  # R13d
            action -= BUG
            self.use_card(MOVE_BUG_KIND)
            self.take_bug(action // 361, action // 19 % 19)
            self.add_bug(action // 361, action % 19)

    def colour_onto(self, place: cython.int) -> cython.int:
        """The colour that a place takes: 0-63 next on that objective, 64-127 at its left end, 128-191 at its right end."""
        if place < 64:
            return self.next_colour(place)
        return self.tables.order[(place % 64 * 2 + place // 64 - 1) * 8]

    def serve(self, place: cython.int) -> cython.void:
        """R12: a bug, already taken from where it was, goes onto an objective."""
        self.fed = True
        if place < 64:
            self.go_on(place)
        else:
            self.start(place % 64, place // 64 - 1)

    def start(self, objective: cython.int, side: cython.int) -> cython.void:
        """R12: take an objective out of the row by its first bug, and draw an achievement card."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << objective
        self.objectives &= ~bit
        self.going[self.turn] |= bit
        if side:
            self.from_right |= bit
        self.filled[objective] = 1
        self.wants[self.turn * 6 + self.next_colour(objective)] |= bit
        self.draw_achievement()

    def go_on(self, objective: cython.int) -> cython.void:
        """R12: the next bug in the order begun."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << objective
        self.wants[self.turn * 6 + self.next_colour(objective)] &= ~bit
        self.filled[objective] += 1
        if self.filled[objective] == self.tables.length[objective]:
            self.complete(objective)
        else:
            self.wants[self.turn * 6 + self.next_colour(objective)] |= bit

    def complete(self, objective: cython.int) -> cython.void:
        """R12: its points are won, and an achievement card is drawn."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << objective
        i: cython.int
        self.going[self.turn] &= ~bit
        self.finished[self.turn] |= bit
        self.from_right &= ~bit  # the order is of no account any more
        self.earned[self.turn] += self.tables.points[objective]
        self.completed = True
        if self.recycle:
            for i in range(self.tables.length[objective]):
                self.supply[self.tables.order[objective * 16 + i]] += 1
        self.draw_achievement()

    def stash_bug(self, colour: cython.int) -> cython.void:
        """R9: keep a bug for later."""
        self.stash[self.turn] += cython.cast(cython.uint, 1) << (4 * colour)
        self.stashed[self.turn] += 1

    def trade(self, given: cython.int, taken: cython.int) -> cython.void:
        """R11."""
        self.stash[self.turn] -= cython.cast(cython.uint, 2) << (4 * given)
        self.supply[given] += 2
        self.supply[taken] -= 1
        self.stashed[self.turn] -= 2
        self.stash_bug(taken)

    def gather(self, kind: cython.int, space: cython.int) -> cython.void:
        """R13a: the three bugs return to the supply, the card is laid open."""
        colour: cython.int
        for colour in range(6):
            if (GATHER_COLOURS[kind] >> colour) & 1:
                self.take_bug(colour, space)
                self.supply[colour] += 1
        self.lay_open(kind, self.tables.gather_points)

    def draw_achievement(self) -> cython.void:
        """R12, R17: a card is drawn by chance, except in the last phase or from an empty deck (R5)."""
        if self.phase != LAST and self.deck_size:
            self.phase = ACHIEVEMENT

    def use_card(self, kind: cython.int) -> cython.void:
        """R13: a card from the hand leaves the game, openly."""
        self.hand[self.turn * 30 + kind] -= 1
        self.used[kind] += 1

    def lay_open(self, kind: cython.int, points: cython.int) -> cython.void:
        """R13: a goal is reached."""
        self.hand[self.turn * 30 + kind] -= 1
        self.laid[self.turn * 30 + kind] += 1
        self.earned[self.turn] += points
