# distutils: extra_compile_args = -O3
"""What the learned tables expect a few plies on: by which the search to the last hole sorts its moves while there are many holes.

It decides nothing but the order, in which a win is found sooner or later.
"""

from __future__ import annotations

import cython

from calumma.games.bradley import learned

if not cython.compiled:
    from calumma.core.bits import lowest128, popcount128, u128
    from calumma.games.bradley.board import BIT, BOARD, SQUARE
    from calumma.games.bradley.capture import enclosed, enclosing

STAGE = learned.STAGE
MARKS = 64
CERTAIN = 3000  # the logarithm of odds that a finished match counts, in units of the tables
INFINITE = 100_000


class Outlook:
    """Looks some plies ahead from any position of two seats that only drop."""

    def __init__(self) -> None:
        self.tables = learned.TWO

    def load(self) -> None:
        """Read the tables, if nobody has yet."""
        if not self.tables.is_ready:
            self.tables.load()

    def mark(self, own: u128, other: u128, marks: cython.pointer[cython.ushort]) -> cython.void:
        """Write what the patterns read; the own cubes count 1."""
        i: cython.int
        for i in range(MARKS):
            marks[i] = 0
        self._turn(marks, own, 1)
        self._turn(marks, other, 2)

    def _turn(self, marks: cython.pointer[cython.ushort], squares: u128, change: cython.int) -> cython.void:
        while squares:
            self.tables.c_turn(marks, SQUARE[lowest128(squares)], change)
            squares &= squares - 1

    def after(
        self,
        marks: cython.pointer[cython.ushort],
        view: cython.int,
        own: u128,
        other: u128,
        empty: u128,
        square: cython.int,
        turned: u128,
        plies: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """The logarithm of the odds of the seat that plays on a square, if it looks so many plies further.

        In view 0 its cubes count 1 in the marks, in view 1 they count 2.
        """
        changed: cython.ushort[64]
        i: cython.int
        colour: cython.int = 1 + view
        bit: u128 = BIT[square]
        if not cython.compiled:
            changed = [0] * MARKS
        for i in range(MARKS):
            changed[i] = marks[i]
        self._turn(changed, bit | (turned & ~other), colour)
        self._turn(changed, turned & other, 2 * colour - 3)
        return -self.best(changed, 1 - view, other & ~turned, own | turned | bit, empty & ~bit, plies, -beta, -alpha)

    def best(
        self,
        marks: cython.pointer[cython.ushort],
        view: cython.int,
        own: u128,
        other: u128,
        empty: u128,
        plies: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """The same for the seat to move, which may pass."""
        others: u128 = BOARD & ~(own | empty)
        drops: u128 = enclosing(own, others, empty)
        best: cython.int = -INFINITE
        score: cython.int
        square: cython.int
        if drops == 0:
            if enclosing(other, BOARD & ~(other | empty), empty) == 0:
                score = popcount128(own) - popcount128(other)
                return CERTAIN if score > 0 else -CERTAIN if score < 0 else 0
            return -self.best(marks, 1 - view, other, own, empty, plies, -beta, -alpha)
        if plies == 0:
            return self._sum(marks, view, own, other, empty, popcount128(drops))
        while drops:
            square = SQUARE[lowest128(drops)]
            drops &= drops - 1
            score = self.after(
                marks, view, own, other, empty, square, enclosed(square, own, others), plies - 1, max(alpha, best), beta
            )
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

    def _sum(
        self, marks: cython.pointer[cython.ushort], view: cython.int, own: u128, other: u128, empty: u128, drops: cython.int
    ) -> cython.int:
        """What the tables say of a position."""
        holes: cython.int = popcount128(empty)
        stage: cython.int = STAGE[holes]
        total: cython.int = self.tables.c_sum(marks, view, stage)
        total += self.tables.c_scalar(0, drops, stage)
        total += self.tables.c_scalar(1, popcount128(enclosing(other, own, empty)), stage)
        return total + self.tables.c_scalar(2, holes, stage)
