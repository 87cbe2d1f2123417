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
from calumma.games.piecepack.scoring import Scoring
from calumma.games.piecepack.showing import Sums, effects_of, reckon, view_of
from calumma.games.piecepack.view import Own

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lay, lowest, popcount
    from calumma.core.deal import deal_set, nth_bit
    from calumma.core.protocol import CHANCE, OVER
    from calumma.games.piecepack.cells import around, flood, lines, sides
    from calumma.games.piecepack.evaluate import best_gains, drawn, hold, hopes, temper

STARTS = planes.STARTS

ONE = 1
ONE_COLOUR = 0x3F
MASK_32 = 0xFFFFFFFF
MASK_64 = 0xFFFFFFFFFFFFFFFF
BY_16 = 0x0000FFFF0000FFFF
BY_8 = 0x00FF00FF00FF00FF
BY_4 = 0x0F0F0F0F0F0F0F0F
BY_2 = 0x3333333333333333
BY_1 = 0x5555555555555555


def widened(half: cython.ulonglong) -> cython.ulonglong:
    """The lowest 32 bits, each with a zero behind it."""
    half = (half | (half << 16)) & BY_16
    half = (half | (half << 8)) & BY_8
    half = (half | (half << 4)) & BY_4
    half = (half | (half << 2)) & BY_2
    return (half | (half << 1)) & BY_1


class Piecepack(Scoring):
    """A position with its turns: who may do what, and what happens then."""

    # Playing

    def c_to_act(self) -> cython.int:
        if self.phase == PLAY:
            return self.turn
        return OVER if self.phase == DONE else CHANCE

    def c_legal(self, out: cython.p_int) -> cython.int:
        n: cython.int = 0
        outcomes: cython.ulonglong
        if self.phase == DONE:
            return 0
        if self.phase != PLAY:
            outcomes = self._outcomes()
            while outcomes:
                out[n] = lowest(outcomes)
                outcomes &= outcomes - 1
                n += 1
            return n
        n = self._list_walks(out, self._list_adds(out))
        if n == 0:  # R14
            out[0] = PASSING
            n = 1
        return n

    def c_mask(self, out: cython.p_ulonglong) -> cython.int:
        """As in the base: a cell has two neighbouring bits, first in the walks, then in every tile's adds."""
        tiles: cython.ulonglong = self._choice()
        cells: cython.ulonglong = self._walks()
        twice: cython.ulonglong = cells & self._prey()
        aside: cython.ulonglong = self._aside()
        low: cython.ulonglong
        high: cython.ulonglong
        n: cython.int
        if self.phase == DONE:
            return 0
        if self.phase != PLAY:
            out[0] = self._outcomes()
            return popcount(out[0])
        n = popcount(cells) + popcount(twice)
        self._lay_pairs(out, FIRST_WALK, widened(cells & MASK_32), widened(cells >> 32), twice)
        cells = self._places()
        low = widened(cells & MASK_32)
        high = widened(cells >> 32)
        while tiles:
            twice = cells & ~sides(self.colours[lowest(tiles) // 6] & ~aside)
            n += popcount(cells) + popcount(twice)
            self._lay_pairs(out, FIRST_ADD + lowest(tiles) * 338, low, high, twice)
            tiles &= tiles - 1
        if n == 0:  # R14
            out[PASSING >> 6] |= ONE << (PASSING & 63)
            n = 1
        return n

    def _lay_pairs(
        self,
        out: cython.p_ulonglong,
        first: cython.int,
        low: cython.ulonglong,
        high: cython.ulonglong,
        twice: cython.ulonglong,
    ) -> cython.void:
        """Set two bits a cell, given the first ones, of four rows each, and the cells of the second ones.

        In the mask the rows are 26 bits apart. Row and column 0 may lie beyond the board, and then nothing is there.
        """
        first += 2 * self._place(0)
        low |= widened(twice & MASK_32) << 1
        high |= widened(twice >> 32) << 1
        lay(out, first, (low & 0xFFFF) | (((low >> 16) & 0xFFFF) << 26))
        lay(out, first + 52, ((low >> 32) & 0xFFFF) | ((low >> 48) << 26))
        lay(out, first + 104, (high & 0xFFFF) | (((high >> 16) & 0xFFFF) << 26))
        lay(out, first + 156, ((high >> 32) & 0xFFFF) | ((high >> 48) << 26))

    def _list_adds(self, out: cython.p_int) -> cython.int:
        tiles: cython.ulonglong = self._choice()
        places: cython.ulonglong = self._places()
        aside: cython.ulonglong = self._aside()
        cells: cython.ulonglong
        lonely: cython.ulonglong
        tile: cython.int
        n: cython.int = 0
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            lonely = places & ~sides(self.colours[tile // 6] & ~aside)
            cells = places
            while cells:
                out[n] = FIRST_ADD + (tile * 169 + self._place(lowest(cells))) * 2
                n += 1
                if lonely & cells & (~cells + 1):
                    out[n] = out[n - 1] + 1
                    n += 1
                cells &= cells - 1
        return n

    def _list_walks(self, out: cython.p_int, n: cython.int) -> cython.int:
        cells: cython.ulonglong = self._walks()
        prey: cython.ulonglong = self._prey()
        while cells:
            out[n] = FIRST_WALK + self._place(lowest(cells)) * 2
            n += 1
            if prey & cells & (~cells + 1):
                out[n] = out[n - 1] + 1
                n += 1
            cells &= cells - 1
        return n

    def c_chance(self, out: cython.p_int) -> cython.int:
        n: cython.int = popcount(self._outcomes())
        i: cython.int
        for i in range(n):
            out[i] = 1
        return n

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """As in the base, without listing: `actions` holds the places a tile of a colour has, `weights` how many such tiles."""
        tiles: cython.ulonglong
        places: cython.ulonglong
        aside: cython.ulonglong
        colour: cython.int
        n: cython.int = 0
        if self.phase == DONE:
            return -1
        if self.phase != PLAY:
            tiles = self._outcomes()
            return nth_bit(tiles, rng.c_below(popcount(tiles)))
        tiles = self._choice()
        places = self._places()
        aside = self._aside()
        for colour in range(8):
            weights[colour] = popcount((tiles >> (colour * 6)) & ONE_COLOUR)
            if weights[colour]:
                actions[colour] = popcount(places) + popcount(places & ~sides(self.colours[colour] & ~aside))
                n += weights[colour] * actions[colour]
        return self._pick(rng.c_below(self._total(n)), tiles, actions, weights)

    def _total(self, adds: cython.int) -> cython.int:
        walks: cython.ulonglong = self._walks()
        n: cython.int = adds + popcount(walks) + popcount(walks & self._prey())
        return n if n else 1

    def _pick(self, n: cython.int, tiles: cython.ulonglong, places: cython.p_int, counts: cython.p_int) -> cython.int:
        """The n-th legal action; `places` a tile of each colour has, and `counts` of tiles there are of each colour."""
        colour: cython.int
        tile: cython.int
        lonely: cython.ulonglong
        for colour in range(8):
            if n < places[colour] * counts[colour]:
                tile = nth_bit(tiles & (ONE_COLOUR << (colour * 6)), n // places[colour])
                lonely = ~sides(self.colours[colour] & ~self._aside()) & MASK_64
                return FIRST_ADD + tile * 338 + self._nth_of_pairs(self._places(), lonely, n % places[colour])
            if counts[colour]:
                n -= places[colour] * counts[colour]
        if self._walks() == 0:
            return PASSING
        return FIRST_WALK + self._nth_of_pairs(self._walks(), self._prey(), n)

    def _nth_of_pairs(self, cells: cython.ulonglong, twice: cython.ulonglong, n: cython.int) -> cython.int:
        """Place * 2, or + 1 for the second choice that cells in `twice` offer, of the n-th choice."""
        while True:
            if n == 0:
                return self._place(lowest(cells)) * 2
            n -= 1
            if twice & cells & (~cells + 1):
                if n == 0:
                    return self._place(lowest(cells)) * 2 + 1
                n -= 1
            cells &= cells - 1

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
        places: cython.ulonglong = self._places()
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
        like: cython.ulonglong = after.colours[tile // 6] & ~after._aside()
        group: cython.ulonglong = after.best_group(cell, like, after._joining(wasp))
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
        return self._supply()

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
        numbers[self.seats] = self._supply()
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
        first += self._place(9)
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

    def _outcomes(self) -> cython.ulonglong:
        """The tiles that may be drawn; R2: wilds are of another colour than the starter."""
        if self.phase == WILDS:
            return self._unseen() & ~(ONE_COLOUR << (lowest(self.laid) // 6 * 6))
        return self._unseen()

    def _unseen(self) -> cython.ulonglong:
        """Tiles that nobody has seen: the supply and those that were removed."""
        return self.sizes.box & ~(self.laid | self.wilds | self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3])

    def _supply(self) -> cython.int:
        return popcount(self._unseen()) - self.sizes.removed

    def _choice(self) -> cython.ulonglong:
        """R4: a tile from the wilds or from the hand."""
        return self.wilds | self.hands[self.turn]

    def _places(self) -> cython.ulonglong:
        """R4: free cells that touch a tile along a side or at a corner, within the largest board."""
        cells: cython.ulonglong = around(self.tiles) & ~self.tiles
        if self.width == self.sizes.columns:
            cells &= self.sizes.full_columns
        if self.height == self.sizes.rows:
            cells &= self.sizes.full_rows
        return cells

    def _walks(self) -> cython.ulonglong:
        """R5: where the chameleon may go; not while the supply is empty nor after too many turns without a tile."""
        if self.idle >= self.sizes.walks * self.living or self._supply() == 0:
            return 0
        return lines(self.chameleons[self.turn], self.tiles)

    def _prey(self) -> cython.ulonglong:
        """The cells of other seats' wasps."""
        return (self.wasps[0] | self.wasps[1] | self.wasps[2] | self.wasps[3]) & ~self.wasps[self.turn]

    def _shared(self) -> cython.ulonglong:
        """R6: tiles with two or more chameleons, which are colourless."""
        seat: cython.int
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        for seat in range(self.seats):
            twice |= once & self.chameleons[seat]
            once |= self.chameleons[seat]
        return twice

    def _aside(self) -> cython.ulonglong:
        """R7: tiles that need not count as their printed colour: the colourless ones and the mover's own X."""
        return self._shared() | self.chameleons[self.turn]

    def _joining(self, wasp: cython.bint) -> cython.ulonglong:
        """R8: the mover's X, if it may join a group: it is not colourless, and the wasp was not moved."""
        return 0 if wasp else self.chameleons[self.turn] & ~self._shared()

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
        like = self.colours[tile // 6] & ~self._aside()
        self.points[self.turn] += self.worth(self.best_group(cell, like, self._joining(wasp)), cell) + self.bonus(tile // 6)
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
        supply: cython.int = self._supply()
        if self.hands[self.turn] == 0 and supply > 0:
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

    def _place(self, cell: cython.int) -> cython.int:
        """The place of a cell's index."""
        return ((cell >> 3) + self.bottom + 6) * 13 + (cell & 7) + self.left + 6

    def _cell(self, place: cython.int) -> cython.ulonglong:
        """The cell of a place within the frame."""
        return ONE << ((place // 13 - 6 - self.bottom) * 8 + place % 13 - 6 - self.left)
