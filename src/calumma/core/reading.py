# distutils: extra_compile_args = -O3
"""What tables say that a game declares as data (shapes.py): everything is read anew from the observation of a seat.

A game that follows its shapes square by square, as bradley does, is some times faster, and has more to write.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from calumma.core.given import check_position
from calumma.core.state import State
from calumma.core.tables import UNIT

if not cython.compiled:
    from math import exp

    from calumma.core.bits import wipe
    from calumma.core.protocol import MOST_SEATS, OVER, Shares
    from calumma.core.room import ints, schars, ushorts


def reader_for(game: Any) -> ShapeReader | None:
    """Return who reads the tables of a game, for one position; None if it declares none, or they have been left out."""
    sources = game.sources
    return None if sources is None or sources.tables.is_left_out() else ShapeReader(game)


class ShapeReader:
    """Reads what the shapes of a game are in a position; every position has its own, as it has room for one seat's view."""

    def __init__(self, game: Any) -> None:
        sources = game.sources
        self.game, self.tables, self.seats = game, sources.tables, game.seats
        self.size, self.own = game.observation.size, game.observation.own
        self.sources, self.counted, self.stages = sources.count, len(sources.counted), sources.each
        self.places, self.counts, self.lows = ints(sources.places), ints(sources.counts), ints(sources.lows)
        self.ends, self.firsts = ints(sources.ends), ints(sources.firsts)
        self.sides, self.side_of, self.mates = len(game.teams), ints(sources.side_of), ints(sources.mates)
        held, seen = array("b", bytes(len(sources.cells) + 1)), array("b", bytes(self.size + 1))
        marks = array("H", bytes(2 * (self.tables.count + 1)))
        self.kept: list[Any] = [sources, held, seen, marks]
        self.held, self.bytes, self.marks = schars(held), schars(seen), ushorts(marks)
        self.stage = 0

    def __reduce__(self) -> tuple[object, tuple[Any]]:
        return reader_for, (self.game,)

    def c_read(self, state: State, seat: cython.int) -> cython.void:
        """Look at a position with the eyes of a seat; of two things on a cell the first counts."""
        i: cython.int
        cell: cython.int
        place: cython.int = 2 * self.sources * seat
        filled: cython.int = 0
        wipe(self.bytes, 0, self.size)
        state.c_look(seat, self.bytes, self.own)
        wipe(self.held, 0, self.tables.cells)
        for i in range(self.tables.count):
            self.marks[i] = 0
        for i in range(self.sources):
            cell = self.places[place + 1]
            if self.bytes[self.places[place]] != 0 and not self.held[cell]:
                self.held[cell] = 1
                filled += 1
                self.tables.c_turn(self.marks, cell, 1 if i < self.tables.cells else 2)
            place += 2
        self.stage = self.firsts[seat]
        for i in range(self.stages - 1):
            self.stage += filled >= self.ends[i]

    def _count(self, seat: cython.int, number: cython.int) -> cython.int:
        """A count of the position that was read: how many seats on somebody acts, then those that were declared."""
        i: cython.int
        acting: cython.int = self.own + self.seats
        if number > 0:
            return self.bytes[self.counts[seat * self.counted + number - 1]] - self.lows[number - 1]
        for i in range(self.seats):
            if self.bytes[acting + i]:
                return i
        return self.seats

    def c_share(self, state: State, seat: cython.int) -> cython.double:
        """What part of the win the tables give to a seat's side."""
        i: cython.int
        total: cython.int
        self.c_read(state, seat)
        total = self.tables.c_sum(self.marks, 0, self.stage)
        for i in range(self.tables.scalars):
            total += self.tables.c_scalar(i, max(0, self._count(seat, i)), self.stage)
        return 1.0 / (1.0 + exp(-total / UNIT))

    def _speaker(self, state: State) -> cython.int:
        """For whom alone the tables speak here where there are two seats: who acts, or the first if nobody does."""
        return max(0, state.c_to_act())

    def c_tell(self, state: State, out: cython.p_double) -> cython.bint:
        """Write what every seat may expect, unless the match is over or nothing was learnt yet; return whether that was done."""
        seat: cython.int
        if not self.tables.is_ready:
            with cython.gil:
                self.tables.load()
        if self.tables.is_blank or state.c_to_act() == OVER:
            return False
        if self.seats == 2:
            seat = self._speaker(state)
            out[seat] = self.c_share(state, seat)
            out[1 - seat] = 1.0 - out[seat]
        else:
            self._share_out(state, out)
        return True

    def _share_out(self, state: State, out: cython.p_double) -> cython.void:
        """Ask for every seat, and share the win out by what was said; a side is worth what its seats say on average."""
        sides: Shares
        seat: cython.int
        total: cython.double = 0.0
        if not cython.compiled:
            sides = [0.0] * MOST_SEATS
        for seat in range(self.sides):
            sides[seat] = 0.0
        for seat in range(self.seats):
            sides[self.side_of[seat]] += self.c_share(state, seat) / self.mates[seat]
        for seat in range(self.sides):
            total += sides[seat]
        for seat in range(self.seats):
            out[seat] = sides[self.side_of[seat]] / total / self.mates[seat]

    def c_features(self, state: State, seat: cython.int, out: cython.p_int) -> cython.int:
        """Write which entries of the tables speak for a seat; return how many."""
        i: cython.int
        n: cython.int
        if state.c_to_act() == OVER or (self.seats == 2 and seat != self._speaker(state)):
            return 0
        self.c_read(state, seat)
        n = self.tables.c_entries(self.marks, 0, self.stage, out)
        for i in range(self.tables.scalars):
            out[n + i] = self.tables.c_scalar_entry(i, max(0, self._count(seat, i)), self.stage)
        return n + self.tables.scalars

    def told(self, state: State) -> list[float] | None:
        """Return what `c_tell` writes, or None where it does not."""
        out: Shares
        if not cython.compiled:
            out = [0.0] * MOST_SEATS
        check_position(state, self.game, "read")
        return [out[i] for i in range(self.seats)] if self.c_tell(state, out) else None
