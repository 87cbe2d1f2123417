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


class Trail:
    """Which positions rows tell of, match after match, what was expected of them, and how the matches ended."""

    def __init__(self, sides: int, blend: float) -> None:
        self.sides = sides
        self.blend = blend  # the part that every ply takes from what is expected of the next position
        self.ends: list[Sequence[float]] = []  # of every match: what each side should have been given
        self.lengths: list[int] = []  # and how many positions there are
        self.places, self.owners = array("i"), array("i")  # of every row: which position, and for which side it speaks
        self.values = array("d")  # what a search expected, or that it was not asked; none at all: what tables say is expected
        self.count = 0  # positions so far

    def add(self, owners: Sequence[int], values: Sequence[float]) -> None:
        """Note a position with rows for sides, and what a search expected for each, if that counts."""
        self.places.extend([self.count] * len(owners))
        self.owners.extend(owners)
        self.values.extend(values)
        self.count += 1

    def end(self, shares: Sequence[float], length: int) -> None:
        """Note that the match of the last positions is over, and what every side should have been given."""
        self.ends.append(shares)
        self.lengths.append(length)

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
        due = np.empty_like(values)
        due[lasts] = np.array(self.ends)
        for back in range(1, int(lengths.max())):
            here = lasts[lengths > back] - back
            later, expected = due[here + 1], values[here + 1]
            due[here] = later + self.blend * np.where(np.isnan(expected), 0.0, expected - later)
        return due


@dataclass(frozen=True)
class Samples:
    """Positions as rows of entries of the tables, and what each should have been worth to its side."""

    entries: Numbers
    trail: Trail

    @classmethod
    def of(cls, rows: Sequence[array[int]], trail: Trail) -> Samples:
        """Return the samples of rows that are all as long as the first."""
        joined = array("i")
        for row in rows:
            joined.extend(row)
        return cls(np.frombuffer(joined, dtype=np.int32).reshape(len(rows), -1), trail)


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
    """Weights, and the mean surprise of what they say on the positions they learnt from and on those held out."""

    weights: array[int]
    losses: list[tuple[float, float]]


def fit(tables: Tables, samples: Samples, recipe: Recipe, told: Callable[[str], None] = print) -> Fitted:
    """Return weights for tables that foretell the targets better than those in use, from which they set out."""
    shared = np.array(tables.folded(), dtype=np.int32)
    stages, entries = np.divmod(samples.entries, np.int32(tables.entries))
    pooled = shared[entries]
    staged = pooled + stages * np.int32(tables.entries)
    weights = np.array(tables.present(), dtype=np.float64) / UNIT
    descent = Descent(samples, weights, recipe, told)
    common = descent.run("all stages", pooled, tables.entries, recipe.prior)
    own = descent.run("each stage", staged, tables.size, recipe.bond)
    added = (np.tile(common, tables.stages) + own).reshape(tables.stages, -1)[:, shared].ravel()
    units = np.clip(np.rint((weights + added) * UNIT), -LARGEST, LARGEST).astype(np.int16)
    return Fitted(array("h", units.tobytes()), descent.losses)


def coarser(weights: array[int], tables: Tables, step: int) -> array[int]:
    """Return weights that differ from those of the tables' base by multiples of a step: then their file is smaller."""
    basis = np.array(tables.basis(), dtype=np.float64)
    steps = np.rint((np.array(weights) - basis) / step)
    return array("h", np.clip(basis + step * steps, -LARGEST, LARGEST).astype(np.int16).tobytes())


class Descent:
    """Gradient descent with momentum on the positions that are not held out."""

    def __init__(self, samples: Samples, weights: Floats, recipe: Recipe, told: Callable[[str], None]) -> None:
        self.trail, self.recipe, self.told = samples.trail, recipe, told
        self.odds = weights[samples.entries].sum(axis=1)  # what the tables say so far of every row
        self.held, self.taken = np.flatnonzero(self.trail.held), np.flatnonzero(~self.trail.held)
        self.targets = self.trail.targets(logistic(self.odds))
        self.losses: list[tuple[float, float]] = []
        self.luck = np.random.default_rng(0)

    def run(self, name: str, entries: Numbers, count: int, pull: float) -> Floats:
        """Return what is to be added to as many weights; rare ones are drawn back to nothing."""
        added, speed, before = np.zeros(count), np.zeros(count), self.odds
        seen = np.bincount(entries[self.taken].ravel(), minlength=count)
        scale = self.recipe.rate / entries.shape[1] / (0.25 * seen + pull)
        for epoch in range(self.recipe.epochs):
            for part in np.array_split(self.luck.permutation(self.taken), self.recipe.batches):
                slope = self._slope(before, entries, added, part) * (len(self.taken) / max(1, len(part)))
                speed = MOMENTUM * speed - scale * (slope + pull * added)
                added += speed
            self.odds = before + added[entries].sum(axis=1)
            self.losses.append((self._loss(self.taken), self._loss(self.held)))
            self.targets = self.trail.targets(logistic(self.odds))
            self.told(f"{name}, epoch {epoch + 1}: surprise {self.losses[-1][0]:.4f}, held out {self.losses[-1][1]:.4f}")
        return added

    def _slope(self, before: Floats, entries: Numbers, added: Floats, part: NDArray[np.int64]) -> Floats:
        """Return how the surprise changes with every weight."""
        chosen = entries[part]
        errors = logistic(before[part] + added[chosen].sum(axis=1)) - self.targets[part]
        return np.bincount(chosen.ravel(), np.repeat(errors, entries.shape[1]), len(added))

    def _loss(self, part: NDArray[np.int64]) -> float:
        if not len(part):
            return 0.0
        guess = np.clip(logistic(self.odds[part]), 0.001, 0.999)
        target = self.targets[part]
        return float(-np.mean(target * np.log(guess) + (1.0 - target) * np.log(1.0 - guess)))


def logistic(values: Floats) -> Floats:
    """Return the shares that logarithms of odds stand for."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0))))
