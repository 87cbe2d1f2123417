"""Fitting of learned tables to positions: logistic regression by gradient descent, with NumPy.

First one set of tables is fitted to all stages together; then each stage from there, drawn back towards what they have in common,
so that an entry that a stage has hardly seen says what it says elsewhere, and one that was hardly seen at all says nothing.
A step divides by how often an entry was seen: rare shapes are learnt as fast as common ones, up to the part that regularises.
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
HELD_OUT = 10  # every tenth position of the list; positions of one match lie together, so whole blocks are held out
BLOCK = 1000
LARGEST = 32767


@dataclass(frozen=True)
class Samples:
    """Positions as rows of entries of the tables, and what share each should have been given."""

    entries: Numbers
    targets: Floats

    @classmethod
    def of(cls, rows: Sequence[array[int]], targets: Sequence[float], width: int) -> Samples:
        """Return the samples of rows that all have a width."""
        joined = array("i")
        for row in rows:
            joined.extend(row)
        return cls(np.frombuffer(joined, dtype=np.int32).reshape(-1, width), np.array(targets))


@dataclass(frozen=True)
class Recipe:
    """How a fit goes about it."""

    epochs: int = 8
    batches: int = 6  # of an epoch
    prior: float = 20.0  # how many quarters of positions must have shown an entry for half of what they say to be believed
    bond: float = 100.0  # the same for what one stage says differently from all together
    rate: float = 1.0


@dataclass(frozen=True)
class Fitted:
    """Weights, and the mean surprise of what they say on the positions they learnt from and on those held out."""

    weights: array[int]
    losses: list[tuple[float, float]]


def fit(tables: Tables, samples: Samples, recipe: Recipe, told: Callable[[str], None] = print) -> Fitted:
    """Return weights for tables that foretell the targets."""
    held = (np.arange(len(samples.targets)) // BLOCK) % HELD_OUT == HELD_OUT - 1
    shared = np.array(tables.folded(), dtype=np.int32)
    stages, entries = np.divmod(samples.entries, tables.entries)
    pooled = shared[entries]
    staged = pooled + stages * np.int32(tables.entries)
    descent = Descent(samples.targets, held, recipe, told)
    common = descent.run("all stages", pooled, np.zeros(tables.entries), recipe.prior)
    weights = descent.run("each stage", staged, np.tile(common, tables.stages), recipe.bond)
    spread = weights.reshape(tables.stages, -1)[:, shared].ravel()
    units = np.clip(np.rint(spread * UNIT), -LARGEST, LARGEST).astype(np.int16)
    return Fitted(array("h", units.tobytes()), descent.losses)


class Descent:
    """Gradient descent with momentum on the positions that are not held out."""

    def __init__(self, targets: Floats, held: NDArray[np.bool_], recipe: Recipe, told: Callable[[str], None]) -> None:
        self.targets, self.recipe, self.told = targets, recipe, told
        self.held, self.taken = np.flatnonzero(held), np.flatnonzero(~held)
        self.losses: list[tuple[float, float]] = []
        self.luck = np.random.default_rng(0)

    def run(self, name: str, entries: Numbers, start: Floats, pull: float) -> Floats:
        """Return weights that were improved from a start, to which rare ones are drawn back."""
        weights, speed = start.copy(), np.zeros(len(start))
        seen = np.bincount(entries[self.taken].ravel(), minlength=len(start))
        scale = self.recipe.rate / entries.shape[1] / (0.25 * seen + pull)
        for epoch in range(self.recipe.epochs):
            for part in np.array_split(self.luck.permutation(self.taken), self.recipe.batches):
                slope = self._slope(entries[part], weights, part) * (len(self.taken) / max(1, len(part)))
                speed = MOMENTUM * speed - scale * (slope + pull * (weights - start))
                weights += speed
            self.losses.append(
                (self._loss(entries, weights, self.taken[:: HELD_OUT - 1]), self._loss(entries, weights, self.held))
            )
            self.told(f"{name}, epoch {epoch + 1}: surprise {self.losses[-1][0]:.4f}, held out {self.losses[-1][1]:.4f}")
        return weights

    def _slope(self, entries: Numbers, weights: Floats, part: NDArray[np.int64]) -> Floats:
        """Return how the surprise changes with every weight."""
        errors = logistic(weights[entries].sum(axis=1)) - self.targets[part]
        return np.bincount(entries.ravel(), np.repeat(errors, entries.shape[1]), len(weights))

    def _loss(self, entries: Numbers, weights: Floats, part: NDArray[np.int64]) -> float:
        if not len(part):
            return 0.0
        guess = np.clip(logistic(weights[entries[part]].sum(axis=1)), 0.001, 0.999)
        target = self.targets[part]
        return float(-np.mean(target * np.log(guess) + (1.0 - target) * np.log(1.0 - guess)))


def logistic(values: Floats) -> Floats:
    """Return the shares that logarithms of odds stand for."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0))))
