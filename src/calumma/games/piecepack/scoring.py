# distutils: extra_compile_args = -O3
"""Scoring: what a tile that was added brings, and what it costs (numbers as in RULES.md)."""

from __future__ import annotations

import cython

from calumma.games.piecepack.table import Table

if not cython.compiled:
    from calumma.core.bits import popcount
    from calumma.games.piecepack.cells import flood, sides

COST = 8
TOLL = 4


class Scoring(Table):
    """A position with the worth of its groups."""

    def best_group(self, cell: cython.ulonglong, like: cython.ulonglong, own: cython.ulonglong) -> cython.ulonglong:
        """R8: the better of the groups without X and with X: `like` has the cells of the colour, `own` X if it may join."""
        without: cython.ulonglong = flood(cell, like)
        together: cython.ulonglong
        if own == 0:
            return without
        together = flood(cell, like | own)
        return together if self.worth(together, cell) > self.worth(without, cell) else without

    def worth(self, group: cython.ulonglong, cell: cython.ulonglong) -> cython.int:
        """R8: the points that a group brings to who added the tile on `cell`."""
        size: cython.int = popcount(group)
        points: cython.int = 5
        if size < 3 or size > 4 or (size == 4 and self.strict and not self._was_group(group & ~cell)):
            return 0
        while points and not self.ranks[points] & group:
            points -= 1
        if self.ranks[1] & group:
            points *= 2
        if self._rivals() & group:
            points *= 2
        return points

    def _was_group(self, three: cython.ulonglong) -> cython.bint:
        return flood(three & (~three + 1), three) == three

    def _rivals(self) -> cython.ulonglong:
        """The cells of other seats' chameleons; those shared with the mover's are in no group anyway."""
        seat: cython.int
        cells: cython.ulonglong = 0
        for seat in range(self.seats):
            if seat != self.turn:
                cells |= self.chameleons[seat]
        return cells

    def bonus(self, colour: cython.int) -> cython.int:
        """R9: n points for the first tile of the n-th printed colour."""
        n: cython.int = 0
        i: cython.int
        if popcount(self.colours[colour]) > 1:
            return 0
        for i in range(8):
            if self.colours[i]:
                n += 1
        return n

    def cost(self, cell: cython.ulonglong, like: cython.ulonglong) -> cython.int:
        """R10: the group without X has five tiles or more."""
        return COST if popcount(flood(cell, like)) >= 5 else 0

    def pay(self, cost: cython.int, cell: cython.ulonglong) -> cython.bint:
        """R11, R12: pay the cost and the tolls; return whether the mover could, or may owe it."""
        mover: cython.int = self.turn
        near: cython.ulonglong = sides(cell)
        owed: cython.int = cost
        solvent: cython.bint
        seat: cython.int
        i: cython.int
        part: cython.int
        for seat in range(self.seats):
            if seat != mover and self.wasps[seat] & near:
                owed += TOLL
        solvent = self.debt or owed <= self.points[mover]
        if solvent:
            self.points[mover] -= cost
        for i in range(1, self.seats):  # R12: in turn order, as long as there is something left
            seat = (mover + i) % self.seats
            if self.wasps[seat] & near:
                part = TOLL if solvent or self.points[mover] > TOLL else self.points[mover]
                self.points[mover] -= part
                self.points[seat] += part
        return solvent
