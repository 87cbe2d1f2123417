"""Fitting of learned tables to positions: logistic regression by gradient descent, with NumPy.

A fit begins with weights that are there already and finds what is to be added to them: first the same for all stages, then for
each stage something of its own. Both are drawn back to nothing, so that an entry that a stage has hardly seen changes as it does
elsewhere, and one that was hardly seen at all says what it said before. A step divides by how often an entry was seen: rare
shapes are learnt as fast as common ones, up to the part that regularises.

What a position should have been worth is handed back from the end of its match: every ply takes a part of it from what was
expected of the next position. Where that is what the tables say, they are asked again after every round.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from calumma.core.tables import UNIT, Tables
from calumma.extras import need

need("research", "numpy", purpose="learning")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int32]

MOMENTUM = 0.9
HELD_OUT = 10  # every tenth match is
LARGEST = 32767
ROWS = 1 << 16  # looked at together: of millions, numbers as wide as a processor takes them would fill the memory


class Trail:
    """Which positions rows tell of, match after match, what was expected of them, and how the matches ended."""

    def __init__(self, sides: int, blend: float) -> None:
        self.sides = sides
        self.blend = blend  # the part that every ply takes from what is expected of the next position
        self.ends: list[Sequence[float]] = []  # of every match: what each side should have been given
        self.lengths: list[int] = []  # and how many positions there are
        self.known: dict[int, Sequence[float]] = {}  # what sides should have been given in positions whose result is known
        self.places, self.owners = array("i"), array("i")  # of every row: which position, and for which side it speaks
        self.values = array("d")  # what a search expected, or that it was not asked; none at all: what tables say is expected
        self.count = 0  # positions so far

    def add(self, owners: Sequence[int], values: Sequence[float]) -> None:
        """Note a position with rows for sides, and what a search expected for each, if that counts."""
        self.places.extend([self.count] * len(owners))
        self.owners.extend(owners)
        self.values.extend(values)
        self.count += 1

    def end(self, shares: Sequence[float], length: int, known: Sequence[Sequence[float]] = ()) -> None:
        """Note that the match of the last positions is over, and what every side should have been given.

        `known` tells the same of the last of its positions, where that does not hang on what came later.
        """
        self.ends.append(shares)
        self.lengths.append(length)
        self.known.update(enumerate(known, self.count - len(known)))

    def targets(self, guesses: Floats) -> Floats:
        """Return what every row should say, where the tables say these guesses."""
        places, owners = np.array(self.places), np.array(self.owners)
        shares = np.full((self.count, self.sides), np.nan)
        shares[places, owners] = np.array(self.values) if len(self.values) else guesses
        return self._due(self._completed(shares))[places, owners]

    @property
    def held(self) -> NDArray[np.bool_]:
        """Whether rows are of a match that nothing is learnt from."""
        matches: NDArray[np.int64] = np.repeat(np.arange(len(self.lengths)), self.lengths)
        return np.asarray(matches[np.array(self.places, dtype=np.int64)] % HELD_OUT == HELD_OUT - 1)

    def _completed(self, shares: Floats) -> Floats:
        """Return shares that make 1 in every position: of two sides one gets what the other does not."""
        if self.sides == 2:
            shares = np.where(np.isnan(shares), 1.0 - shares[:, ::-1], shares)
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def _due(self, values: Floats) -> Floats:
        """Return what every side of every position should have been given, from the ends backwards in all matches at once."""
        lengths = np.array(self.lengths)
        lasts = np.cumsum(lengths) - 1
        due, known = np.empty_like(values), np.full_like(values, np.nan)
        for place, shares in self.known.items():
            known[place] = shares
        due[lasts] = np.array(self.ends)
        for back in range(int(lengths.max())):
            here = lasts[lengths > back] - back
            if back:
                later, expected = due[here + 1], values[here + 1]
                due[here] = later + self.blend * np.where(np.isnan(expected), 0.0, expected - later)
            due[here] = np.where(np.isnan(known[here]), due[here], known[here])
        return due


@dataclass(frozen=True)
class Samples:
    """Positions as rows of entries of the tables, and what each should have been worth to its side."""

    entries: Numbers
    trail: Trail

    @classmethod
    def of(cls, rows: array[int], trail: Trail) -> Samples:
        """Return the samples of rows that are all equally long, one after the other."""
        return cls(np.frombuffer(rows, dtype=np.int32).reshape(len(trail.places), -1), trail)

    def seen(self, size: int) -> NDArray[np.int64]:
        """Return how often each of so many entries was read."""
        found: NDArray[np.int64] = np.zeros(size, dtype=np.int64)
        for part in slices(np.arange(len(self.entries))):
            found += np.bincount(self.entries[part].ravel(), minlength=size)
        return found


@dataclass(frozen=True)
class Recipe:
    """How a fit goes about it."""

    epochs: int = 6
    batches: int = 6  # of an epoch
    prior: float = 60.0  # how many quarters of positions must have shown an entry for half of what they say to be believed
    bond: float = 100.0  # the same for what one stage says differently from all together
    rate: float = 1.0


@dataclass(frozen=True)
class Fitted:
    """Weights, how often each was read, and the mean surprise on the positions they learnt from and on those held out."""

    weights: array[int]
    seen: NDArray[np.int64]
    losses: list[tuple[float, float]]


def fit(tables: Tables, samples: Samples, recipe: Recipe, told: Callable[[str], None] = print) -> Fitted:
    """Return weights for tables that foretell the targets better than those in use, from which they set out."""
    shared = np.array(tables.folded(), dtype=np.int32)
    stages = np.arange(tables.stages, dtype=np.int32)[:, None] * np.int32(tables.entries)
    weights = np.array(tables.present(), dtype=np.float64) / UNIT
    descent = Descent(samples, weights, recipe, told)
    common = descent.run("all stages", np.tile(shared, tables.stages), recipe.prior)
    own = descent.run("each stage", (stages + shared).ravel(), recipe.bond)
    units = np.clip(np.rint((weights + common + own) * UNIT), -LARGEST, LARGEST).astype(np.int16)
    return Fitted(array("h", units.tobytes()), samples.seen(tables.size), descent.losses)


class Descent:
    """Gradient descent with momentum on the positions that are not held out.

    There are millions of rows of a hundred entries. They are read a slice at a time, and nothing else is as long.
    """

    def __init__(self, samples: Samples, weights: Floats, recipe: Recipe, told: Callable[[str], None]) -> None:
        self.entries, self.trail, self.recipe, self.told = samples.entries, samples.trail, recipe, told
        self.size = len(weights)
        self.odds = self._sums(weights)  # what the tables say so far of every row
        self.held, self.taken = np.flatnonzero(self.trail.held), np.flatnonzero(~self.trail.held)
        self.targets = self.trail.targets(logistic(self.odds))
        self.losses: list[tuple[float, float]] = []
        self.luck = np.random.default_rng(0)

    def run(self, name: str, places: Numbers, pull: float) -> Floats:
        """Return what is to be added to every weight: the same for those of one place. Rare ones are drawn back to nothing."""
        count = int(places.max()) + 1
        added, speed, before = np.zeros(count), np.zeros(count), self.odds
        seen = np.bincount(places, self._spread(self.taken, np.ones(len(self.odds))), count)
        scale = self.recipe.rate / self.entries.shape[1] / (0.25 * seen + pull)
        for epoch in range(self.recipe.epochs):
            for part in np.array_split(self.luck.permutation(self.taken), self.recipe.batches):
                slope = np.bincount(places, self._slope(before, added[places], part), count)
                slope *= len(self.taken) / max(1, len(part))
                speed = MOMENTUM * speed - scale * (slope + pull * added)
                added += speed
            self.odds = before + self._sums(added[places])
            self.losses.append((self._loss(self.taken), self._loss(self.held)))
            self.targets = self.trail.targets(logistic(self.odds))
            self.told(f"{name}, epoch {epoch + 1}: surprise {self.losses[-1][0]:.4f}, held out {self.losses[-1][1]:.4f}")
        return np.asarray(added[places])

    def _sums(self, weights: Floats) -> Floats:
        """Return for every row what its entries weigh together."""
        found = np.empty(len(self.entries))
        for first in range(0, len(found), ROWS):
            found[first : first + ROWS] = weights[self.entries[first : first + ROWS]].sum(axis=1)
        return found

    def _spread(self, part: NDArray[np.int64], worth: Floats) -> Floats:
        """Return for every weight what the rows in which it counts are worth together."""
        found = np.zeros(self.size)
        for some in slices(part):
            found += np.bincount(self.entries[some].ravel(), np.repeat(worth[some], self.entries.shape[1]), self.size)
        return found

    def _slope(self, before: Floats, added: Floats, part: NDArray[np.int64]) -> Floats:
        """Return how the surprise changes with every weight."""
        errors = np.zeros(len(before))
        for some in slices(part):
            errors[some] = logistic(before[some] + added[self.entries[some]].sum(axis=1)) - self.targets[some]
        return self._spread(part, errors)

    def _loss(self, part: NDArray[np.int64]) -> float:
        if not len(part):
            return 0.0
        guess = np.clip(logistic(self.odds[part]), 0.001, 0.999)
        target = self.targets[part]
        return float(-np.mean(target * np.log(guess) + (1.0 - target) * np.log(1.0 - guess)))


def slices(part: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return rows in parts that are small enough to be looked at together."""
    return [part[first : first + ROWS] for first in range(0, len(part), ROWS)]


def logistic(values: Floats) -> Floats:
    """Return the shares that logarithms of odds stand for."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0))))
