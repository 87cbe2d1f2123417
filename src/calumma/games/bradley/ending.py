# distutils: extra_compile_args = -O3
"""The end of a match of two that only drop, to the last hole: who wins, or by how much.

Every hole that is filled makes the rest smaller, so nothing repeats, and a search that looks at everything comes to an end. It
tries first what leaves the other few answers, remembers what it found, and keeps the whole position with it: two positions are
never taken for one.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.given import shown
from calumma.core.room import room
from calumma.games.bradley import board
from calumma.games.bradley.board import CORNERS
from calumma.games.bradley.rules import Bradley

if not cython.compiled:
    from calumma.core.bits import lowest128, mix, popcount128, u128
    from calumma.core.room import ints, ulonglongs
    from calumma.games.bradley.board import BIT, BOARD, SQUARE
    from calumma.games.bradley.rules import LOW, enclosing, turned_from

AROUND = board.AROUND
MOST = 69  # holes
FEW = 5  # empty holes up to which moves are tried as they come
LOOKED_UP = 9  # empty holes from which on all answers are looked up before one is searched
FOREMOST = -1000
LOWEST = -100
HIGHEST = 100
NO_MOVE = -1
BYTES_PER_ENTRY = 36


def margin(own: u128, other: u128) -> cython.int:
    """By how many cubes the seat to move is ahead."""
    return popcount128(own) - popcount128(other)


def marked(own: u128, other: u128, empty: u128) -> u128:
    """The own cubes, and bit 0, which is no square, if the neutral cube is still there."""
    return own | 1 if BOARD & ~(own | other | empty) else own


class Ending:
    """Looks at everything that can follow a position."""

    def __init__(self, megabytes: float = 32.0) -> None:
        entries = 2
        while entries * 2 * BYTES_PER_ENTRY <= megabytes * 1_000_000:
            entries *= 2
        self.kept: list[Any] = []
        self.keys = ulonglongs(room("Q", 4 * entries, self.kept))
        self.notes = ints(room("i", entries, self.kept))
        self.mask = entries - 1
        self.nodes, self.limit, self.stopped, self.best = 0, 0, False, NO_MOVE

    def solve(self, state: Bradley, lowest: int, highest: int, nodes: int) -> int | None:
        """Return the margin of the seat to move, as far as it lies between two bounds; None after so many nodes.

        Below or above the bounds only that it does is true. `best` is the square to play then, or NO_MOVE if it must pass.
        """
        if state.seats != 2 or state.patience or state.over:
            raise ValueError(f"cannot solve {shown(state)}: expected a match of two without relocation that is not over")
        self.nodes, self.limit, self.stopped, self.best = 0, nodes, False, NO_MOVE
        own: u128 = state.cubes[state.turn]
        other: u128 = state.cubes[1 - state.turn]
        empty: u128 = BOARD & ~(own | other | state.cubes[2])
        found: cython.int
        alpha: cython.int = lowest
        beta: cython.int = highest
        drops: u128 = enclosing(own, BOARD & ~(own | empty), empty)
        with cython.nogil:
            if drops:
                found = self.many(own, other, empty, drops, alpha, beta)
            else:
                found = self.visit(own, other, empty, alpha, beta)
                self.best = NO_MOVE
        return None if self.stopped else int(found)

    def visit(self, own: u128, other: u128, empty: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin of the seat to move."""
        drops: u128
        self.nodes += 1
        if empty == 0:
            return margin(own, other)
        if empty & (empty - 1) == 0:
            return self.last(own, other, empty)
        if self.nodes > self.limit:
            self.stopped = True
            return 0
        drops = enclosing(own, BOARD & ~(own | empty), empty)
        if drops == 0:  # R6, R8
            if enclosing(other, BOARD & ~(other | empty), empty) == 0:
                return margin(own, other)
            return -self.visit(other, own, empty, -beta, -alpha)
        if popcount128(empty) <= FEW:
            return self.few(own, other, empty, drops, alpha, beta)
        return self.many(own, other, empty, drops, alpha, beta)

    def last(self, own: u128, other: u128, empty: u128) -> cython.int:
        """The margin where one hole is empty."""
        square: cython.int = SQUARE[lowest128(empty)]
        turned: u128 = turned_from(square, own, BOARD & ~(own | empty))
        if turned:
            return margin(own, other) + 1 + popcount128(turned) + popcount128(turned & other)
        turned = turned_from(square, other, BOARD & ~(other | empty))
        if turned:
            return margin(own, other) - 1 - popcount128(turned) - popcount128(turned & own)
        return margin(own, other)

    def few(self, own: u128, other: u128, empty: u128, drops: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin where few holes are empty: moves as they come, those that take the last cube at the end (R5)."""
        rest: u128 = drops
        others: u128 = BOARD & ~(own | empty)
        best: cython.int = LOWEST
        spares: cython.bint = False  # a move was found that does not
        score: cython.int
        bit: u128
        turned: u128
        while True:
            while rest:
                bit = rest & -rest
                rest &= rest - 1
                turned = turned_from(SQUARE[lowest128(bit)], own, others)
                if other & ~turned:
                    spares = True
                elif drops:
                    continue
                score = -self.visit(other & ~turned, own | turned | bit, empty & ~bit, -beta, -max(alpha, best))
                if score > best:
                    best = score
                    if best >= beta:
                        return best
            if spares or drops == 0:
                return best
            rest, drops = drops, 0

    def many(self, own: u128, other: u128, empty: u128, drops: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin where many holes are empty: what was found before counts, and the most promising moves come first."""
        squares: cython.int[69]
        turns: u128[69]
        key: u128 = marked(own, other, empty)
        at: cython.ulonglong = self.place(key, other)
        first: cython.int = NO_MOVE
        lower: cython.int = LOWEST
        upper: cython.int = HIGHEST
        count: cython.int
        score: cython.int
        if not cython.compiled:
            squares, turns = [0] * MOST, [0] * MOST
        if self.holds(at, key, other):
            first = (self.notes[at] >> 16) - 1
            lower = ((self.notes[at] >> 8) & 255) - 128
            upper = (self.notes[at] & 255) - 128
            if lower >= beta or lower == upper or upper <= alpha:
                self.best = first
                return lower if lower >= beta else upper
        count = self.order(own, other, empty, drops, first, squares, turns)
        score = self.answered(own, other, empty, beta, count, squares, turns)
        if score >= beta:
            return score
        alpha = max(alpha, lower)
        score = self.tried(own, other, empty, alpha, beta, count, squares, turns)
        if self.stopped:
            return 0
        if score <= alpha and lower > LOWEST:  # what was found before is known to be good, unlike what was tried now
            self.best = first
        if score > alpha:
            lower = max(lower, score)
        if score < beta:
            upper = min(upper, score)
        self.note(at, key, other, self.best, lower, upper)
        return score

    def order(
        self,
        own: u128,
        other: u128,
        empty: u128,
        drops: u128,
        first: cython.int,
        squares: cython.p_int,
        turns: cython.pointer[u128],
    ) -> cython.int:
        """List the legal moves, the most promising ones first, with the cubes that they turn; return how many."""
        ranks: cython.int[69]
        others: u128 = BOARD & ~(own | empty)
        count: cython.int = 0
        spared: cython.int = 0
        i: cython.int
        square: cython.int
        rank: cython.int
        turned: u128
        if not cython.compiled:
            ranks = [0] * MOST
        while drops:
            square = SQUARE[lowest128(drops)]
            drops &= drops - 1
            turned = turned_from(square, own, others)
            if other & ~turned:
                rank = FOREMOST if square == first else self.rank(other, empty, square, turned)
                spared += 1
            else:
                rank = -FOREMOST
            i = count
            while i > 0 and ranks[i - 1] > rank:
                squares[i], ranks[i], turns[i] = squares[i - 1], ranks[i - 1], turns[i - 1]
                i -= 1
            squares[i], ranks[i], turns[i] = square, rank, turned
            count += 1
        return spared if spared else count  # R5

    def answered(
        self,
        own: u128,
        other: u128,
        empty: u128,
        beta: cython.int,
        count: cython.int,
        squares: cython.p_int,
        turns: cython.pointer[u128],
    ) -> cython.int:
        """A margin that is good enough, if a move is already known to bring one."""
        i: cython.int
        score: cython.int
        if popcount128(empty) < LOOKED_UP:
            return LOWEST
        for i in range(count):
            score = self.known(other & ~turns[i], own | turns[i] | BIT[squares[i]], empty & ~BIT[squares[i]])
            if score >= beta:
                self.best = squares[i]
                return score
        return LOWEST

    def tried(
        self,
        own: u128,
        other: u128,
        empty: u128,
        alpha: cython.int,
        beta: cython.int,
        count: cython.int,
        squares: cython.p_int,
        turns: cython.pointer[u128],
    ) -> cython.int:
        """The margin by trying one move after the other; `best` becomes the one that brought it."""
        best: cython.int = LOWEST
        choice: cython.int = NO_MOVE
        low: cython.int = alpha
        i: cython.int
        score: cython.int
        mine: u128
        yours: u128
        left: u128
        for i in range(count):
            mine = own | turns[i] | BIT[squares[i]]
            yours = other & ~turns[i]
            left = empty & ~BIT[squares[i]]
            if i == 0:
                score = -self.visit(yours, mine, left, -beta, -low)
            else:
                score = -self.visit(yours, mine, left, -low - 1, -low)
                if low < score < beta:
                    score = -self.visit(yours, mine, left, -beta, -score)
            if self.stopped:
                return 0
            if score > best:
                best = score
                choice = squares[i]
                low = max(low, best)
                if best >= beta:
                    break
        self.best = choice
        return best

    def rank(self, other: u128, empty: u128, square: cython.int, turned: u128) -> cython.int:
        """How late to try a move: after those that leave fewer answers, or lie in a corner, or have fewer holes around them."""
        bit: u128 = BIT[square]
        rest: u128 = empty & ~bit
        answers: u128 = enclosing(other & ~turned, BOARD & ~((other & ~turned) | rest), rest)
        rank: cython.int = 4 * popcount128(answers) + 4 * popcount128(answers & CORNERS)
        if bit & CORNERS:
            rank -= 12
        return rank + popcount128(AROUND[square] & empty)

    # What was found before

    def place(self, own: u128, other: u128) -> cython.ulonglong:
        """Where a position is kept."""
        return mix(mix(mix(mix(0, own & LOW), own >> 64), other & LOW), other >> 64) & self.mask

    def holds(self, at: cython.ulonglong, own: u128, other: u128) -> cython.bint:
        """Whether this very position is kept there."""
        i: cython.ulonglong = 4 * at
        return (
            self.notes[at] != 0
            and self.keys[i] == own & LOW
            and self.keys[i + 1] == own >> 64
            and self.keys[i + 2] == other & LOW
            and self.keys[i + 3] == other >> 64
        )

    def known(self, own: u128, other: u128, empty: u128) -> cython.int:
        """What is known to be the least margin of the seat that is not to move."""
        key: u128 = marked(own, other, empty)
        at: cython.ulonglong = self.place(key, other)
        return 128 - (self.notes[at] & 255) if self.holds(at, key, other) else LOWEST

    def note(
        self, at: cython.ulonglong, own: u128, other: u128, best: cython.int, lower: cython.int, upper: cython.int
    ) -> cython.void:
        """Keep what was found about a position."""
        i: cython.ulonglong = 4 * at
        self.keys[i] = own & LOW
        self.keys[i + 1] = own >> 64
        self.keys[i + 2] = other & LOW
        self.keys[i + 3] = other >> 64
        self.notes[at] = ((best + 1) << 16) + ((lower + 128) << 8) + upper + 128
