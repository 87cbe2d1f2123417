"""A transposition table of fixed size: what a search found out about positions it may meet again.

Entries lie in pairs: the first keeps what took the deeper search, the second what came last. Every search begins a new era and
overwrites what older ones left. Whether it may read that as well is for the search to say: wins and losses of an older era may
rest on a match history that has changed since.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.given import shown
from calumma.core.room import room

if not cython.compiled:
    from calumma.core.room import ints, ulonglongs

BYTES_PER_ENTRY = 20
MOST_MEGABYTES = 16_384  # an index of an entry is an int
ERAS = 1 << 18  # a note is ((era << 10) + depth << 2) + bound, in 31 bits


class TranspositionTable:
    """Pairs of entries, found by a position's hash."""

    def __init__(self, megabytes: float = 16.0) -> None:
        if not 0.0 <= megabytes <= MOST_MEGABYTES:
            raise ValueError(f"cannot make a table of {shown(megabytes)} megabytes: expected 0 to {MOST_MEGABYTES}")
        entries = 2
        while entries * 2 * BYTES_PER_ENTRY <= megabytes * 1_000_000:
            entries *= 2
        self.kept: list[Any] = []
        self.keys = ulonglongs(room("Q", entries, self.kept))
        self.moves = ints(room("i", entries, self.kept))
        self.scores = ints(room("i", entries, self.kept))
        self.notes = ints(room("i", entries, self.kept))
        self.mask = entries - 2
        self.era = self.oldest = 0

    @property
    def memory(self) -> int:
        """Bytes that the entries take."""
        return int(self.mask + 2) * BYTES_PER_ENTRY

    def begin(self, remembers: bool = False) -> None:
        """Begin a new era: nothing is known any more, unless what is known shall be remembered."""
        self.era += 1
        if self.era == ERAS:
            self.era = self.oldest = 1
            for i in range(self.mask + 2):
                self.notes[i] = 0
        if not remembers:
            self.oldest = self.era

    def c_find(self, key: cython.ulonglong) -> cython.int:
        """The index of a position's entry, or -1."""
        i: cython.int = key & self.mask
        if self.keys[i] == key and self.notes[i] >> 12 >= self.oldest:
            return i
        if self.keys[i + 1] == key and self.notes[i + 1] >> 12 >= self.oldest:
            return i + 1
        return -1

    def c_store(
        self, key: cython.ulonglong, move: cython.int, score: cython.int, depth: cython.int, bound: cython.int
    ) -> cython.void:
        """Note what a search of some depth found: the score, or a bound of it, and the best action."""
        i: cython.int = key & self.mask
        note: cython.int = (((self.era << 10) + depth) << 2) + bound
        if self.keys[i] != key and self.notes[i] >> 2 > note >> 2:
            i += 1
        self.keys[i] = key
        self.moves[i] = move
        self.scores[i] = score
        self.notes[i] = note
