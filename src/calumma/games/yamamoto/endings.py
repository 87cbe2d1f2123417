"""Endgame tables of Yamamoto's Chameleon: the exact value of every position with few pieces, by retrograde analysis.

Each side is described as it sees the board itself, moving up from rank 1, so a ply swaps the two sides and turns nothing.
A side's material is `3 * white pieces + black pieces`; a class is the material of the mover and of the other side. The table of
a class has a row for every placing of the mover, reduced by reflection in the middle file, and a column for every placing of
the other side. An entry is one byte:

| byte | meaning for the side to move |
| --- | --- |
| 0, 2, 4 .. | lost, so many plies before the end |
| 1, 3, 5 .. | won, so many plies before the end |
| DRAW | nobody can force a win |
| UNKNOWN | not yet known, while a table is being made |
| ILLEGAL | no such position |

Repetitions and quiet plies (R8) are left out: endless play is a draw.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import cython

from calumma.games.yamamoto import board, placings
from calumma.games.yamamoto.board import DARK
from calumma.games.yamamoto.placings import MIRRORED, SYMMETRIC, Class, class_name, material_of, material_size, numbered

if not cython.compiled:
    from calumma.core.bits import lowest, popcount
    from calumma.core.room import ints, uchars, uints

    uint: TypeAlias = cython.uint  # only ever an annotation here

REVERSED = placings.REVERSED
LOW_RANKS = placings.LOW_RANKS
HIGH_RANKS = placings.HIGH_RANKS
BLACK_BOARDS = placings.BLACK_BOARDS
KING = board.KING
KNIGHT = board.KNIGHT
BLOCKERS = board.BLOCKERS
FACTOR = board.FACTOR
SLIDES = board.SLIDES
HOME = board.HOME
DOTS = board.DOTS
LOST_NOW = 0
HIGHEST = 250
DRAW = 253
UNKNOWN = 254
ILLEGAL = 255

MASK_32 = 0xFFFFFFFF
LOW_BITS = 0x1FFF
BLOCK = 64  # columns that are worked on together, so that the rows they lead to stay in the cache
DRAWN, MISSING = 253, 255


def slides(square: cython.int, occupied: uint) -> uint:
    """The squares that a bishop reaches."""
    return SLIDES[square * 16 + ((((occupied & BLOCKERS[square]) * FACTOR[square]) & MASK_32) >> 28)]


def reach(square: cython.int, black: uint, occupied: uint) -> uint:
    """The squares that a piece reaches; `black` is 1 if that is its nature (R1, R2)."""
    if ((DARK >> square) & 1) == black:
        return KING[square] | slides(square, occupied)
    return KING[square] | KNIGHT[square]


def origins(square: cython.int, black: uint, occupied: uint) -> uint:
    """The squares from which a piece reaches this one.

    A slide keeps the colour of the square and begins on the piece's own; a leap changes it and begins on the other: so both
    end on the piece's own colour.
    """
    if ((DARK >> square) & 1) == black:
        return KING[square] | slides(square, occupied) | KNIGHT[square]
    return KING[square]


def turned(board: uint) -> uint:
    """A board after half a turn."""
    return (REVERSED[board & LOW_BITS] << 12) | (REVERSED[board >> 13] >> 1)


def shifted(board: uint, origin: cython.int, target: cython.int) -> uint:
    """A board after the piece that it has on the origin, if it has one there, went to the target."""
    start: uint = cython.cast(uint, 1) << origin
    return board ^ (start | (cython.cast(uint, 1) << target)) if board & start else board


def spared(board: uint, target: cython.int) -> uint:
    """What a capture on the target leaves of the other side's board, which that side sees after half a turn."""
    return board & ~(cython.cast(uint, 1) << (24 - target))


def rank_of(board: uint) -> cython.int:
    """The number of a board of at most three pieces among those with as many."""
    low: uint = board & LOW_BITS
    return LOW_RANKS[low] + HIGH_RANKS[popcount(low) * 4096 + (board >> 13)]


class Endings:
    """The tables of a goal for all positions up to a number of pieces."""

    def __init__(self, goal: str, pieces: int) -> None:
        self.goal = goal
        self.pieces = pieces
        self.aim = DOTS[1] if goal == "dots" else HOME[1]
        tables: dict[Class, Any] = {}
        numbers: list[Any] = []
        self.buffers = tables
        self.kept = numbers
        if not cython.compiled:
            empty: list[Any] = [None] * 144
            self.tables = empty
            self.rows_of, self.columns_of, self.mirrors = empty[:12], empty[:12], empty[:12]
            self.row_white, self.row_black = empty[:12], empty[:12]
            self.column_white, self.column_black = empty[:12], empty[:12]
            self.rows, self.columns = [0] * 12, [0] * 12
        for material in range(1, 12):
            if material_size(material) < pieces:
                self._number(material)

    def _number(self, material: cython.int) -> None:
        """Keep the numbers of the placings of one side."""
        numbers = numbered(material, self.aim)
        boards = list(numbers.boards())
        self.kept += [numbers, boards]
        self.rows[material], self.columns[material] = len(numbers.rows), len(numbers.columns)
        self.rows_of[material], self.columns_of[material] = ints(numbers.rows_of), ints(numbers.columns_of)
        self.mirrors[material] = ints(numbers.mirrors)
        self.row_white[material], self.row_black[material] = uints(boards[0]), uints(boards[1])
        self.column_white[material], self.column_black[material] = uints(boards[2]), uints(boards[3])

    def size(self, mover: int, other: int) -> int:
        """Return the number of entries of a class."""
        return self.rows[mover] * self.columns[other]

    def attach(self, mover: cython.int, other: cython.int, buffer: Any) -> None:
        """Use a writable buffer as the table of a class."""
        if len(buffer) != self.size(mover, other):
            raise ValueError(f"the table {class_name(mover, other)} has {len(buffer)} bytes: expected {self.size(mover, other)}")
        self.buffers[mover, other] = buffer
        self.tables[mover * 12 + other] = uchars(buffer)

    def table(self, mover: int, other: int) -> Any:
        """Return the buffer of a class."""
        return self.buffers[mover, other]

    def has(self, mover: int, other: int) -> bool:
        """Return whether the table of a class is there."""
        return (mover, other) in self.buffers

    # Looking up

    def value(self, white: int, black: int, other_white: int, other_black: int) -> int:
        """Return the byte of a position, each side as it sees the board itself; MISSING if it is in no table."""
        mover, other = material_of(white, black), material_of(other_white, other_black)
        if not self.has(mover, other) or white & black or other_white & other_black:
            return ILLEGAL
        if (white | black) & turned(other_white | other_black) or (white | black) & self.aim:
            return ILLEGAL
        if popcount((other_white | other_black) & self.aim) > 1:
            return ILLEGAL
        return self.c_value(white, black, other_white, other_black)

    def c_raw(self, white: uint, black: uint) -> cython.int:
        """The number of a placing."""
        return rank_of(white) * BLACK_BOARDS[popcount(black)] + rank_of(black)

    def c_value(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """The byte of a position that is in a table."""
        mover: cython.int = popcount(white) * 3 + popcount(black)
        other: cython.int = popcount(other_white) * 3 + popcount(other_black)
        return self.tables[mover * 12 + other][self.c_entry(mover, other, white, black, other_white, other_black)]

    def c_entry(
        self, mover: cython.int, other: cython.int, white: uint, black: uint, other_white: uint, other_black: uint
    ) -> cython.longlong:
        """The place of a position in the table of its class."""
        row: cython.longlong = self.rows_of[mover][self.c_raw(white, black)]
        number: cython.int = self.c_raw(other_white, other_black)
        twin: cython.int
        if row & 3:
            twin = self.mirrors[other][number]
            if row & MIRRORED or twin < number:
                number = twin
        return (row >> 2) * self.columns[other] + self.columns_of[other][number]

    def c_after(
        self, white: uint, black: uint, other_white: uint, other_black: uint, origin: cython.int, target: cython.int
    ) -> cython.int:
        """The byte of the position after a move, for the side that moves then."""
        other_white = spared(other_white, target)
        other_black = spared(other_black, target)
        if (other_white | other_black) == 0:  # R4
            return LOST_NOW
        return self.c_value(other_white, other_black, shifted(white, origin, target), shifted(black, origin, target))

    # Making the tables of a class and of its swap

    def prepare(self, mover: cython.int, other: cython.int) -> None:
        """Fill in what follows from smaller tables and from entered pieces; the rest is UNKNOWN."""
        with cython.nogil:
            self.c_prepare(mover, other, True)
            if other != mover:
                self.c_prepare(other, mover, True)
            self.c_prepare(mover, other, False)
            if other != mover:
                self.c_prepare(other, mover, False)

    def step(self, mover: cython.int, other: cython.int, plies: cython.int) -> int:
        """Find the positions lost in an even number of plies, and those won in one more; return how many were lost."""
        found: cython.longlong
        if plies > HIGHEST:
            raise OverflowError(f"a win takes more than {HIGHEST} plies: expected a distance that fits into a byte")
        with cython.nogil:
            found = self.c_find_losses(mover, other, plies)
            if other != mover:
                found += self.c_find_losses(other, mover, plies)
            self.c_find_wins(mover, other, plies)
            if other != mover:
                self.c_find_wins(other, mover, plies)
        return found

    def finish(self, mover: int, other: int) -> None:
        """What is still unknown is a draw."""
        for key in {(mover, other), (other, mover)}:
            table = self.buffers[key]
            done = bytes(table).replace(bytes([UNKNOWN]), bytes([DRAW]))
            table[:] = done

    def counts(self, mover: cython.int, other: cython.int) -> list[int]:
        """Return how often each byte occurs in the table of a class."""
        numbers: cython.longlong[256]
        if not cython.compiled:
            numbers = [0] * 256
        with cython.nogil:
            self.c_count(mover, other, numbers)
        return [numbers[i] for i in range(256)]

    def c_count(self, mover: cython.int, other: cython.int, counts: cython.p_longlong) -> cython.void:
        """Count the bytes of a table."""
        i: cython.longlong
        table: cython.p_uchar = self.tables[mover * 12 + other]
        for i in range(256):
            counts[i] = 0
        for i in range(self.rows[mover] * self.columns[other]):
            counts[table[i]] += 1

    # Checking

    def wrong(self, mover: cython.int, other: cython.int, step: cython.longlong = 1) -> int:
        """Return how many entries of a finished table, of every `step`-th, do not follow from those of their successors."""
        entry: cython.longlong = 0
        size: cython.longlong = self.rows[mover] * self.columns[other]
        found: cython.longlong = 0
        with cython.nogil:
            while entry < size:
                if not self.c_follows(mover, other, entry // self.columns[other], entry % self.columns[other]):
                    found += 1
                entry += step
        return found

    def c_follows(self, mover: cython.int, other: cython.int, row: cython.longlong, column: cython.longlong) -> cython.bint:
        """Whether an entry is what its successors say."""
        white: uint = self.row_white[mover][row]
        black: uint = self.row_black[mover][row]
        other_white: uint = self.column_white[other][column]
        other_black: uint = self.column_black[other][column]
        entered: uint = (other_white | other_black) & self.aim
        value: cython.int = self.tables[mover * 12 + other][row * self.columns[other] + column]
        if (white | black) & turned(other_white | other_black) or self.c_is_twin(mover, row, other, column):
            return value == ILLEGAL
        if entered:
            return value == self.c_forced(white, black, other_white, other_black, 24 - lowest(entered))
        return value == self.c_free(white, black, other_white, other_black)

    def c_free(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """The byte of a position without an entered piece, from its successors."""
        enemies: uint = turned(other_white | other_black)
        pieces: uint = white | black
        targets: uint
        origin: cython.int
        value: cython.int
        win: cython.int = ILLEGAL
        loss: cython.int = LOST_NOW
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (black >> origin) & 1, white | black | enemies) & ~(white | black)
            while targets:
                value = self.c_after(white, black, other_white, other_black, origin, lowest(targets))
                targets &= targets - 1
                if value & 1 == 0:
                    win = min(win, value + 1)
                else:
                    loss = max(loss, value + 1 if value != DRAW else DRAW)
        return win if win != ILLEGAL else loss

    def c_is_twin(self, mover: cython.int, row: cython.longlong, other: cython.int, column: cython.longlong) -> cython.bint:
        """Whether an entry is never asked for: the mover's placing is symmetric, and the reflection comes first."""
        number: cython.int = self.c_raw(self.row_white[mover][row], self.row_black[mover][row])
        if self.rows_of[mover][number] & SYMMETRIC == 0:
            return False
        number = self.c_raw(self.column_white[other][column], self.column_black[other][column])
        return self.mirrors[other][number] < number

    def c_prepare(self, mover: cython.int, other: cython.int, forced: cython.bint) -> cython.void:
        """Fill the entries with an entered piece (`forced`) or those without."""
        row: cython.longlong
        column: cython.longlong
        white: uint
        black: uint
        other_white: uint
        other_black: uint
        entered: uint
        value: cython.int
        table: cython.p_uchar = self.tables[mover * 12 + other]
        for row in range(self.rows[mover]):
            white = self.row_white[mover][row]
            black = self.row_black[mover][row]
            for column in range(self.columns[other]):
                other_white = self.column_white[other][column]
                other_black = self.column_black[other][column]
                entered = (other_white | other_black) & self.aim
                if (entered != 0) != forced:
                    continue
                if (white | black) & turned(other_white | other_black) or self.c_is_twin(mover, row, other, column):
                    value = ILLEGAL
                elif forced:
                    value = self.c_forced(white, black, other_white, other_black, 24 - lowest(entered))
                else:
                    value = self.c_sharp(white, black, other_white, other_black)
                table[row * self.columns[other] + column] = value

    def c_forced(self, white: uint, black: uint, other_white: uint, other_black: uint, invader: cython.int) -> cython.int:
        """The byte of a position whose mover must capture the piece that entered (R6, R7)."""
        occupied: uint = white | black | turned(other_white | other_black)
        captors: uint
        value: cython.int
        win: cython.int = ILLEGAL
        loss: cython.int = LOST_NOW
        can_draw: cython.bint = False
        if popcount(other_white | other_black) == 1:
            return LOST_NOW
        captors = (origins(invader, 0, occupied) & white) | (origins(invader, 1, occupied) & black)
        while captors:
            value = self.c_after(white, black, other_white, other_black, lowest(captors), invader)
            captors &= captors - 1
            if value == DRAW:
                can_draw = True
            elif value & 1 == 0:
                win = min(win, value + 1)
            else:
                loss = max(loss, value + 1)
        return win if win != ILLEGAL else DRAW if can_draw else loss

    def c_sharp(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """The quickest win by a capture or an entry, otherwise UNKNOWN."""
        enemies: uint = turned(other_white | other_black)
        pieces: uint = white | black
        targets: uint
        origin: cython.int
        value: cython.int
        win: cython.int = UNKNOWN
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (black >> origin) & 1, white | black | enemies) & ~(white | black) & (enemies | self.aim)
            while targets:
                value = self.c_after(white, black, other_white, other_black, origin, lowest(targets))
                targets &= targets - 1
                if value & 1 == 0 and value < UNKNOWN and value + 1 < win:
                    win = value + 1
        return win

    def c_find_losses(self, mover: cython.int, other: cython.int, plies: cython.int) -> cython.longlong:
        """Mark the unknown positions from which every move leads to a win of the other side in fewer plies."""
        first: cython.longlong = 0
        last: cython.longlong
        row: cython.longlong
        column: cython.longlong
        found: cython.longlong = 0
        table: cython.p_uchar = self.tables[mover * 12 + other]
        while first < self.columns[other]:
            last = min(first + BLOCK, self.columns[other])
            for row in range(self.rows[mover]):
                for column in range(row * self.columns[other] + first, row * self.columns[other] + last):
                    if table[column] == UNKNOWN and self.c_lost(
                        self.row_white[mover][row],
                        self.row_black[mover][row],
                        self.column_white[other][column - row * self.columns[other]],
                        self.column_black[other][column - row * self.columns[other]],
                        plies,
                    ):
                        table[column] = plies
                        found += 1
            first = last
        return found

    def c_lost(self, white: uint, black: uint, other_white: uint, other_black: uint, plies: cython.int) -> cython.bint:
        """Whether every move leads to a win of the other side in fewer plies."""
        enemies: uint = turned(other_white | other_black)
        pieces: uint = white | black
        targets: uint
        origin: cython.int
        value: cython.int
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (black >> origin) & 1, white | black | enemies) & ~(white | black)
            while targets:
                value = self.c_after(white, black, other_white, other_black, origin, lowest(targets))
                targets &= targets - 1
                if value & 1 == 0 or value >= plies:
                    return False
        return True

    def c_find_wins(self, mover: cython.int, other: cython.int, plies: cython.int) -> cython.void:
        """Go back one move from every position lost in `plies`."""
        row: cython.longlong
        column: cython.longlong
        table: cython.p_uchar = self.tables[mover * 12 + other]
        for row in range(self.rows[mover]):
            for column in range(self.columns[other]):
                if table[row * self.columns[other] + column] == plies:
                    self.c_take_back(
                        self.row_white[mover][row],
                        self.row_black[mover][row],
                        self.column_white[other][column],
                        self.column_black[other][column],
                        plies + 1,
                    )

    def c_take_back(self, white: uint, black: uint, other_white: uint, other_black: uint, plies: cython.int) -> cython.void:
        """The other side, having just moved without a capture, wins in `plies` from wherever it can have come."""
        own: uint = other_white | other_black
        occupied: uint = own | turned(white | black)
        pieces: uint = own & self.aim
        starts: uint
        origin: cython.int
        target: cython.int
        if pieces == 0:  # otherwise it was the entered piece that moved
            pieces = own
        while pieces:
            target = lowest(pieces)
            pieces &= pieces - 1
            starts = origins(target, (other_black >> target) & 1, occupied) & ~(occupied | self.aim)
            while starts:
                origin = lowest(starts)
                starts &= starts - 1
                self.c_raise(shifted(other_white, target, origin), shifted(other_black, target, origin), white, black, plies)

    def c_raise(self, white: uint, black: uint, other_white: uint, other_black: uint, plies: cython.int) -> cython.void:
        """Note that a position is won in `plies`, unless a quicker win is known."""
        mover: cython.int = popcount(white) * 3 + popcount(black)
        other: cython.int = popcount(other_white) * 3 + popcount(other_black)
        entry: cython.longlong = self.c_entry(mover, other, white, black, other_white, other_black)
        if self.tables[mover * 12 + other][entry] > plies:
            self.tables[mover * 12 + other][entry] = plies
