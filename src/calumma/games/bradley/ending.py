# distutils: extra_compile_args = -O3
"""The end of a match of two that only drop, to the last hole: who wins, or by how much.

Every hole that is filled makes the rest smaller, so nothing repeats, and a search that looks at everything comes to an end. It
tries first what leaves the other few answers and, while there are many holes, what the learned tables expect most of; it
remembers what it found, and keeps the whole position with it: two positions are never taken for one.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.given import shown
from calumma.core.room import room
from calumma.games.bradley import board
from calumma.games.bradley.board import CORNERS, PLACES
from calumma.games.bradley.outlook import Outlook
from calumma.games.bradley.rules import Bradley

if not cython.compiled:
    from calumma.core.bits import highest128, lowest128, mix, popcount, popcount128, u64, u128
    from calumma.core.room import ulonglongs
    from calumma.games.bradley.board import BIT, BOARD, SQUARE
    from calumma.games.bradley.capture import enclosed, enclosing
    from calumma.games.bradley.lines import enclosed_on
    from calumma.games.bradley.move import Move, Moves
    from calumma.games.bradley.outlook import MARKS
    from calumma.games.bradley.rules import LOW

AROUND = board.AROUND
MOST = 69  # holes
FEWEST = 4  # empty holes up to which moves are not even listed before they are tried
FEW = 5  # the same up to which they are tried as they come
SEVERAL = 6  # the same up to which they are sorted, but nothing is remembered
LOOKED_UP = 9  # the same from which on all answers are looked up before one is searched
AHEAD = 12  # the same from which on learned tables help to sort the moves
AHEAD_ONE, AHEAD_TWO, AHEAD_THREE = 14, 15, 18  # the same from which on they look so many plies further
FOREMOST = -100_000
LOWEST = -100
HIGHEST = 100
NO_MOVE = -1
BYTES_PER_ENTRY = 32
NEUTRAL = 1 << 31  # in the third word of an entry: the neutral cube is still there
QUARTER = [board.mask(i for i, (x, y) in enumerate(PLACES) if (x > 4) + 2 * (y > 4) == part) for part in range(4)]
ODD = [sum(QUARTER[part] for part in range(4) if number >> part & 1) for number in range(16)]


def margin(own: u128, other: u128) -> cython.int:
    """By how many cubes the seat to move is ahead."""
    return popcount128(own) - popcount128(other)


def upper_halves(own: u128, other: u128, empty: u128) -> u64:
    """What of a position is beyond the lower halves of two bitboards, each of which has 26 bits more."""
    halves: u64 = ((own >> 64) << 32) | (other >> 64)
    return halves | NEUTRAL if BOARD & ~(own | other | empty) else halves


def is_odd(board: u128) -> cython.int:
    """1 if the number of squares is odd, else 0."""
    low: u64 = board & LOW
    high: u64 = board >> 64
    return popcount(low ^ high) & 1


def odd_quarters(empty: u128) -> u128:
    """The quarters of the board with an odd number of holes: whoever plays there first is likely to play there last."""
    number: cython.int = is_odd(empty & QUARTER[0]) | is_odd(empty & QUARTER[1]) << 1
    return ODD[number | is_odd(empty & QUARTER[2]) << 2 | is_odd(empty & QUARTER[3]) << 3]


def early_holes(empty: u128) -> u128:
    """The holes to try first where moves are not sorted: those without a hole beside them, else those in odd quarters."""
    beside: u128 = empty << 1 | empty << 9 | empty << 10 | empty << 11 | empty >> 1 | empty >> 9 | empty >> 10 | empty >> 11
    return empty & ~beside if empty & ~beside else odd_quarters(empty)


class Ending:
    """Looks at everything that can follow a position."""

    def __init__(self, megabytes: float = 32.0) -> None:
        entries = 2
        while entries * 2 * BYTES_PER_ENTRY <= megabytes * 1_000_000:
            entries *= 2
        self.kept: list[Any] = []
        self.table = ulonglongs(room("Q", 4 * entries, self.kept))
        self.mask = entries - 2
        self.outlook = Outlook()
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
        self.outlook.load()
        drops: u128 = enclosing(own, BOARD & ~(own | empty), empty)
        with cython.nogil:
            if drops:
                found = self.many(own, other, empty, drops, alpha, beta)
            else:
                found = self.enter(own, other, empty, drops, alpha, beta)
                self.best = NO_MOVE
        return None if self.stopped else int(found)

    def visit(self, own: u128, other: u128, empty: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin of the seat to move."""
        if empty == 0:
            return margin(own, other)
        if popcount128(empty) <= FEWEST:
            return self.fewest(own, other, empty, alpha, beta, False)
        return self.enter(own, other, empty, enclosing(own, BOARD & ~(own | empty), empty), alpha, beta)

    def enter(self, own: u128, other: u128, empty: u128, drops: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The same where the moves are known."""
        answers: u128
        self.nodes += 1
        if self.nodes > self.limit:
            self.stopped = True
            return 0
        if drops == 0:  # R6, R8
            answers = enclosing(other, BOARD & ~(other | empty), empty)
            if answers == 0:
                return margin(own, other)
            return -self.enter(other, own, empty, answers, -beta, -alpha)
        if popcount128(empty) <= FEW:
            return self.few(own, other, empty, drops, alpha, beta)
        if popcount128(empty) <= SEVERAL:
            return self.several(own, other, empty, drops, alpha, beta)
        return self.many(own, other, empty, drops, alpha, beta)

    def last(self, own: u128, other: u128, empty: u128) -> cython.int:
        """The margin where one hole is empty."""
        square: cython.int = SQUARE[lowest128(empty)]
        count: cython.int
        if BOARD & ~(own | other | empty):
            return self.last_beside_neutral(own, other, empty, square)
        count = enclosed_on(square, own)
        if count:
            return margin(own, other) + 1 + 2 * count
        count = enclosed_on(square, other)
        return margin(own, other) - 1 - 2 * count if count else margin(own, other)

    def last_beside_neutral(self, own: u128, other: u128, empty: u128, square: cython.int) -> cython.int:
        """The same where the neutral cube is still there, which nobody loses when it turns."""
        turned: u128 = enclosed(square, own, BOARD & ~(own | empty))
        if turned:
            return margin(own, other) + 1 + popcount128(turned) + popcount128(turned & other)
        turned = enclosed(square, other, BOARD & ~(other | empty))
        if turned:
            return margin(own, other) - 1 - popcount128(turned) - popcount128(turned & own)
        return margin(own, other)

    def fewest(self, own: u128, other: u128, empty: u128, alpha: cython.int, beta: cython.int, passed: cython.bint) -> cython.int:
        """The margin where hardly a hole is empty: all are tried."""
        others: u128 = BOARD & ~(own | empty)
        early: u128
        rest: u128 = empty
        bit: u128
        turned: u128
        square: cython.int
        score: cython.int
        best: cython.int = LOWEST
        self.nodes += 1
        if empty & (empty - 1) == 0:
            return self.last(own, other, empty)
        early = early_holes(empty) if popcount128(empty) > 2 else rest  # of two holes neither is alone, or both are
        while rest:
            bit = rest & early if rest & early else rest
            bit &= -bit
            rest &= ~bit
            square = SQUARE[lowest128(bit)]
            if AROUND[square] & others == 0:
                continue
            turned = enclosed(square, own, others)
            if turned == 0:
                continue
            if other & ~turned == 0:  # R5: whether that is legal hangs on the other moves
                return self.few(own, other, empty, enclosing(own, others, empty), alpha, beta)
            score = -self.fewest(other & ~turned, own | turned | bit, empty & ~bit, -beta, -max(alpha, best), False)
            if score > best:
                best = score
                if best >= beta:
                    return best
        if best > LOWEST:
            return best
        return margin(own, other) if passed else -self.fewest(other, own, empty, -beta, -alpha, True)

    def few(self, own: u128, other: u128, empty: u128, drops: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin where few holes are empty: moves that take the last cube come at the end (R5)."""
        rest: u128 = drops
        others: u128 = BOARD & ~(own | empty)
        early: u128 = early_holes(empty)
        best: cython.int = LOWEST
        spares: cython.bint = False  # a move was found that does not
        score: cython.int
        bit: u128
        turned: u128
        while True:
            while rest:
                bit = rest & early if rest & early else rest
                bit &= -bit
                rest &= ~bit
                turned = enclosed(SQUARE[lowest128(bit)], own, others)
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

    def several(self, own: u128, other: u128, empty: u128, drops: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin where an order of moves pays, but to look up what was found before takes longer than to find it again."""
        moves: Moves
        count: cython.int
        if not cython.compiled:
            moves = [Move() for _ in range(MOST)]
        count = self.order(own, other, empty, drops, NO_MOVE, moves)
        return self.tried(own, other, empty, alpha, beta, count, moves)

    def many(self, own: u128, other: u128, empty: u128, drops: u128, alpha: cython.int, beta: cython.int) -> cython.int:
        """The margin where many holes are empty: what was found before counts, and the most promising moves come first."""
        moves: Moves
        at: cython.ulonglong = self.place(own, other, empty)
        held: cython.ulonglong = self.found(at, own, other, empty)
        before: cython.longlong = self.nodes
        first: cython.int = NO_MOVE
        lower: cython.int = LOWEST
        upper: cython.int = HIGHEST
        count: cython.int
        score: cython.int
        if not cython.compiled:
            moves = [Move() for _ in range(MOST)]
        if held:
            first = (held >> 24) - 1
            lower = ((held >> 16) & 255) - 128
            upper = ((held >> 8) & 255) - 128
            if lower >= beta or lower == upper or upper <= alpha:
                self.best = first
                return lower if lower >= beta else upper
        count = self.order(own, other, empty, drops, first, moves)
        score = self.answered(own, other, empty, beta, count, moves)
        if score >= beta:
            return score
        alpha = max(alpha, lower)
        score = self.tried(own, other, empty, alpha, beta, count, moves)
        if self.stopped:
            return 0
        if score <= alpha and lower > LOWEST:  # what was found before is known to be good, unlike what was tried now
            self.best = first
        if score > alpha:
            lower = max(lower, score)
        if score < beta:
            upper = min(upper, score)
        held = ((self.best + 1) << 24) + ((lower + 128) << 16) + ((upper + 128) << 8)
        self.note(at, own, other, empty, held + highest128(self.nodes - before + 1))
        return score

    def order(
        self, own: u128, other: u128, empty: u128, drops: u128, first: cython.int, moves: cython.pointer[Move]
    ) -> cython.int:
        """List the legal moves, the most promising ones first, with the cubes that they turn and the answers; return how many."""
        marks: cython.ushort[64]
        others: u128 = BOARD & ~(own | empty)
        holes: cython.int = popcount128(empty)
        count: cython.int = 0
        spared: cython.int = 0
        i: cython.int
        move: Move
        if not cython.compiled:
            marks = [0] * MARKS
        if holes >= AHEAD:
            self.outlook.mark(own, other, marks)
        while drops:
            if not cython.compiled:
                move = Move()
            move.square = SQUARE[lowest128(drops)]
            drops &= drops - 1
            move.turned = enclosed(move.square, own, others)
            move.answers = self.answers(other & ~move.turned, empty & ~BIT[move.square])
            if other & ~move.turned:
                move.rank = FOREMOST if move.square == first else rank(move.turned, move.answers)
                if holes >= AHEAD and move.square != first:
                    move.rank -= self.expected(marks, own, other, empty, move.square, move.turned, holes)
                spared += 1
            else:
                move.rank = -FOREMOST
            i = count
            while i > 0 and moves[i - 1].rank > move.rank:
                moves[i] = moves[i - 1]
                i -= 1
            moves[i] = move
            count += 1
        return spared if spared else count  # R5

    def answers(self, own: u128, empty: u128) -> u128:
        """Where a seat can drop."""
        return enclosing(own, BOARD & ~(own | empty), empty)

    def expected(
        self,
        marks: cython.pointer[cython.ushort],
        own: u128,
        other: u128,
        empty: u128,
        square: cython.int,
        turned: u128,
        holes: cython.int,
    ) -> cython.int:
        """What the learned tables expect of a move, in the measure of ranks."""
        plies: cython.int = (holes >= AHEAD_ONE) + (holes >= AHEAD_TWO) + (holes >= AHEAD_THREE)
        return self.outlook.after(marks, 0, own, other, empty, square, turned, plies, FOREMOST, -FOREMOST) >> 4

    def answered(
        self,
        own: u128,
        other: u128,
        empty: u128,
        beta: cython.int,
        count: cython.int,
        moves: cython.pointer[Move],
    ) -> cython.int:
        """A margin that is good enough, if a move is already known to bring one."""
        i: cython.int
        score: cython.int
        bit: u128
        if popcount128(empty) < LOOKED_UP:
            return LOWEST
        for i in range(count):
            bit = BIT[moves[i].square]
            score = self.known(other & ~moves[i].turned, own | moves[i].turned | bit, empty & ~bit)
            if score >= beta:
                self.best = moves[i].square
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
        moves: cython.pointer[Move],
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
            mine = own | moves[i].turned | BIT[moves[i].square]
            yours = other & ~moves[i].turned
            left = empty & ~BIT[moves[i].square]
            if i == 0:
                score = -self.enter(yours, mine, left, moves[i].answers, -beta, -low)
            else:
                score = -self.enter(yours, mine, left, moves[i].answers, -low - 1, -low)
                if low < score < beta:
                    score = -self.enter(yours, mine, left, moves[i].answers, -beta, -score)
            if self.stopped:
                return 0
            if score > best:
                best = score
                choice = moves[i].square
                low = max(low, best)
                if best >= beta:
                    break
        self.best = choice
        return best

    # What was found before: entries of four words, in pairs. The first of a pair keeps what took the most work.

    def place(self, own: u128, other: u128, empty: u128) -> cython.ulonglong:
        """Where the pair is in which a position is kept."""
        return 4 * (mix(mix(mix(0, own & LOW), other & LOW), upper_halves(own, other, empty)) & self.mask)

    def holds(self, at: cython.ulonglong, own: u128, other: u128, empty: u128) -> cython.bint:
        """Whether this very position is kept there."""
        return (
            self.table[at] == own & LOW
            and self.table[at + 1] == other & LOW
            and self.table[at + 2] == upper_halves(own, other, empty)
            and self.table[at + 3] != 0
        )

    def found(self, at: cython.ulonglong, own: u128, other: u128, empty: u128) -> cython.ulonglong:
        """What is kept of a position in a pair, or 0."""
        if self.holds(at, own, other, empty):
            return self.table[at + 3]
        return self.table[at + 7] if self.holds(at + 4, own, other, empty) else 0

    def known(self, own: u128, other: u128, empty: u128) -> cython.int:
        """What is known to be the least margin of the seat that is not to move."""
        held: cython.ulonglong = self.found(self.place(own, other, empty), own, other, empty)
        upper: cython.int = (held >> 8) & 255
        return 128 - upper if held else LOWEST

    def note(self, at: cython.ulonglong, own: u128, other: u128, empty: u128, held: cython.ulonglong) -> cython.void:
        """Keep what was found about a position."""
        i: cython.int
        if self.holds(at + 4, own, other, empty) or (
            not self.holds(at, own, other, empty) and self.table[at + 3] & 255 > held & 255
        ):
            at += 4
        elif not self.holds(at, own, other, empty):
            for i in range(4):
                self.table[at + 4 + i] = self.table[at + i]
        self.table[at] = own & LOW
        self.table[at + 1] = other & LOW
        self.table[at + 2] = upper_halves(own, other, empty)
        self.table[at + 3] = held


def rank(turned: u128, answers: u128) -> cython.int:
    """How late to try a move: after those that leave fewer answers, above all in corners, and turn fewer cubes.

    A corner is not tried earlier for being one: that took twice the nodes.
    """
    return 3 * popcount128(answers) + 4 * popcount128(answers & CORNERS) + popcount128(turned)
