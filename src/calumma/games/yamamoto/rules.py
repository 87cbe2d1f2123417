# cython: auto_pickle=True
# distutils: extra_compile_args = -O3
"""Yamamoto's Chameleon: the position and its rules (numbers as in RULES.md).

| action | meaning |
| --- | --- |
| from * 25 + to | move the piece on one square to another |
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import cython

from calumma.core.effect import Effect
from calumma.core.given import Whole, seat_among, within
from calumma.core.state import Rng, State
from calumma.games.yamamoto import board
from calumma.games.yamamoto.planes import (
    ENEMY_WHITE,
    INVADER,
    OWN_GOALS,
    OWN_WHITE,
)
from calumma.games.yamamoto.showing import effects_of, view_of
from calumma.games.yamamoto.view import Own

if not cython.compiled:
    from calumma.core.bits import lay, lowest, mix, popcount
    from calumma.core.protocol import OVER
    from calumma.games.yamamoto.evaluate import estimate

BLOCKERS = [*board.BLOCKERS, 0]
FACTOR = [*board.FACTOR, 0]
REACH = board.REACH
HOME = board.HOME
DOTS = board.DOTS

NUM_ACTIONS = 625
MAX_PLIES = 900  # eight captures leave one piece each; before every capture and after the last, at most 100 quiet plies

MASK_32 = 0xFFFFFFFF
ALL = 0x1FFFFFF  # the squares
NO_PIECE = 1 << 25  # behind the squares: what a loop over a seat's five finds when fewer are left
PIECES = 5
QUIET_LIMIT = 100
RUNNING = -1
DRAWN = 2
NOWHERE = -1


def reached(square: cython.int, black: cython.uint, occupied: cython.uint) -> cython.uint:
    """The squares that a piece reaches; `black` is 1 if that is its nature. R1: a step. R2: a slide at home, a leap abroad."""
    return REACH[(black * 26 + square) * 16 + ((((occupied & BLOCKERS[square]) * FACTOR[square]) & MASK_32) >> 28)]


class Yamamoto(State):
    """A position: two bitboards a seat, one for each nature."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game)
        if not cython.compiled:
            self.white, self.black, self.goals = [0, 0], [0, 0], [0, 0]
            self.past_0, self.past_1 = [0] * 101, [0] * 101
        for seat in range(2):  # R5
            self.goals[seat] = DOTS[1 - seat] if game.options["goal"] == "dots" else HOME[1 - seat]
        self.set_up(0b10101, 0b01010, 0b10101 << 20, 0b01010 << 20, 0)

    def set_up(self, white_0: int, black_0: int, white_1: int, black_1: int, turn: int) -> None:
        """Become the position with these pieces (a bitboard for each seat and nature) and fresh counters."""
        self.white[0], self.black[0] = white_0, black_0
        self.white[1], self.black[1] = white_1, black_1
        self.turn = turn
        self.result = RUNNING
        self.quiet = 0
        self._remember()
        self._look_for_invader()

    # Playing

    def c_to_act(self) -> cython.int:
        return self.turn if self.result == RUNNING else OVER

    def c_legal(self, out: cython.p_int) -> cython.int:
        pieces: cython.uint = self._pieces(self.turn)
        squares: cython.uint
        square: cython.int
        n: cython.int = 0
        if self.result != RUNNING:
            return 0
        while pieces:
            square = lowest(pieces)
            pieces &= pieces - 1
            squares = self._targets(square)
            while squares:
                out[n] = square * 25 + lowest(squares)
                n += 1
                squares &= squares - 1
        return n

    def c_mask(self, out: cython.p_ulonglong) -> cython.int:
        """As in the base, the targets of a piece at once: 25 neighbouring actions.

        It always goes through five pieces, those that are gone included: how many are left is hard to foresee for a processor.
        """
        pieces: cython.uint = self._pieces(self.turn)
        occupied: cython.uint = pieces | self._pieces(1 - self.turn)
        allowed: cython.uint = self._allowed()
        black: cython.uint = self.black[self.turn]
        squares: cython.uint
        square: cython.int
        n: cython.int = 0
        _i: cython.int
        if self.result != RUNNING:
            return 0
        for _i in range(PIECES):
            pieces |= NO_PIECE
            square = lowest(pieces)
            pieces &= pieces - 1
            squares = reached(square, (black >> square) & 1, occupied) & allowed
            n += popcount(squares)
            lay(out, square * 25, squares)
        return n

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """As in the base, without listing the moves: `actions` holds the moving squares, `weights` their targets."""
        pieces: cython.uint = self._pieces(self.turn)
        squares: cython.uint
        i: cython.int = 0
        n: cython.int = 0
        if self.result != RUNNING:
            return -1
        while pieces:
            actions[i] = lowest(pieces)
            pieces &= pieces - 1
            weights[i] = self._targets(actions[i])
            n += popcount(weights[i])
            i += 1
        n = rng.c_below(n)
        i = 0
        while n >= popcount(weights[i]):
            n -= popcount(weights[i])
            i += 1
        squares = weights[i]
        while n:
            squares &= squares - 1
            n -= 1
        return actions[i] * 25 + lowest(squares)

    def c_noisy(self, action: cython.int) -> cython.bint:
        return (self._pieces(1 - self.turn) >> (action % 25)) & 1

    def c_apply(self, action: cython.int) -> cython.void:
        origin: cython.int = action // 25
        target: cython.int = action % 25
        mover: cython.int = self.turn
        captured: cython.bint = (self._pieces(1 - mover) >> target) & 1
        self._move(origin, target)
        self.turn = 1 - mover
        self.invader = NOWHERE
        self.quiet = 0 if captured else self.quiet + 1
        self._remember()
        if self._pieces(1 - mover) == 0:  # R4: the last enemy piece is captured
            self.result = mover
            return
        if (self.goals[mover] >> target) & 1:
            self._enter(mover, target)
        if self.result == RUNNING and (self.quiet >= QUIET_LIMIT or self._is_third_occurrence()):  # R8
            self.result = DRAWN

    def c_scores(self, out: cython.p_int) -> cython.void:
        out[0] = popcount(self._pieces(0))
        out[1] = popcount(self._pieces(1))

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        out[0] = 0.5 if self.result == DRAWN else 1.0 if self.result == 0 else 0.0
        out[1] = 1.0 - out[0]

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        if self.result != RUNNING:
            self.c_payoffs(out)
            return
        out[0] = estimate(self._pieces(0), self._pieces(1), self.turn, self.invader)
        out[1] = 1.0 - out[0]

    def reason(self) -> str:
        """Return why the match ended, as a message key, or nothing while it runs."""
        if self.result == RUNNING:
            return ""
        if self.result != DRAWN:
            return "captured-all" if self._pieces(1 - self.result) == 0 else "reached-goal"
        return "quiet" if self.quiet >= QUIET_LIMIT else "repetition"

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """A piece moves, perhaps captures, and may thereby enter the goal or end the match."""
        return effects_of(self, action, after)

    def reach_from(self, seat: Whole, square: Whole) -> int:
        """Return the bitboard of the squares that a seat's piece on a square reaches."""
        occupied: cython.uint = self._pieces(0) | self._pieces(1)
        whose: cython.int = seat_among(seat, 2)
        start: cython.int = within("a square", square, 0, 24)
        return reached(start, (self.black[whose] >> start) & 1, occupied) & ~self._pieces(whose)

    # Knowing

    def view_of(self, seat: int | None) -> Own:
        """Everything is open: the pieces of each seat by nature, as square numbers, and who must be captured."""
        return view_of(self, seat)

    def c_bits(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.bint:
        own: cython.ulonglong = self.past_0[self.quiet] if seat == 0 else self.past_1[self.quiet]  # both natures
        enemy: cython.ulonglong = self.past_1[self.quiet] if seat == 0 else self.past_0[self.quiet]
        lay(out, OWN_WHITE, own)
        lay(out, ENEMY_WHITE, enemy)
        lay(out, OWN_GOALS, self.goals[seat] | (cython.cast(cython.ulonglong, self.goals[1 - seat]) << 25))
        if self.invader != NOWHERE:
            lay(out, INVADER, cython.cast(cython.ulonglong, 1) << self.invader)
        numbers[0] = self.quiet
        return True

    # Copying and comparing

    def c_copy_from(self, other: State) -> cython.void:
        i: cython.int
        for i in range(2):
            self.white[i] = cython.cast(Yamamoto, other).white[i]
            self.black[i] = cython.cast(Yamamoto, other).black[i]
            self.goals[i] = cython.cast(Yamamoto, other).goals[i]
        self.turn = cython.cast(Yamamoto, other).turn
        self.result = cython.cast(Yamamoto, other).result
        self.invader = cython.cast(Yamamoto, other).invader
        self.quiet = cython.cast(Yamamoto, other).quiet
        for i in range(self.quiet + 1):
            self.past_0[i] = cython.cast(Yamamoto, other).past_0[i]
            self.past_1[i] = cython.cast(Yamamoto, other).past_1[i]

    def c_hash(self) -> cython.ulonglong:
        return mix(mix(mix(0, self.past_0[self.quiet]), self.past_1[self.quiet]), self.turn)

    def key(self) -> Hashable:
        """The pieces, the seat to move, the quiet plies and, in any order, the positions that may still be repeated."""
        past = sorted([(self.past_0[i], self.past_1[i], (self.quiet - i) % 2) for i in range(self.quiet)])
        now = (self.past_0[self.quiet], self.past_1[self.quiet])
        return (*now, self.turn, self.result, self.quiet, tuple(past))

    # Steps of the rules

    def _pieces(self, seat: cython.int) -> cython.uint:
        return self.white[seat] | self.black[seat]

    def _targets(self, square: cython.int) -> cython.uint:
        """The squares that the piece of the seat to move may go to. R3: own pieces block, enemies are captured."""
        black: cython.uint = (self.black[self.turn] >> square) & 1
        return reached(square, black, self._pieces(0) | self._pieces(1)) & self._allowed()

    def _allowed(self) -> cython.uint:
        """The squares without pieces of the seat to move. R7: only that of the piece that entered."""
        if self.invader != NOWHERE:
            return cython.cast(cython.uint, 1) << self.invader
        return ~self._pieces(self.turn) & ALL

    def _move(self, origin: cython.int, target: cython.int) -> cython.void:
        """Move a piece of the seat to move; whatever stood on the target leaves the game."""
        end: cython.uint = cython.cast(cython.uint, 1) << target
        both: cython.uint = (cython.cast(cython.uint, 1) << origin) | end
        foe: cython.int = 1 - self.turn
        white: cython.uint = (self.white[self.turn] >> origin) & 1
        self.white[foe] &= ~end
        self.black[foe] &= ~end
        self.white[self.turn] ^= both * white  # not a branch: nobody can foresee which nature moves
        self.black[self.turn] ^= both * (1 - white)

    def _enter(self, seat: cython.int, square: cython.int) -> cython.void:
        """A seat's piece stands in its goal and the other seat is to move."""
        if popcount(self._pieces(seat)) == 1:  # R6: the only remaining piece wins at once
            self.result = seat
            return
        self.invader = square  # R7: it must be captured now, or it wins
        if not self._can_capture_invader():
            self.result = seat

    def _can_capture_invader(self) -> cython.bint:
        pieces: cython.uint = self._pieces(self.turn)
        while pieces:
            if self._targets(lowest(pieces)):
                return True
            pieces &= pieces - 1
        return False

    def _remember(self) -> cython.void:
        """Note the position after a ply; those before a capture can never come back."""
        self.past_0[self.quiet] = self.white[0] | (cython.cast(cython.ulonglong, self.black[0]) << 25)
        self.past_1[self.quiet] = self.white[1] | (cython.cast(cython.ulonglong, self.black[1]) << 25)

    def _is_third_occurrence(self) -> cython.bint:
        """R8: the seats take turns without passing, so only every second position can be the same."""
        i: cython.int = self.quiet - 4
        found: cython.int = 1
        while i + 4 * found >= 8:  # equal positions are four plies apart, so a lonely one here must leave room for a first
            if self.past_0[i] == self.past_0[self.quiet] and self.past_1[i] == self.past_1[self.quiet]:
                found += 1
                if found == 3:
                    return True
            i -= 2
        return False

    def _look_for_invader(self) -> None:
        """In a position that was set up, see whether the match is over or an entered piece must be captured."""
        foe: cython.int = 1 - self.turn
        self.invader = NOWHERE
        if self._pieces(self.turn) == 0:
            self.result = foe
        elif self._pieces(foe) == 0:
            self.result = self.turn
        elif self._pieces(foe) & self.goals[foe]:
            self._enter(foe, lowest(self._pieces(foe) & self.goals[foe]))
