# cython: auto_pickle=True
# distutils: extra_compile_args = -O3
"""Chamelequin: the position and its rules (numbers as in RULES.md).

| action | meaning |
| --- | --- |
| square | place a piece |
| 64 + direction * 64 + from | step and add a ring |
| 576 + direction * 64 + from | step and remove the top ring |
| 1088 + direction * 64 + from | step onto an enemy piece and capture it |
| 1600 | pass |
| 1601 | stop: end a chain early |

The legal steps are found for all pieces at once: a step is a kind and a direction (one of 24 bitboards) and the square it
begins on (a bit). A stack is a number: 1, then two bits a ring from bottom to top, so 4..7 is one ring, 16..31 two.
"""

from __future__ import annotations

from collections.abc import Hashable

import cython

from calumma.core.effect import Effect
from calumma.core.state import Rng, State
from calumma.games.chamelequin import board
from calumma.games.chamelequin.board import NOT_A, NOT_H, ODD_FILES, ODD_RANKS, RINGS, Square
from calumma.games.chamelequin.layout import (
    BLOCKED,
    ENDINGS,
    FIRST_CAPTURE,
    FIRST_REMOVE,
    FIRST_STEP,
    LAST,
    LONGEST_CHAIN,
    NOWHERE,
    PASS,
    PATIENCE,
    QUIET,
    RUNNING,
    STOP,
    THREE_RINGS,
    TWO_RINGS,
    pack,
)
from calumma.games.chamelequin.showing import effects_of, view_of
from calumma.games.chamelequin.table import Tabletop
from calumma.games.chamelequin.view import Own

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest, mix, popcount
    from calumma.core.protocol import OVER
    from calumma.games.chamelequin.evaluate import appraise

STEPS = board.STEPS
COLOURS = board.COLOURS
OFFSET = board.OFFSET

FORESIGHT = 30  # turns before a quiet end from which on a search has to reckon with it
ONE = 1
ALL = 0xFFFFFFFFFFFFFFFF
FACTOR = 0x9E3779B97F4A7C15


class Chamelequin(Tabletop):
    """A position with its turns: who may do what, and what happens then."""

    def set_up(self, stacks: list[dict[Square, str]], turn: int, in_setup: bool, captured: list[int]) -> None:
        """Turn a new position into one with these stacks of rings by seat and square, at the beginning of a turn."""
        self.turn = turn
        self.to_place = self.to_place - sum([len(own) for own in stacks]) if in_setup else 0
        for seat, own in enumerate(stacks):
            self.captured[seat] = captured[seat]
            for square, rings in own.items():
                self.pieces[seat] |= ONE << square
                self._stand(square, pack(rings))
                for ring in rings:
                    self._take_ring(RINGS.index(ring))
        if not in_setup:
            self.living = len([own for own in stacks if own])

    def set_chain(self, square: Square, steps: int) -> None:
        """Let the turn of a position that was set up be in a chain; the rules decide whether it goes on."""
        self.chain = square
        self.steps = steps

    def set_end(self, ending: str, passes: int) -> None:
        """Give a position that was set up its end (a name in ENDINGS, empty while it runs) and its passes in a row."""
        self.ending = ENDINGS.index(ending)
        self.passes = passes

    # Playing

    def c_to_act(self) -> cython.int:
        return self.turn if self.ending == RUNNING else OVER

    def c_legal(self, out: cython.p_int) -> cython.int:
        boards: cython.ulonglong[24]
        squares: cython.ulonglong
        first: cython.int = FIRST_STEP
        n: cython.int = 0
        i: cython.int
        if not cython.compiled:
            boards = [0] * 24
        if self.ending != RUNNING:
            return 0
        if self.to_place:
            squares = self._places()
            while squares:
                out[n] = lowest(squares)
                n += 1
                squares &= squares - 1
            return n
        self._find_steps(boards)
        for i in range(24):
            squares = boards[i]
            while squares:
                out[n] = first + lowest(squares)
                n += 1
                squares &= squares - 1
            first += 64
        if self.chain != NOWHERE:  # R5
            out[n] = STOP
            n += 1
        elif n == 0:  # R7
            out[n] = PASS
            n += 1
        return n

    def c_mask(self, out: cython.p_ulonglong) -> cython.int:
        """As in the base: a word holds the actions of one board, as boards and words have 64 each."""
        boards: cython.ulonglong[24]
        n: cython.int = 0
        i: cython.int
        if not cython.compiled:
            boards = [0] * 24
        if self.ending != RUNNING:
            return 0
        if self.to_place:
            out[0] = self._places()
            return popcount(out[0])
        self._find_steps(boards)
        for i in range(24):
            out[FIRST_STEP // 64 + i] = boards[i]
            n += popcount(boards[i])
        if self.chain != NOWHERE:  # R5
            out[STOP // 64] |= ONE << (STOP % 64)
            n += 1
        elif n == 0:  # R7
            out[PASS // 64] |= ONE << (PASS % 64)
            n += 1
        return n

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """As in the base, without listing the actions: `weights` holds how many there are up to each board."""
        boards: cython.ulonglong[24]
        squares: cython.ulonglong
        board: cython.int = 0
        n: cython.int = 0
        i: cython.int
        if not cython.compiled:
            boards = [0] * 24
        if self.ending != RUNNING:
            return -1
        if self.to_place:
            squares = self._places()
            return nth(squares, rng.c_below(popcount(squares)))
        self._find_steps(boards)
        for i in range(24):
            n += popcount(boards[i])
            weights[i] = n
        if n == 0:
            rng.c_below(1)
            return PASS
        n = rng.c_below(n + (self.chain != NOWHERE))
        if n >= weights[23]:
            return STOP
        for i in range(24):  # no early end: comparing all of them is faster than a branch that cannot be foreseen
            board += weights[i] <= n
        if board > 0:
            n -= weights[board - 1]
        return FIRST_STEP + board * 64 + nth(boards[board], n)

    def c_noisy(self, action: cython.int) -> cython.bint:
        """A capture, a removal after which the same piece may capture, and all that goes on with a chain."""
        return self.chain != NOWHERE or (FIRST_REMOVE <= action < PASS and (action >= FIRST_CAPTURE or self._leads_on(action)))

    def c_apply(self, action: cython.int) -> cython.void:
        origin: cython.int = action & 63
        if action < FIRST_STEP:
            self._place(action)
        elif action == PASS:
            self.passes += 1
            self._end_turn()
        elif action == STOP:
            self._end_turn()
        else:
            self.passes = 0
            if action < FIRST_REMOVE:
                self._add(origin, origin + OFFSET[(action >> 6) - 1])
            else:
                self._shed(origin, origin + OFFSET[((action >> 6) - 1) & 7], action >= FIRST_CAPTURE)

    def c_scores(self, out: cython.p_int) -> cython.void:
        seat: cython.int
        for seat in range(self.seats):
            out[seat] = popcount(self.pieces[seat])

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        """R10. All began with as many pieces, so the fewest lost is the most left; R8's winner is the only one with any."""
        seat: cython.int
        best: cython.int = 0
        winners: cython.int = 0
        for seat in range(self.seats):
            if self._merit(seat) > best:
                best = self._merit(seat)
        for seat in range(self.seats):
            if self._merit(seat) == best:
                winners += 1
        for seat in range(self.seats):
            out[seat] = 1.0 / winners if self._merit(seat) == best else 0.0

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        seat: cython.int
        best: cython.double = 0.0
        total: cython.double = 0.0
        if self.ending != RUNNING:
            self.c_payoffs(out)
            return
        appraise(
            self.seats,
            self.turn,
            popcount(self._occupied()) + self.to_place,
            self.pieces,
            self.stacks,
            self.tall,
            self.available,
            self.removing,
            self.matching,
            out,
        )
        for seat in range(self.seats):
            if seat == 0 or out[seat] > best:
                best = out[seat]
        for seat in range(self.seats):
            out[seat] = exp(out[seat] - best) if self._lives(seat) else 0.0
            total += out[seat]
        for seat in range(self.seats):
            out[seat] /= total

    def reason(self) -> str:
        """Return why the match ended, as a message key, or nothing while it runs."""
        return ENDINGS[self.ending]

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """A placement, a step or a choice; then who is out, and how the match ended."""
        return effects_of(self, action, after)

    # Knowing

    def view_of(self, seat: int | None) -> Own:
        """Everything is open. Stacks are ring letters from bottom to top; squares are numbers."""
        return view_of(self, seat)

    # Copying and comparing

    def c_hash(self) -> cython.ulonglong:
        squares: cython.ulonglong = self._occupied()
        h: cython.ulonglong = 0
        rest: cython.ulonglong = 0
        seat: cython.int
        while squares:
            h = (h * FACTOR + self.stacks[lowest(squares)]) & ALL
            squares &= squares - 1
        for seat in range(self.seats):
            h = mix(h, self.pieces[seat])
            rest = rest * 128 + self.captured[seat]
        rest = rest * 64 + self.to_place
        rest = rest * 128 + self.chain + 1
        if self.quiet > PATIENCE * self.living - FORESIGHT:  # elsewhere the count is left out, so that transpositions meet
            h = mix(h, self.quiet)
        return mix(h, rest * 512 + self.turn + 4 * self.steps + 16 * self.passes + 128 * self.ending)

    def key(self) -> Hashable:
        """The pieces with their rings, whose turn it is, the chain, the captured rings and the counters."""
        boards = tuple([self.pieces[seat] for seat in range(self.seats)])
        stacks = tuple([self.stacks[square] for square in range(64) if self._occupied() >> square & 1])
        rings = tuple([self.captured[seat] for seat in range(self.seats)])
        counters = (self.to_place, self.steps, self.quiet, self.passes)
        return (boards, stacks, rings, counters, self.turn, self.chain, self.ending)

    # Steps of the rules

    def _occupied(self) -> cython.ulonglong:
        return self.pieces[0] | self.pieces[1] | self.pieces[2] | self.pieces[3]

    def _places(self) -> cython.ulonglong:
        """R1: the empty squares whose colour is in the supply."""
        return self.available & ~self._occupied()

    def _find_steps(self, boards: cython.p_ulonglong) -> cython.void:
        """Write where steps may begin, a board for each of the 24 pairs of kind and direction."""
        own: cython.ulonglong = self.pieces[self.turn]
        occupied: cython.ulonglong = self._occupied()
        movers: cython.ulonglong = own & ~self.full
        file: cython.ulonglong
        rank: cython.ulonglong
        if self.chain != NOWHERE:  # R5: no adding, and only the piece that has begun
            movers = 0
            own = ONE << self.chain
        # R2: pieces with fewer than four rings, empty squares whose colour is in the supply
        sources(boards, 0, self.available & ~occupied, movers, movers, movers)
        own &= self.tall
        file = self.second_0 ^ ODD_FILES
        rank = self.second_1 ^ ODD_RANKS
        if self.removing:  # R3, R6: the ring under the top one has the colour of the square reached
            sources(boards, 8, ALL ^ occupied, own & rank & ~file, own & file & ~rank, own & file & rank)
        else:
            sources(boards, 8, 0, 0, 0, 0)
        occupied ^= self.pieces[self.turn]
        if self.matching:  # R4
            sources(boards, 16, occupied, own & rank & ~file, own & file & ~rank, own & file & rank)
        else:
            sources(boards, 16, occupied, own, own, own)

    def _place(self, square: cython.int) -> cython.void:
        """R1: put a piece with a ring of the square's colour on the board."""
        colour: cython.int = (square & 1) | ((square >> 2) & 2)
        self.pieces[self.turn] |= ONE << square
        self._take_ring(colour)
        self._stand(square, 4 | colour)
        self.to_place -= 1
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0

    def _add(self, origin: cython.int, target: cython.int) -> cython.void:
        """R2: step and put a ring of the new square's colour on top."""
        colour: cython.int = (target & 1) | ((target >> 2) & 2)
        self.pieces[self.turn] ^= (ONE << origin) | (ONE << target)
        self._take_ring(colour)
        self._stand(target, (self.stacks[origin] << 2) | colour)
        self._end_turn()

    def _shed(self, origin: cython.int, target: cython.int, capturing: cython.bint) -> cython.void:
        """R3, R4: step and give back the top ring. R5: the turn goes on if the piece can."""
        stack: cython.int = self.stacks[origin]
        self._give_ring(stack & 3)
        if capturing:
            self._capture(target)
        self.pieces[self.turn] ^= (ONE << origin) | (ONE << target)
        self._stand(target, stack >> 2)
        self.steps += 1
        self.chain = target
        if self.ending != RUNNING:
            self.chain = NOWHERE
            self.steps = 0
        elif self.steps == LONGEST_CHAIN or not self._can_go_on(target):
            self._end_turn()

    def _capture(self, square: cython.int) -> cython.void:
        """R4: take an enemy piece out of the game; its rings count for the captor and return to the supply."""
        stack: cython.int = self.stacks[square]
        seat: cython.int = 0
        while not (self.pieces[seat] >> square) & 1:
            seat += 1
        self.pieces[seat] ^= ONE << square
        while stack > 1:
            self._give_ring(stack & 3)
            self.captured[self.turn] += 1
            stack >>= 2
        self.quiet = -1
        if self.pieces[seat] == 0:  # R7
            self.living -= 1
            if self.living == 1:  # R8
                self.ending = LAST

    def _can_go_on(self, square: cython.int) -> cython.bint:
        """R5: whether the piece that has just stepped has a further step by R3 or R4."""
        stack: cython.int = self.stacks[square]
        colour: cython.ulonglong = COLOURS[(stack >> 2) & 3]
        occupied: cython.ulonglong = self._occupied()
        targets: cython.ulonglong = occupied ^ self.pieces[self.turn]
        if stack < TWO_RINGS:
            return False
        if self.matching:
            targets &= colour
        if self.removing:
            targets |= colour & ~occupied
        return (targets & STEPS[square]) != 0

    def _leads_on(self, action: cython.int) -> cython.bint:
        """Whether a piece that removes a ring can capture with the next step of its chain or the one after it."""
        origin: cython.int = action & 63
        target: cython.int = origin + OFFSET[((action >> 6) - 1) & 7]
        enemies: cython.ulonglong = self._occupied() ^ self.pieces[self.turn]
        stack: cython.int = self.stacks[origin]
        if stack < THREE_RINGS:
            return False
        return (STEPS[target] & enemies & (COLOURS[(stack >> 4) & 3] if self.matching else ALL)) != 0

    def _end_turn(self) -> cython.void:
        """R7: the next living seat has the turn. R9: unless all have passed or it was quiet for too long."""
        self.chain = NOWHERE
        self.steps = 0
        self.quiet += 1
        self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        while self.pieces[self.turn] == 0:
            self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        if self.passes >= self.living:
            self.ending = BLOCKED
        elif self.quiet >= PATIENCE * self.living:
            self.ending = QUIET

    def _take_ring(self, colour: cython.int) -> cython.void:
        self.supply[colour] -= 1
        if self.supply[colour] == 0:
            self.available &= ~COLOURS[colour]

    def _give_ring(self, colour: cython.int) -> cython.void:
        self.supply[colour] += 1
        self.available |= COLOURS[colour]

    def _stand(self, square: cython.int, stack: cython.ulonglong) -> cython.void:
        """Note the rings of the piece that stands on a square now."""
        others: cython.ulonglong = ALL ^ (ONE << square)
        self.stacks[square] = stack
        # The leading 1 of two, three and four rings is bit 4, 6 and 8; below four rings bit 8 is clear.
        self.tall = (self.tall & others) | ((((stack >> 4) | (stack >> 6) | (stack >> 8)) & 1) << square)
        self.full = (self.full & others) | ((stack >> 8) << square)
        self.second_0 = (self.second_0 & others) | (((stack >> 2) & 1) << square)
        self.second_1 = (self.second_1 & others) | (((stack >> 3) & 1) << square)

    def _lives(self, seat: cython.int) -> cython.bint:
        return self.to_place > 0 or self.pieces[seat] != 0

    def _merit(self, seat: cython.int) -> cython.int:
        """R10: pieces left, then rings captured."""
        return popcount(self.pieces[seat]) * 1024 + self.captured[seat]


def sources(
    boards: cython.p_ulonglong,
    first: cython.int,
    targets: cython.ulonglong,
    straight: cython.ulonglong,
    sideways: cython.ulonglong,
    slanted: cython.ulonglong,
) -> cython.void:
    """Write, for each direction, which of the pieces that may step so would reach a target."""
    right: cython.ulonglong = targets & NOT_A
    left: cython.ulonglong = targets & NOT_H
    boards[first] = (targets >> 8) & straight
    boards[first + 1] = (right >> 9) & slanted
    boards[first + 2] = (right >> 1) & sideways
    boards[first + 3] = (right << 7) & slanted
    boards[first + 4] = (targets << 8) & straight
    boards[first + 5] = (left << 9) & slanted
    boards[first + 6] = (left << 1) & sideways
    boards[first + 7] = (left >> 7) & slanted


def nth(board: cython.ulonglong, n: cython.int) -> cython.int:
    """The n-th square of a bitboard, counted from 0."""
    while n:
        board &= board - 1
        n -= 1
    return lowest(board)
