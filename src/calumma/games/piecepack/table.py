# distutils: extra_compile_args = -O3
"""What lies on the table: the board in the frame of board.py, the wilds, the hands and the points; and how it is set up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import cython

from calumma.core.bits import set_bits
from calumma.core.state import State
from calumma.games.piecepack.board import TILE_NAMES
from calumma.games.piecepack.box import BOX, Box, box_of
from calumma.games.piecepack.phases import DEAL, DONE, DRAW, PLAY, STARTER, WILDS
from calumma.games.piecepack.showing import bits_of

if not cython.compiled:
    from calumma.core.bits import mix, popcount


class Sizes:
    """The numbers of a box, as the rules look them up; table.pxd says what they mean."""

    def __init__(self, box: Box) -> None:
        self.contents, self.box, self.laid, self.removed = box, box.mask, box.laid, box.removed
        self.hand, self.wilds, self.walks = box.hand, box.wilds, box.walks
        self.columns, self.rows = box.columns, box.rows
        self.full_columns, self.full_rows = box.frame

    def __reduce__(self) -> tuple[type[Sizes], tuple[Box]]:
        return Sizes, (self.contents,)


RULE_BOOK = Sizes(BOX)


@lru_cache(maxsize=64)
def sizes_of(box: Box) -> Sizes:
    """Return the numbers of a box."""
    return Sizes(box)


class Tabletop(State):
    """A position without its rules: bitboards of cells for what lies on the board, bit sets of tiles for what is held."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game)
        if not cython.compiled:
            self.colours, self.ranks = [0] * 8, [0] * 6
            self.chameleons, self.wasps, self.hands = [0] * 4, [0] * 4, [0] * 4
            self.points, self.out = [0] * 4, [False] * 4
        self.debt = game.options["bankrupt"] == "debt"
        self.strict = game.options["merge"] == "strict"
        self.sizes = sizes_of(box_of(self.seats, game.options)) if "tiles" in game.options else RULE_BOOK
        self._clear()

    def _clear(self) -> None:
        for i in range(8):
            self.colours[i] = 0
        for i in range(6):
            self.ranks[i] = 0
        for i in range(4):
            self.chameleons[i], self.wasps[i], self.hands[i] = 0, 0, 0
            self.points[i], self.out[i] = 0, False
        self.tiles, self.laid, self.wilds = 0, 0, 0
        self.left, self.bottom, self.width, self.height = -1, -1, 0, 0
        self.living, self.turn, self.idle = self.seats, 0, 0
        self.phase, self.pending = STARTER, 1

    def set_up(
        self,
        board: Mapping[tuple[int, int], int],
        chameleons: Sequence[Sequence[int] | None],
        wasps: Sequence[Sequence[int] | None],
        wilds: Iterable[int],
        hands: Sequence[Iterable[int]],
        points: Sequence[int | None],
        turn: int,
        pending: int,
        idle: int,
    ) -> None:
        """Become the position with these tiles (numbers) and places (coordinates); a seat without points is out."""
        self._clear()
        if board:
            self._set_up_board(board)
        for seat in range(self.seats):
            self.chameleons[seat] = self._cell_of(chameleons[seat])
            self.wasps[seat] = self._cell_of(wasps[seat])
            self.hands[seat] = bits_of(hands[seat])
            self.out[seat] = points[seat] is None
            self.points[seat] = points[seat] or 0
        self.living = len([mark for mark in points if mark is not None])
        self.wilds = bits_of(wilds)
        self.turn, self.idle, self.pending = turn, idle, pending
        self.phase = self._phase_set_up()

    def _set_up_board(self, board: Mapping[tuple[int, int], int]) -> None:
        columns, rows = [x for x, _ in board], [y for _, y in board]
        self.left, self.bottom = min(columns) - 1, min(rows) - 1
        self.width, self.height = max(columns) - self.left, max(rows) - self.bottom
        for place, tile in board.items():
            self.colours[tile // 6] |= self._cell_of(place)
            self.ranks[tile % 6] |= self._cell_of(place)
            self.tiles |= self._cell_of(place)
        self.laid = bits_of(board.values())

    def _cell_of(self, place: Sequence[int] | None) -> int:
        return 0 if place is None else 1 << (place[1] - self.bottom) * 8 + place[0] - self.left

    def _phase_set_up(self) -> int:
        if popcount(self.laid) < 2 and self.pending:
            return STARTER if not self.laid else WILDS if popcount(self.wilds) < self.sizes.wilds else DEAL
        if self.pending:
            return DRAW
        return DONE if self.living == 1 or popcount(self.laid) == self.sizes.laid else PLAY

    def places_of(self, pieces: list[int]) -> list[list[int] | None]:
        """Return x and y of the cells of some pieces; None for one that is off the board."""
        left, bottom = self.left, self.bottom
        found: list[list[int] | None] = []
        for cell in pieces:
            number = cell.bit_length() - 1
            found.append([(number & 7) + left, (number >> 3) + bottom] if cell else None)
        return found

    def laid_on(self, cells: int) -> list[list[Any]]:
        """Return x, y and the text of the tile that lies on each of some cells, row by row; on others there is none."""
        cell: cython.int
        colour: cython.int
        rank: cython.int
        found = []
        for cell in set_bits(cells & self.tiles):
            colour = rank = 0
            while not (self.colours[colour] >> cell) & 1:
                colour += 1
            while not (self.ranks[rank] >> cell) & 1:
                rank += 1
            found.append([(cell & 7) + self.left, (cell >> 3) + self.bottom, TILE_NAMES[colour * 6 + rank]])
        return found

    # Copying and comparing

    def c_copy_from(self, other: State) -> cython.void:
        i: cython.int
        for i in range(8):
            self.colours[i] = cython.cast(Tabletop, other).colours[i]
        for i in range(6):
            self.ranks[i] = cython.cast(Tabletop, other).ranks[i]
        for i in range(4):
            self.chameleons[i] = cython.cast(Tabletop, other).chameleons[i]
            self.wasps[i] = cython.cast(Tabletop, other).wasps[i]
            self.hands[i] = cython.cast(Tabletop, other).hands[i]
            self.points[i] = cython.cast(Tabletop, other).points[i]
            self.out[i] = cython.cast(Tabletop, other).out[i]
        self.tiles = cython.cast(Tabletop, other).tiles
        self.laid = cython.cast(Tabletop, other).laid
        self.wilds = cython.cast(Tabletop, other).wilds
        self.left = cython.cast(Tabletop, other).left
        self.bottom = cython.cast(Tabletop, other).bottom
        self.width = cython.cast(Tabletop, other).width
        self.height = cython.cast(Tabletop, other).height
        self.living = cython.cast(Tabletop, other).living
        self.turn = cython.cast(Tabletop, other).turn
        self.phase = cython.cast(Tabletop, other).phase
        self.pending = cython.cast(Tabletop, other).pending
        self.idle = cython.cast(Tabletop, other).idle

    def c_hash(self) -> cython.ulonglong:
        i: cython.int
        h: cython.ulonglong = mix(mix(0, self.phase * 4096 + self.turn * 1024 + self.pending * 64 + self.idle), self.wilds)
        h = mix(h, (self.left + 7) * 16 + self.bottom + 7)
        for i in range(8):
            h = mix(h, self.colours[i])
        for i in range(6):
            h = mix(h, self.ranks[i])
        for i in range(self.seats):
            h = mix(mix(mix(h, self.chameleons[i]), self.wasps[i]), self.hands[i])
            h = mix(h, (self.points[i] + 1000000) * 2 + self.out[i])
        return h

    def key(self) -> Hashable:
        """The board with everything on it, wilds, hands, points, and where in the turn we are."""
        board = [self.left, self.bottom, *[self.colours[i] for i in range(8)], *[self.ranks[i] for i in range(6)]]
        seats = []
        for i in range(self.seats):
            seats.append((self.chameleons[i], self.wasps[i], self.hands[i], self.points[i], bool(self.out[i])))
        return (tuple(board), self.wilds, tuple(seats), self.turn, self.phase, self.pending, self.idle)
