"""Several lessons of one: batches of observations, masks and policies under the symmetries of their game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calumma.core import Game
from calumma.core.given import shown, small
from calumma.rl.spaces import Array


class Augmenter:
    """Turns batches by the symmetries of a game. Rows of observations have its numbers, the others one number an action."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = [symmetry.name for symmetry in game.symmetries]
        """The symmetries' names; the first is `identity`."""
        self.observations: Array = np.array([symmetry.observation for symmetry in game.symmetries], np.int32)
        """By symmetry, which number of an observation comes to every place."""
        self.actions: Array = np.array([symmetry.actions for symmetry in game.symmetries], np.int32)
        """By symmetry, what every action becomes."""
        self._sources: Array = np.argsort(self.actions, axis=1).astype(np.int32)
        self._shifts: Array = np.array([symmetry.shift for symmetry in game.symmetries])

    def __len__(self) -> int:
        return len(self.names)

    def turned(self, which: Array | Sequence[int | str], observations: Array, *by_action: Array) -> tuple[Array, ...]:
        """Return rows turned by symmetries, numbered or named, one a row: observations, then masks, policies and the like."""
        self._check_rows(observations, by_action)
        shape = np.shape(which)
        if shape != (len(observations),):
            raise ValueError(f"cannot turn {len(observations)} rows by {shape} symmetries: expected one a row")
        chosen = self._numbers(which)
        found = [np.take_along_axis(observations, self.observations[chosen], axis=1)]
        return (*found, *(np.take_along_axis(rows, self._sources[chosen], axis=1) for rows in by_action))

    def by_chance(self, rng: np.random.Generator, observations: Array, *by_action: Array) -> tuple[Array, ...]:
        """Return every row turned by a symmetry drawn at random."""
        return self.turned(rng.integers(len(self), size=len(observations)), observations, *by_action)

    def by_all(self, observations: Array, *by_action: Array) -> tuple[Array, ...]:
        """Return all rows as they are, then all by the second symmetry, and so on."""
        self._check_rows(observations, by_action)
        which: Array = np.repeat(np.arange(len(self)), len(observations))
        times = (len(self), 1)
        return self.turned(which, np.tile(observations, times), *(np.tile(rows, times) for rows in by_action))

    def to_first_seat(self, observations: Array) -> Array:
        """Return for every row the number of a symmetry by which its seat becomes the first; ValueError if there is none.

        Boards then lie as the first seat sees them, so that a learner need not know which seat it plays.
        """
        seats = observations[:, self.game.observation["seat"]].argmax(axis=1)
        needed = np.array([self._symmetry_for(seat) for seat in range(self.game.seats)])
        found: Array = needed[seats]
        return found

    def _symmetry_for(self, seat: int) -> int:
        """The first symmetry that makes a seat the first."""
        wanted = -seat % self.game.seats
        fitting = np.flatnonzero(self._shifts == wanted)
        if not len(fitting):
            raise ValueError(f"cannot turn {self.game.name} to its first seat: expected a game whose seats may be exchanged")
        return int(fitting[0])

    def _numbers(self, which: Array | Sequence[int | str]) -> Array:
        """The numbers of symmetries."""
        if isinstance(which, np.ndarray) and which.dtype.kind in "iu":  # as most are, and many: none is looked at by itself
            strange = (which < 0) | (which >= len(self))
            if strange.any():
                self._number(which[strange][0].item())
            return which
        told = which.tolist() if isinstance(which, np.ndarray) else which
        return np.array([self._number(one) for one in told], np.intp)

    def _number(self, one: object) -> int:
        """The number of a symmetry; ValueError if there is none of this number or name."""
        number = self.names.index(one) if isinstance(one, str) and one in self.names else small(one)
        if not 0 <= number < len(self):
            raise ValueError(f"{self.game.name} has no symmetry {shown(one)}: expected 0 to {len(self) - 1}, or one of `names`")
        return number

    def _check_rows(self, observations: Array, by_action: Sequence[Array]) -> None:
        self._check(observations, self.game.observation.size, "numbers")
        for rows in by_action:
            self._check(rows, self.game.num_actions, "actions")
            if len(rows) != len(observations):
                raise ValueError(f"cannot turn {len(rows)} rows of actions: expected {len(observations)}, as of observations")

    def _check(self, rows: Array, size: int, what: str) -> None:
        if rows.ndim != 2 or rows.shape[1] != size:
            raise ValueError(f"cannot turn rows of the shape {rows.shape}: expected {size} {what} a row")
