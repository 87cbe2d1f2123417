# distutils: extra_compile_args = -O3
"""What stands on the board and what is counted beside it: pieces with their rings, the supply, the turn; and who sees what.

A stack is a number: 1, then two bits a ring from bottom to top, so 4..7 is one ring, 16..31 two.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.state import State
from calumma.games.chamelequin.layout import FOUR_RINGS, NOWHERE, PATIENCE, RUNNING, THREE_RINGS, TWO_RINGS, pieces_each

if not cython.compiled:
    from calumma.core.bits import lowest, popcount

ONE = 1
ALL = 0xFFFFFFFFFFFFFFFF


class Tabletop(State):
    """A position without its rules. Bitboards that speak of stacks are only meant where a piece stands."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game)
        if not cython.compiled:
            self.pieces, self.stacks, self.supply, self.captured = [0] * 4, [0] * 64, [0] * 4, [0] * 4
        self.removing = game.options["removal"] == "free"
        self.matching = game.options["capture"] == "match"
        for i in range(4):
            self.pieces[i] = 0
            self.captured[i] = 0
            self.supply[i] = game.options["rings"]
        for i in range(64):
            self.stacks[i] = 0
        self.tall = self.full = self.second_0 = self.second_1 = 0
        self.available = ALL
        self.to_place = pieces_each(self.seats) * self.seats
        self.turn = self.steps = self.quiet = self.passes = 0
        self.chain = NOWHERE
        self.living = self.seats
        self.ending = RUNNING

    def c_copy_from(self, other: State) -> cython.void:
        i: cython.int
        for i in range(4):
            self.pieces[i] = cython.cast(Tabletop, other).pieces[i]
            self.supply[i] = cython.cast(Tabletop, other).supply[i]
            self.captured[i] = cython.cast(Tabletop, other).captured[i]
        for i in range(64):
            self.stacks[i] = cython.cast(Tabletop, other).stacks[i]
        self.tall = cython.cast(Tabletop, other).tall
        self.full = cython.cast(Tabletop, other).full
        self.second_0 = cython.cast(Tabletop, other).second_0
        self.second_1 = cython.cast(Tabletop, other).second_1
        self.available = cython.cast(Tabletop, other).available
        self.to_place = cython.cast(Tabletop, other).to_place
        self.turn = cython.cast(Tabletop, other).turn
        self.chain = cython.cast(Tabletop, other).chain
        self.steps = cython.cast(Tabletop, other).steps
        self.quiet = cython.cast(Tabletop, other).quiet
        self.passes = cython.cast(Tabletop, other).passes
        self.living = cython.cast(Tabletop, other).living
        self.ending = cython.cast(Tabletop, other).ending

    # Knowing

    def c_bits(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.bint:
        """As in the base: a plane of a board is a word."""
        other: cython.int = seat
        squares: cython.ulonglong = 0
        missing: cython.int
        i: cython.int
        for i in range(self.seats):
            missing = (10 if self.seats == 2 else 8) - popcount(self.pieces[other])
            out[i] = self.pieces[other]
            squares |= self.pieces[other]
            numbers[4 + i] = missing if self.to_place else 0
            numbers[4 + self.seats + i] = 0 if self.to_place else missing
            numbers[4 + 2 * self.seats + i] = self.captured[other]
            other = other + 1 if other + 1 < self.seats else 0
        if self.chain != NOWHERE:
            out[self.seats] = ONE << self.chain
        self._observe_rings(squares, out, self.seats + 1)
        for i in range(4):
            numbers[i] = self.supply[i]
        i = 4 + 3 * self.seats
        numbers[i] = self.steps
        numbers[i + 1] = self.passes
        numbers[i + 2] = self.quiet * 100 // (PATIENCE * self.living) if self.quiet > 0 else 0
        return True

    def _observe_rings(self, occupied: cython.ulonglong, out: cython.p_ulonglong, first: cython.int) -> cython.void:
        """The rings of all pieces, a plane for each level from the bottom and colour, from word `first` on."""
        levels: cython.ulonglong[4]  # who has a ring there,
        ones: cython.ulonglong[4]  # and both bits of its colour
        twos: cython.ulonglong[4]
        squares: cython.ulonglong = occupied
        stack: cython.ulonglong
        square: cython.int
        level: cython.int
        if not cython.compiled:
            levels, ones, twos = [0] * 4, [0] * 4, [0] * 4
        for level in range(4):
            levels[level] = ones[level] = twos[level] = 0
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            stack = self.stacks[square]
            levels[2] |= cython.cast(cython.ulonglong, stack >= THREE_RINGS) << square
            stack <<= 2 * ((stack < TWO_RINGS) + (stack < THREE_RINGS) + (stack < FOUR_RINGS))  # the lowest ring is bits 6 and 7
            for level in range(4):
                ones[level] |= ((stack >> (6 - 2 * level)) & 1) << square
                twos[level] |= ((stack >> (7 - 2 * level)) & 1) << square
        levels[0] = occupied
        levels[1], levels[3] = levels[0] & self.tall, levels[0] & self.full
        for level in range(4):
            out[first + 4 * level] = levels[level] & ~(ones[level] | twos[level])
            out[first + 4 * level + 1] = levels[level] & ones[level] & ~twos[level]
            out[first + 4 * level + 2] = levels[level] & ~ones[level] & twos[level]
            out[first + 4 * level + 3] = levels[level] & ones[level] & twos[level]
