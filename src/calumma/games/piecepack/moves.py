# distutils: extra_compile_args = -O3
"""What may be done in a position: which tiles and cells are to be had, listed, counted, as bits, or one of them at random.

`rules.py` says which number is which action.
"""

from __future__ import annotations

import cython

from calumma.core.state import Rng
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK, PASSING
from calumma.games.piecepack.phases import DONE, PLAY, WILDS
from calumma.games.piecepack.scoring import Scoring

if not cython.compiled:
    from calumma.core.bits import lay, lowest, popcount
    from calumma.core.deal import nth_bit
    from calumma.core.protocol import CHANCE, OVER
    from calumma.games.piecepack.cells import around, lines, sides

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


class Moves(Scoring):
    """A position with its choices: who may do what."""

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
        aside: cython.ulonglong = self.aside()
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
        cells = self.free_cells()
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
        first += 2 * self.place_of(0)
        low |= widened(twice & MASK_32) << 1
        high |= widened(twice >> 32) << 1
        lay(out, first, (low & 0xFFFF) | (((low >> 16) & 0xFFFF) << 26))
        lay(out, first + 52, ((low >> 32) & 0xFFFF) | ((low >> 48) << 26))
        lay(out, first + 104, (high & 0xFFFF) | (((high >> 16) & 0xFFFF) << 26))
        lay(out, first + 156, ((high >> 32) & 0xFFFF) | ((high >> 48) << 26))

    def _list_adds(self, out: cython.p_int) -> cython.int:
        tiles: cython.ulonglong = self._choice()
        places: cython.ulonglong = self.free_cells()
        aside: cython.ulonglong = self.aside()
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
                out[n] = FIRST_ADD + (tile * 169 + self.place_of(lowest(cells))) * 2
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
            out[n] = FIRST_WALK + self.place_of(lowest(cells)) * 2
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
        places = self.free_cells()
        aside = self.aside()
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
                lonely = ~sides(self.colours[colour] & ~self.aside()) & MASK_64
                return FIRST_ADD + tile * 338 + self._nth_of_pairs(self.free_cells(), lonely, n % places[colour])
            if counts[colour]:
                n -= places[colour] * counts[colour]
        if self._walks() == 0:
            return PASSING
        return FIRST_WALK + self._nth_of_pairs(self._walks(), self._prey(), n)

    def _nth_of_pairs(self, cells: cython.ulonglong, twice: cython.ulonglong, n: cython.int) -> cython.int:
        """Place * 2, or + 1 for the second choice that cells in `twice` offer, of the n-th choice."""
        while True:
            if n == 0:
                return self.place_of(lowest(cells)) * 2
            n -= 1
            if twice & cells & (~cells + 1):
                if n == 0:
                    return self.place_of(lowest(cells)) * 2 + 1
                n -= 1
            cells &= cells - 1

    # Where things may go

    def _outcomes(self) -> cython.ulonglong:
        """The tiles that may be drawn; R2: wilds are of another colour than the starter."""
        if self.phase == WILDS:
            return self._unseen() & ~(ONE_COLOUR << (lowest(self.laid) // 6 * 6))
        return self._unseen()

    def _unseen(self) -> cython.ulonglong:
        """Tiles that nobody has seen: the supply and those that were removed."""
        return self.sizes.box & ~(self.laid | self.wilds | self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3])

    def undrawn(self) -> cython.int:
        """The tiles in the supply."""
        return popcount(self._unseen()) - self.sizes.removed

    def _choice(self) -> cython.ulonglong:
        """R4: a tile from the wilds or from the hand."""
        return self.wilds | self.hands[self.turn]

    def free_cells(self) -> cython.ulonglong:
        """R4: free cells that touch a tile along a side or at a corner, within the largest board."""
        cells: cython.ulonglong = around(self.tiles) & ~self.tiles
        if self.width == self.sizes.columns:
            cells &= self.sizes.full_columns
        if self.height == self.sizes.rows:
            cells &= self.sizes.full_rows
        return cells

    def _walks(self) -> cython.ulonglong:
        """R5: where the chameleon may go; not while the supply is empty nor after too many turns without a tile."""
        if self.idle >= self.sizes.walks * self.living or self.undrawn() == 0:
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

    def aside(self) -> cython.ulonglong:
        """R7: tiles that need not count as their printed colour: the colourless ones and the mover's own X."""
        return self._shared() | self.chameleons[self.turn]

    def joining(self, wasp: cython.bint) -> cython.ulonglong:
        """R8: the mover's X, if it may join a group: it is not colourless, and the wasp was not moved."""
        return 0 if wasp else self.chameleons[self.turn] & ~self._shared()

    def place_of(self, cell: cython.int) -> cython.int:
        """The place of a cell's index."""
        return ((cell >> 3) + self.bottom + 6) * 13 + (cell & 7) + self.left + 6
