# cython: auto_pickle=True
# distutils: extra_compile_args = -O3 -fno-tree-vectorize
"""What the learned tables see of a position, and what they foresee of its moves.

With two sides the tables speak for the seat to move: the cubes of its side are its own, all alike, and the neutral cube reads as
an empty square. Where seats play for themselves they speak for any seat, whoever moves: all cubes but its own are others'.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.tables import UNIT, Tables
from calumma.games.bradley import board, learned
from calumma.games.bradley.board import BOARD
from calumma.games.bradley.layout import FIRST_RELOCATION, SIZE

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest128, popcount128, u128
    from calumma.games.bradley.capture import anchors, enclosed, enclosing

BIT = board.BIT
SQUARE = board.SQUARE
STAGE = learned.STAGE
HEAP = learned.HEAP
HEAPS = learned.HEAPS
FREEDOMS = learned.FREEDOMS


def sight_for(game: Any, patience: int) -> Sight | None:
    """Return what follows the positions of a match of a game, if there are tables for it."""
    tables = learned.tables_for(game.seats, game.options["relocate"], game.options["partners"])
    return None if tables is None else Sight(game, tables, patience)


class Sight:
    """The tables, what their patterns read now (marks), and the position that is looked at."""

    def __init__(self, game: Any, tables: Tables, patience: int) -> None:
        if not cython.compiled:
            self.cubes, self.kept, self.marked, self.tried = [0] * 7, [0] * 7, [0] * 2, [0] * 2
            self.marks, self.trial = [0] * 64, [0] * 64
        self.tables = tables
        self.seats, self.patience = game.seats, patience
        self.alone = len(game.teams) > 2
        self.safe = game.seats in (4, 6) and game.options["partners"] == "safe"
        self.any = game.options["relocate"] == "any"
        self.empty = self.holes = self.turn = self.quiet = self.viewer = 0
        for i in range(64):
            self.marks[i] = self.trial[i] = 0
        for i in range(7):
            self.cubes[i] = self.kept[i] = 0
        self.marked[0] = self.marked[1] = self.tried[0] = self.tried[1] = 0

    def c_copy_from(self, other: Sight) -> cython.void:
        """Take over the marks of another position."""
        i: cython.int
        self.viewer = other.viewer
        self.marked[0], self.marked[1] = other.marked[0], other.marked[1]
        for i in range(64):
            self.marks[i] = other.marks[i]

    def c_look(self, cubes: cython.pointer[u128], empty: u128, turn: cython.int, quiet: cython.int) -> cython.void:
        """Look at a position from now on."""
        i: cython.int
        for i in range(7):
            self.cubes[i] = cubes[i]
        self.empty = empty
        self.turn = turn
        self.quiet = quiet

    # What a position is worth

    def c_value(self, seat: cython.int) -> cython.double:
        """What share of the win the tables give to a seat and its side; with two sides it must be that to move."""
        free: cython.int[6]
        if not cython.compiled:
            free = [0] * 6
        self._frees(seat, free)
        return self._valued(seat, free)

    def c_values(self, out: cython.p_double) -> cython.void:
        """Write the same for every seat; on how many squares each could drop is counted once for all of them."""
        all_free: cython.int[6]
        free: cython.int[6]
        seat: cython.int
        i: cython.int
        if not cython.compiled:
            all_free, free = [0] * 6, [0] * 6
        self._frees(0, all_free)
        for seat in range(self.seats):
            for i in range(self.seats):
                free[i] = all_free[seat + i if seat + i < self.seats else seat + i - self.seats]
            out[seat] = self._valued(seat, free)

    def _valued(self, seat: cython.int, free: cython.p_int) -> cython.double:
        """What share of the win the tables give to a seat and its side; `free` squares to drop on have it and those after it."""
        stage: cython.int = STAGE[popcount128(self.empty)]
        counts: cython.int[15]
        total: cython.int
        if not cython.compiled:
            counts = [0] * 15
        self._load()
        self.c_prepare(seat)
        self._write_counts(seat, free, 0, counts)
        total = self.tables.c_sum(self.marks, self._view(seat), stage) + self._counted(counts, stage)
        return 1.0 / (1.0 + exp(-total / UNIT))

    def c_features(self, seat: cython.int, out: cython.p_int) -> cython.int:
        """Write which entries of the tables speak for a seat."""
        stage: cython.int = STAGE[popcount128(self.empty)]
        counts: cython.int[15]
        n: cython.int
        i: cython.int
        if not cython.compiled:
            counts = [0] * 15
        if not self.alone and seat != self.turn:
            return 0
        self.c_prepare(seat)
        n = self.tables.c_entries(self.marks, self._view(seat), stage, out)
        self._count(seat, counts)
        for i in range(self.tables.scalars):
            out[n + i] = self.tables.c_scalar_entry(i, counts[i], stage)
        return n + self.tables.scalars

    def _load(self) -> cython.void:
        """Read the tables, if nobody has yet."""
        if not self.tables.is_ready:
            with cython.gil:
                self.tables.load()

    def _view(self, seat: cython.int) -> cython.int:
        """In which view a seat reads the marks."""
        return 0 if self.alone else seat & 1

    def _next(self, seat: cython.int) -> cython.int:
        return seat + 1 if seat + 1 < self.seats else 0

    # Counts

    def _others(self, seat: cython.int) -> u128:
        """The cubes that a seat may enclose. R4: those of partners too, or not."""
        return BOARD & ~(self.empty | (self._side(seat & 1) if self.safe else self.cubes[seat]))

    def _side(self, side: cython.int) -> u128:
        """The cubes of one of two sides."""
        found: u128 = 0
        i: cython.int
        for i in range(side, self.seats, 2):
            found |= self.cubes[i]
        return found

    def _frees(self, seat: cython.int, out: cython.p_int) -> cython.void:
        """Write on how many squares every seat could drop, from one on."""
        i: cython.int
        for i in range(self.seats):
            out[i] = popcount128(enclosing(self.cubes[seat], self._others(seat), self.empty))
            seat = self._next(seat)

    def _count(self, seat: cython.int, out: cython.p_int) -> cython.void:
        """Write what the tables count for a seat."""
        free: cython.int[6]
        if not cython.compiled:
            free = [0] * 6
        self._frees(seat, free)
        self._write_counts(seat, free, 0, out)

    def _write_counts(self, seat: cython.int, free: cython.p_int, lifted: cython.int, out: cython.p_int) -> cython.void:
        """Write what the tables count for a seat; `free` squares to drop on have it and those after it.

        `lifted` cubes of the seat that has moved last are thought away.
        """
        if self.alone:
            self._write_alone(seat, free, lifted, out)
        elif self.patience == 0 and self.seats == 2:
            out[0], out[1], out[2] = free[0], free[1], popcount128(self.empty) + lifted
        else:
            self._write_sides(seat, free, lifted, out)

    def _write_sides(self, seat: cython.int, free: cython.p_int, lifted: cython.int, out: cython.p_int) -> cython.void:
        """Two counts are read together, in teams those of each seat as well."""
        mine: cython.int = popcount128(self._side(seat & 1))
        theirs: cython.int = popcount128(self._side(1 - (seat & 1))) - lifted
        i: cython.int
        out[0] = min(free[0], FREEDOMS - 1) * FREEDOMS + min(free[1], FREEDOMS - 1)
        out[1] = HEAP[mine] * HEAPS + HEAP[theirs]
        out[2] = self.quiet * (SIZE + 1) + popcount128(self.empty) + lifted
        if self.seats == 2:
            return
        for i in range(self.seats):
            out[3 + i] = free[i]
            out[3 + self.seats + i] = HEAP[popcount128(self.cubes[seat]) - (lifted if i == self.seats - 1 else 0)]
            seat = self._next(seat)

    def _write_alone(self, seat: cython.int, free: cython.p_int, lifted: cython.int, out: cython.p_int) -> cython.void:
        """How soon a seat moves is read with its freedom, with the holes and with the turns without a drop."""
        wait: cython.int = self.turn - seat if self.turn >= seat else self.turn - seat + self.seats
        mine: cython.int = popcount128(self.cubes[seat]) - lifted
        most: cython.int = 0
        cubes: cython.int
        i: cython.int
        out[0] = wait * FREEDOMS + min(free[0], FREEDOMS - 1)
        out[2] = wait * (SIZE + 1) + popcount128(self.empty) + lifted
        out[3] = wait * (self.patience + 1) + self.quiet
        for i in range(1, self.seats):
            seat = self._next(seat)
            cubes = popcount128(self.cubes[seat])
            most = max(most, cubes)
            out[3 + i] = free[i]
            out[2 + self.seats + i] = HEAP[cubes]
        out[1] = HEAP[mine] * HEAPS + HEAP[most]

    def _counted(self, counts: cython.p_int, stage: cython.int) -> cython.int:
        """What the tables say of counts."""
        total: cython.int = 0
        i: cython.int
        for i in range(self.tables.scalars):
            total += self.tables.c_scalar(i, counts[i], stage)
        return total

    # Marks

    def c_prepare(self, seat: cython.int) -> cython.void:
        """Follow the cubes with the marks, as a seat sees them."""
        self.viewer = seat
        self._follow(self.marks, self.marked, seat)
        self.marked[0], self.marked[1] = self._first(seat), self._second(seat)

    def _first(self, seat: cython.int) -> u128:
        """The squares that count 1 if a seat looks."""
        return self.cubes[seat] if self.alone else self._side(0)

    def _second(self, seat: cython.int) -> u128:
        """The squares that count 2 if a seat looks."""
        return BOARD & ~(self.empty | self.cubes[seat]) if self.alone else self._side(1)

    def _follow(self, marks: cython.pointer[cython.ushort], marked: cython.pointer[u128], seat: cython.int) -> cython.void:
        """Change marks that tell of squares marked before to what the cubes are now, as a seat sees them."""
        first: u128 = self._first(seat)
        second: u128 = self._second(seat)
        before: u128 = marked[0] | marked[1]
        self._turn(marks, marked[0] & second, 1)
        self._turn(marks, marked[1] & first, -1)
        self._turn(marks, first & ~before, 1)
        self._turn(marks, second & ~before, 2)
        self._turn(marks, marked[0] & ~(first | second), -1)
        self._turn(marks, marked[1] & ~(first | second), -2)

    def _turn(self, marks: cython.pointer[cython.ushort], squares: u128, change: cython.int) -> cython.void:
        while squares:
            self.tables.c_turn(marks, SQUARE[lowest128(squares)], change)
            squares &= squares - 1

    # What is foreseen

    def c_foresee(self, drops: u128, lifts: u128, values: cython.p_int) -> cython.void:
        """Write by action what drops, and relocations of cubes to there, are worth to the side to move.

        Exact for drops; a relocation is taken to leave the seats as free as the drop on its target.
        """
        mover: cython.int = self.turn
        seat: cython.int = mover if self.alone else self._next(mover)
        i: cython.int
        self._load()
        self.c_prepare(self.viewer)
        for i in range(64):
            self.trial[i] = self.marks[i]
        self._follow(self.trial, self.marked, seat)
        self.tried[0], self.tried[1] = self._first(seat), self._second(seat)
        for i in range(7):
            self.kept[i] = self.cubes[i]
        self.holes = self.empty
        self.turn = self._next(mover)
        while drops:
            self._foresee(SQUARE[lowest128(drops)], mover, seat, lifts, values)
            drops &= drops - 1
        self.turn = mover

    def _foresee(self, square: cython.int, mover: cython.int, seat: cython.int, lifts: u128, values: cython.p_int) -> cython.void:
        """Write what the drop on a square, and every relocation to it, is worth to the mover's side, as a seat sees it."""
        counts: cython.int[15]
        free: cython.int[6]
        marks: cython.ushort[64]
        sign: cython.int = 1 if self.alone else -1
        quiet: cython.int = self.quiet
        stage: cython.int
        total: cython.int
        linked: u128 = self._linked(square, mover) & lifts
        if not cython.compiled:
            counts, free, marks = [0] * 15, [0] * 6, [0] * 64
        self._place(square, mover)
        self._try(marks, seat)
        self._frees(seat, free)
        self.quiet = 0
        self._write_counts(seat, free, 0, counts)
        stage = STAGE[popcount128(self.empty)]
        values[square] = sign * (self.tables.c_sum(marks, self._view(seat), stage) + self._counted(counts, stage))
        self.quiet = quiet + 1
        self._write_counts(seat, free, 1, counts)
        self._restore(quiet)
        if lifts:
            stage = STAGE[popcount128(self.empty)]
            total = self.tables.c_sum(marks, self._view(seat), stage) + self._counted(counts, stage)
            self._foresee_lifts(square, lifts & ~linked, seat, total, marks, values)
            self._foresee_links(square, mover, linked, seat, free, values)

    def _foresee_lifts(
        self,
        square: cython.int,
        lifts: u128,
        seat: cython.int,
        total: cython.int,
        marks: cython.pointer[cython.ushort],
        values: cython.p_int,
    ) -> cython.void:
        """Write what relocations to a square are worth that turn what a drop there does; a seat says `total` of it."""
        origin: cython.int
        bit: u128
        change: cython.int
        value: cython.int
        stage: cython.int = STAGE[popcount128(self.empty)]
        while lifts:
            bit = lifts & -lifts
            origin = SQUARE[lowest128(lifts)]
            lifts ^= bit
            change = -1 if self.tried[0] & bit else -2 if self.tried[1] & bit else 0
            value = total + self.tables.c_shift(marks, origin, change, self._view(seat), stage)
            values[FIRST_RELOCATION + SIZE * origin + square] = value if self.alone else -value

    def _foresee_links(
        self, square: cython.int, mover: cython.int, lifts: u128, seat: cython.int, free: cython.p_int, values: cython.p_int
    ) -> cython.void:
        """Write what relocations to a square are worth that turn less than the drop there, as the lifted cube took part in it."""
        counts: cython.int[15]
        marks: cython.ushort[64]
        origin: cython.int
        value: cython.int
        quiet: cython.int = self.quiet
        stage: cython.int = STAGE[popcount128(self.empty)]
        if not cython.compiled:
            counts, marks = [0] * 15, [0] * 64
        while lifts:
            origin = SQUARE[lowest128(lifts)]
            lifts &= lifts - 1
            self._lift(origin)
            self._place(square, mover)
            self._try(marks, seat)
            self.quiet = quiet + 1
            self._write_counts(seat, free, 0, counts)
            self._restore(quiet)
            value = self.tables.c_sum(marks, self._view(seat), stage) + self._counted(counts, stage)
            values[FIRST_RELOCATION + SIZE * origin + square] = value if self.alone else -value

    def _linked(self, square: cython.int, mover: cython.int) -> u128:
        """The cubes that take part in what a drop on a square turns, if that is more than one line; else none need be lifted."""
        others: u128 = self._others(mover)
        found: u128 = anchors(square, self.cubes[mover], others)
        if found & (found - 1) == 0:
            return 0
        return found | enclosed(square, self.cubes[mover], others) if self.any else found

    def _try(self, marks: cython.pointer[cython.ushort], seat: cython.int) -> cython.void:
        """Write the marks of what is tried."""
        i: cython.int
        for i in range(64):
            marks[i] = self.trial[i]
        self._follow(marks, self.tried, seat)

    def _lift(self, square: cython.int) -> cython.void:
        i: cython.int
        for i in range(7):
            self.cubes[i] &= ~BIT[square]
        self.empty |= BIT[square]

    def _place(self, square: cython.int, mover: cython.int) -> cython.void:
        """R3, as in the rules."""
        turned: u128 = enclosed(square, self.cubes[mover], self._others(mover))
        i: cython.int
        for i in range(7):
            self.cubes[i] &= ~turned
        self.cubes[mover] |= turned | BIT[square]
        self.empty &= ~BIT[square]

    def _restore(self, quiet: cython.int) -> cython.void:
        """Take back what was tried."""
        i: cython.int
        self.quiet = quiet
        self.empty = self.holes
        for i in range(7):
            self.cubes[i] = self.kept[i]
