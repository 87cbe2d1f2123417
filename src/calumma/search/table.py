"""A transposition table of fixed size: what a search found out about positions it may meet again.

Entries lie in pairs: the first keeps what took the deeper search, the second what came last. Every search begins a new era and
overwrites what older ones left. Whether it may read that as well is for the search to say: wins and losses of an older era may
rest on a match history that has changed since.

Several searches may share the entries, each by a table of its own, and write without asking the others: the key of an entry is
kept mixed with what it holds, so that one which two of them wrote at once is found by nobody.
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
MASK_32 = 0xFFFFFFFF
ERAS = 1 << 18  # a note is ((era << 10) + depth << 2) + bound, in 31 bits


class TranspositionTable:
    """Pairs of entries, found by a position's hash. One made from another shares its entries."""

    def __init__(self, megabytes: float = 16.0, other: TranspositionTable | None = None) -> None:
        if not 0.0 <= megabytes <= MOST_MEGABYTES:
            raise ValueError(f"cannot make a table of {shown(megabytes)} megabytes: expected 0 to {MOST_MEGABYTES}")
        self.kept: list[Any] = []
        self.move = self.score = self.note = 0
        self.era = self.oldest = 0
        if other is None:
            self._make(megabytes)
        else:
            self._share(other)

    def _make(self, megabytes: float) -> None:
        entries = 2
        while entries * 2 * BYTES_PER_ENTRY <= megabytes * 1_000_000:
            entries *= 2
        self.keys = ulonglongs(room("Q", entries, self.kept))
        self.moves = ints(room("i", entries, self.kept))
        self.scores = ints(room("i", entries, self.kept))
        self.notes = ints(room("i", entries, self.kept))
        self.mask = entries - 2

    def _share(self, other: TranspositionTable) -> None:
        self.kept = other.kept
        self.keys, self.mask = other.keys, other.mask
        self.moves, self.scores, self.notes = other.moves, other.scores, other.notes

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

    def follow(self, other: TranspositionTable) -> None:
        """Take over the era of a table that shares the entries."""
        self.era, self.oldest = other.era, other.oldest

    def c_find(self, key: cython.ulonglong) -> cython.bint:
        """Whether a position has an entry; puts what it holds into `move`, `score` and `note`."""
        i: cython.int = key & self.mask
        return self.c_read(i, key) or self.c_read(i + 1, key)

    def c_read(self, i: cython.int, key: cython.ulonglong) -> cython.bint:
        """Whether an entry is of a position; puts what it holds into `move`, `score` and `note`."""
        move: cython.int = self.moves[i]
        score: cython.int = self.scores[i]
        note: cython.int = self.notes[i]
        if self.keys[i] ^ mixed(move, score, note) != key or note >> 12 < self.oldest:
            return False
        self.move = move
        self.score = score
        self.note = note
        return True

    def c_store(
        self, key: cython.ulonglong, move: cython.int, score: cython.int, depth: cython.int, bound: cython.int
    ) -> cython.void:
        """Note what a search of some depth found: the score, or a bound of it, and the best action."""
        i: cython.int = key & self.mask
        note: cython.int = (((self.era << 10) + depth) << 2) + bound
        if self.notes[i] >> 2 > note >> 2 and self.keys[i] ^ mixed(self.moves[i], self.scores[i], self.notes[i]) != key:
            i += 1
        self.keys[i] = key ^ mixed(move, score, note)
        self.moves[i] = move
        self.scores[i] = score
        self.notes[i] = note


def mixed(move: cython.longlong, score: cython.longlong, note: cython.longlong) -> cython.ulonglong:
    """What an entry holds, as one number."""
    return ((score & MASK_32) << 32) ^ (note & MASK_32) ^ ((move & MASK_32) << 20)
