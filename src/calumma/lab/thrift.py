"""Learned weights for a file of a given size: what is seldom read is told roughly, or not at all.

A file tells by how much each weight differs from its base and from the stage before (`core/tables.py`), and is small where most
of these numbers are the same few. So every weight may move to a number that is cheaper to tell, if that is worth what it spoils:
the square of how far it moves, as often as positions read it. What these positions have not read is worth a little as well:
others have, from which it was learnt before.
"""

from __future__ import annotations

from array import array
from math import exp
from typing import TYPE_CHECKING, TypeAlias

from calumma.core.tables import Tables, packed
from calumma.extras import need

need("research", "numpy", purpose="learning")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

LARGEST = 32767
WIDEST = 400  # numbers beyond cost as much as this one, which hardly matters: there are few
NEAR = range(-6, 7)  # how far a number may move at first sight
PARTS = (0.75, 0.5, 0.25, 0.0)  # of a number that may be left of it
ROUNDS = 3  # of finding the best numbers, and then what numbers cost
HALVINGS = 10  # of the range of prices, in which the right one is looked for
CHEAPEST, DEAREST = -12.0, 16.0  # logarithms: at such a price of a bit nearly everything is told, and hardly anything
UNREAD = 0.01  # of a reading: what a weight counts that these positions have not read


def sized(weights: array[int], seen: Sequence[int] | Numbers, tables: Tables, kilobytes: int) -> bytes:
    """Return a file of at most so many kilobytes, 1,000 bytes each, as near to the weights as that allows.

    `seen` tells how many positions have read each weight.
    """
    file = packed(weights, tables)
    if len(file) <= 1000 * kilobytes:
        return file
    thrift, best = Thrift(weights, np.asarray(seen), tables), packed(tables.basis(), tables)
    low, high = CHEAPEST, DEAREST
    for _ in range(HALVINGS):
        price = (low + high) / 2
        file = packed(thrift.at(exp(price)), tables)
        if len(file) <= 1000 * kilobytes:
            best, high = file, price
        else:
            low = price
    return best


class Thrift:
    """Weights whose numbers may be made cheaper to tell."""

    def __init__(self, weights: array[int], seen: Numbers, tables: Tables) -> None:
        self.base = np.array(tables.basis(), dtype=np.int64).reshape(tables.stages, -1)
        shared = np.array(tables.folded())
        chosen = np.flatnonzero(shared == np.arange(tables.entries))  # of entries that share a weight one is told
        self.place = np.searchsorted(chosen, shared)
        wanted = np.array(weights, dtype=np.int64).reshape(tables.stages, -1) - self.base
        self.wanted = wanted[:, chosen]
        counts: Floats = np.reshape(seen, (tables.stages, -1)) + UNREAD
        self.seen = np.array([np.bincount(self.place, row, len(chosen)) for row in counts])

    def at(self, price: float) -> array[int]:
        """Return weights, where a bit of the file is worth so much: squares of steps, as often as they are read."""
        bits = 1.0 + 2.0 * np.log2(2.0 + np.abs(np.arange(-WIDEST, WIDEST + 1)))
        for _ in range(ROUNDS):
            rows, numbers = self._told(price * bits)
            counts = np.bincount(numbers, minlength=len(bits)) + 0.1
            bits = -np.log2(counts / counts.sum())
        weights = self.base + rows[:, self.place]
        return array("h", np.clip(weights, -LARGEST, LARGEST).astype(np.int16).tobytes())

    def _told(self, costs: Floats) -> tuple[Numbers, Numbers]:
        """Return what becomes of the differences from the base, stage by stage, and which numbers tell it."""
        before = np.zeros(self.wanted.shape[1], dtype=np.int64)
        rows, numbers = [], []
        for wanted, seen in zip(self.wanted, self.seen, strict=True):
            told = cheapest(wanted - before, seen, costs)
            before = before + told
            rows.append(before)
            numbers.append(np.clip(told, -WIDEST, WIDEST) + WIDEST)
        return np.array(rows), np.concatenate(numbers)


def cheapest(wanted: Numbers, seen: Floats, costs: Floats) -> Numbers:
    """Return for every number that is wanted the one near it, or between it and nothing, which costs and spoils least."""
    best, least = wanted, np.full(len(wanted), np.inf)
    others = [wanted + step for step in NEAR] + [np.rint(wanted * part).astype(np.int64) for part in PARTS]
    for number in others:
        cost = seen * (number - wanted) ** 2 + costs[np.clip(number, -WIDEST, WIDEST) + WIDEST]
        best, least = np.where(cost < least, number, best), np.minimum(cost, least)
    return best
