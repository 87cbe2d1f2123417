# cython: auto_pickle=True
# distutils: extra_compile_args = -O3
"""The Schoessows' Chameleon for the piecepack: the position and its rules (numbers as in RULES.md).

A tile is colour * 6 + rank (0..47), a place is (y + 6) * 13 + (x + 6) (0..168).

| action | meaning |
| --- | --- |
| tile | 0..47: a tile is drawn (chance) |
| 48 + (tile * 169 + place) * 2 | add a tile there |
| 48 + (tile * 169 + place) * 2 + 1 | add a tile there and put the wasp on it |
| 16272 + place * 2 | move the chameleon there |
| 16272 + place * 2 + 1 | move the chameleon there and eat the wasp |
| 16610 | pass |
"""

from __future__ import annotations

import cython

from calumma.core.bits import set_bits
from calumma.core.effect import Effect
from calumma.core.given import Whole, within
from calumma.core.state import Rng, State
from calumma.games.piecepack import planes
from calumma.games.piecepack.effects import Reckoning
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK, PASSING
from calumma.games.piecepack.moves import Moves
from calumma.games.piecepack.phases import DEAL, DONE, DRAW, PLAY, STARTER, WILDS
from calumma.games.piecepack.planes import (
    CHAMELEONS_PART,
    COLOURS_PART,
    HAND_PART,
    OUT_PART,
    PARTS,
    PHASE_PART,
    RANKS_PART,
    WASPS_PART,
    WILDS_PART,
)
from calumma.games.piecepack.showing import Sums, effects_of, reckon, view_of
from calumma.games.piecepack.view import Own

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lay, popcount
    from calumma.core.deal import deal_set
    from calumma.games.piecepack.cells import flood
    from calumma.games.piecepack.evaluate import best_gains, drawn, hold, hopes, temper

STARTS = planes.STARTS

ONE = 1
MASK_32 = 0xFFFFFFFF


class Piecepack(Moves):
    """A position with its turns: what happens when somebody acts, and what everybody knows."""

    # Playing

    def c_apply(self, action: cython.int) -> cython.void:
        if action < FIRST_ADD:
            self._draw(action)
        elif action < FIRST_WALK:
            action -= FIRST_ADD
            self._add(action // 338, (action % 338) // 2, action & 1)
        else:
            if action < PASSING:
                action -= FIRST_WALK
                self._walk(self._cell(action // 2), action & 1)
            self.idle += 1
            self._end_turn()

    def c_scores(self, out: cython.p_int) -> cython.void:
        seat: cython.int
        for seat in range(self.seats):
            out[seat] = self.points[seat]

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        """R14: most points win among the seats that are not out; ties share."""
        seat: cython.int
        best: cython.int = -1000000
        winners: cython.int = 0
        for seat in range(self.seats):
            if not self.out[seat] and self.points[seat] >= best:
                winners = 1 if self.points[seat] > best else winners + 1
                best = self.points[seat]
        for seat in range(self.seats):
            out[seat] = 1.0 / winners if not self.out[seat] and self.points[seat] == best else 0.0

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        """Living seats share 1 by how far each is ahead, softly: e to the worth over a temper that cools as tiles run out."""
        seat: cython.int
        best: cython.double = -1000000.0
        total: cython.double = 0.0
        heat: cython.double = temper(self.sizes.laid - popcount(self.laid), self.seats)
        if self.phase == DONE:
            self.c_payoffs(out)
            return
        for seat in range(self.seats):
            out[seat] = self._prospect(seat)
            if not self.out[seat] and out[seat] > best:
                best = out[seat]
        for seat in range(self.seats):
            out[seat] = 0.0 if self.out[seat] else 1.0 if out[seat] == best else exp((out[seat] - best) / heat)
            total += out[seat]
        for seat in range(self.seats):
            out[seat] /= total

    def _prospect(self, seat: cython.int) -> cython.double:
        """What a seat has and may hope for, in points."""
        gains: cython.int[2]
        places: cython.ulonglong = self.free_cells()
        found: cython.double = self.points[seat]
        if not cython.compiled:
            gains = [0, 0]
        best_gains(
            seat,
            self.seats,
            self.colours,
            self.ranks,
            self.chameleons,
            self.wasps,
            self.hands[seat],
            self.wilds,
            places,
            gains,
        )
        found += hopes(gains[0], gains[1], self.phase == PLAY and seat == self.turn)  # whoever draws has acted
        if self.phase < PLAY and seat == self.turn:
            found += drawn(self.pending)
        return found + hold(self.wasps[seat], self.chameleons[seat], places, self.sizes.laid - popcount(self.laid))

    def reason(self) -> str:
        """Return why the match ended, as a message key, or nothing while it runs."""
        if self.phase != DONE:
            return ""
        return "last-seat" if self.living == 1 else "all-tiles"

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """A tile is drawn or added, the chameleon walks, or the seat passes; then what the table notices besides."""
        return effects_of(self, action, after)

    def reckon(self, action: int) -> Reckoning:
        """Return what adding a tile would bring and cost, item by item; the places are coordinates."""
        return reckon(self, action)

    def weigh(self, action: Whole) -> Sums:
        """Return what adding a tile would bring and cost, as numbers and sets of cells."""
        number: cython.int = within("an action that adds a tile", action, FIRST_ADD, FIRST_WALK - 1)
        if not self.c_is_legal(number):
            raise self.refused(action)
        tile: cython.int = (number - FIRST_ADD) // 338
        wasp: cython.bint = (number - FIRST_ADD) & 1
        after = cython.cast(Piecepack, self.copy())
        after._take(tile)
        cell: cython.ulonglong = after._lay(tile, (number - FIRST_ADD) % 338 // 2)
        if wasp:
            after.wasps[self.turn] = cell
        like: cython.ulonglong = after.colours[tile // 6] & ~after.aside()
        group: cython.ulonglong = after.best_group(cell, like, after.joining(wasp))
        large: cython.ulonglong = flood(cell, like)
        cost: cython.int = after.cost(cell, like)
        points: cython.int = after.worth(group, cell)
        bonus: cython.int = after.bonus(tile // 6)
        after.points[self.turn] += points + bonus
        had: cython.int = after.points[self.turn]
        solvent: cython.bint = after.pay(cost, cell)
        return Sums(after, tile, cell, bool(wasp), group, points, bonus, large, cost, had, bool(solvent))

    # Knowing

    def view_of(self, seat: int | None) -> Own:
        """Everything but the hands of the others; of those, and of the supply, the number of tiles."""
        return view_of(self, seat)

    def supply(self) -> int:
        """Return how many tiles are in the supply."""
        return self.undrawn()

    def all_hands(self) -> list[list[int]]:
        """Return the tiles of every hand, for whoever may see all of a position."""
        return [set_bits(self.hands[seat]) for seat in range(self.seats)]

    def seen(self, action: int, seat: int | None) -> int | None:
        """Return the action; a tile that is drawn into a hand only for the seat that draws it."""
        if action < FIRST_ADD and DEAL <= self.phase <= DRAW and seat != self.turn:
            return None
        return action

    def c_determinize(self, seat: cython.int, rng: Rng) -> cython.void:
        """Deal the other hands anew. Nobody knows a tile of another hand: what leaves a hand leaves it openly and for good."""
        pool: cython.ulonglong = self.sizes.box & ~(self.laid | self.wilds | self.hands[seat])
        other: cython.int
        for other in range(self.seats):
            if other != seat:
                self.hands[other] = deal_set(pool, popcount(self.hands[other]), rng)
                pool ^= self.hands[other]

    def c_bits(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.bint:
        row: cython.int = self.seats * PARTS
        i: cython.int
        for i in range(8):
            self._mark(out, STARTS[row + COLOURS_PART] + 169 * i, self.colours[i])
        for i in range(6):
            self._mark(out, STARTS[row + RANKS_PART] + 169 * i, self.ranks[i])
        self._observe_seats(seat, out, numbers, row)
        lay(out, STARTS[row + WILDS_PART], self.wilds)
        lay(out, STARTS[row + HAND_PART], self.hands[seat])
        lay(out, STARTS[row + PHASE_PART] + self.phase, 1)
        numbers[self.seats] = self.undrawn()
        numbers[self.seats + 1] = self.pending
        numbers[self.seats + 2] = self.idle
        return True

    def _observe_seats(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar, row: cython.int) -> cython.void:
        """Chameleons and wasps on planes, then how many tiles are in the hands and who is out."""
        other: cython.int = seat
        i: cython.int
        for i in range(self.seats):
            self._mark(out, STARTS[row + CHAMELEONS_PART] + 169 * i, self.chameleons[other])
            self._mark(out, STARTS[row + WASPS_PART] + 169 * i, self.wasps[other])
            numbers[i] = popcount(self.hands[other])
            lay(out, STARTS[row + OUT_PART] + i, self.out[other])
            other = other + 1 if other + 1 < self.seats else 0

    def _mark(self, out: cython.p_ulonglong, first: cython.int, cells: cython.ulonglong) -> cython.void:
        """Set the bits of the places of some cells with tiles, whose rows and columns begin with 1; places have rows of 13."""
        half: cython.ulonglong = (cells >> 9) & MASK_32
        first += self.place_of(9)
        lay(out, first, (half & 0xFF) | (((half >> 8) & 0xFF) << 13) | (((half >> 16) & 0xFF) << 26) | ((half >> 24) << 39))
        half = cells >> 41
        lay(out, first + 52, (half & 0xFF) | (((half >> 8) & 0xFF) << 13) | ((half >> 16) << 26))

    # Steps of the rules

    def _draw(self, tile: cython.int) -> cython.void:
        """R1, R2, R3, R13: a tile is turned over or drawn; with the last of them the next phase begins."""
        self.pending -= 1
        if self.phase == STARTER:
            self._start(tile)
            self.phase = WILDS
            self.pending = self.sizes.wilds
        elif self.phase == WILDS:
            self.wilds |= ONE << tile
        else:
            self.hands[self.turn] |= ONE << tile
        if self.pending == 0:
            self._end_draws()

    def _end_draws(self) -> cython.void:
        if self.phase == DRAW:
            self._end_turn()
        elif self.phase == DEAL and self.turn == self.seats - 1:
            self.turn = 0
            self.phase = PLAY
        else:  # R3: the next seat's hand
            self.turn = 0 if self.phase == WILDS else self.turn + 1
            self.phase = DEAL
            self.pending = self.sizes.hand

    def _start(self, tile: cython.int) -> cython.void:
        """R1: the starter lies at 0,0, which is column 1 and row 1 of the frame, with all chameleons on it."""
        cell: cython.ulonglong = ONE << 9
        seat: cython.int
        self._put(tile, cell)
        self.width = 1
        self.height = 1
        for seat in range(self.seats):
            self.chameleons[seat] = cell

    def _walk(self, cell: cython.ulonglong, eats: cython.bint) -> cython.void:
        """R5: the chameleon moves; a wasp that it eats goes back to its owner."""
        seat: cython.int
        self.chameleons[self.turn] = cell
        if eats:
            for seat in range(self.seats):
                if seat != self.turn and self.wasps[seat] == cell:
                    self.wasps[seat] = 0

    def _add(self, tile: cython.int, place: cython.int, wasp: cython.bint) -> cython.void:
        """R4 to R13: a tile is added, then scored and paid for."""
        cell: cython.ulonglong
        like: cython.ulonglong
        self._take(tile)
        cell = self._lay(tile, place)
        if wasp:  # R7
            self.wasps[self.turn] = cell
        self.idle = 0
        like = self.colours[tile // 6] & ~self.aside()
        self.points[self.turn] += self.worth(self.best_group(cell, like, self.joining(wasp)), cell) + self.bonus(tile // 6)
        if self.pay(self.cost(cell, like), cell):
            self._draw_or_end_turn()
        else:
            self._leave()

    def _take(self, tile: cython.int) -> cython.void:
        """R4: from the wilds; or from the hand, whose other tile then goes to the wilds."""
        taken: cython.ulonglong = ONE << tile
        if self.wilds & taken:
            self.wilds ^= taken
        else:
            self.wilds |= self.hands[self.turn] & ~taken
            self.hands[self.turn] = 0

    def _lay(self, tile: cython.int, place: cython.int) -> cython.ulonglong:
        """Put a tile on the board, let the frame grow with it, and return its cell."""
        column: cython.int = place % 13 - 6 - self.left
        row: cython.int = place // 13 - 6 - self.bottom
        if column == 0:
            self._shift(1)
            self.left -= 1
            column = 1
            self.width += 1
        elif column > self.width:
            self.width += 1
        if row == 0:
            self._shift(8)
            self.bottom -= 1
            row = 1
            self.height += 1
        elif row > self.height:
            self.height += 1
        self._put(tile, ONE << (row * 8 + column))
        return ONE << (row * 8 + column)

    def _put(self, tile: cython.int, cell: cython.ulonglong) -> cython.void:
        self.colours[tile // 6] |= cell
        self.ranks[tile % 6] |= cell
        self.tiles |= cell
        self.laid |= ONE << tile

    def _shift(self, by: cython.int) -> cython.void:
        """Move everything in the frame to the right by 1 or up by 8 bits; the last column or row is still empty."""
        i: cython.int
        for i in range(8):
            self.colours[i] <<= by
        for i in range(6):
            self.ranks[i] <<= by
        for i in range(4):
            self.chameleons[i] <<= by
            self.wasps[i] <<= by
        self.tiles <<= by

    def _leave(self) -> cython.void:
        """R12: the mover is out of the game; a single seat left wins at once."""
        self.points[self.turn] = 0
        self.out[self.turn] = True
        self.living -= 1
        self.chameleons[self.turn] = 0
        self.wasps[self.turn] = 0
        self.wilds |= self.hands[self.turn]
        self.hands[self.turn] = 0
        if self.living == 1:
            self.phase = DONE
            self.turn = 0
        else:
            self._end_turn()

    def _draw_or_end_turn(self) -> cython.void:
        """R13: an empty hand is filled from the supply."""
        supply: cython.int = self.undrawn() if self.hands[self.turn] == 0 else 0
        if supply > 0:
            self.phase = DRAW
            self.pending = supply if supply < self.sizes.hand else self.sizes.hand
        else:
            self._end_turn()

    def _end_turn(self) -> cython.void:
        """R14: the next seat that is not out acts, unless every tile has been laid."""
        if self._is_all_laid():
            self.phase = DONE
            self.turn = 0
            return
        self.phase = PLAY
        self.turn = (self.turn + 1) % self.seats
        while self.out[self.turn]:
            self.turn = (self.turn + 1) % self.seats

    def _is_all_laid(self) -> cython.bint:
        return popcount(self.laid) == self.sizes.laid

    def _cell(self, place: cython.int) -> cython.ulonglong:
        """The cell of a place within the frame."""
        return ONE << ((place // 13 - 6 - self.bottom) * 8 + place % 13 - 6 - self.left)
