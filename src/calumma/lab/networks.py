"""Learning of networks, with NumPy: lessons, as matches of a network with itself (`self_play.py`) give them, make a better one.

A network is learnt in broken numbers and exported in whole ones (`core.network`), which play. Lessons are turned to the first
seat where symmetries allow it, and mirrored at random.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from calumma.core import Game
from calumma.core.network import LARGEST, UNITS, Network, shape_for
from calumma.extras import need

need("research", "numpy", purpose="learning")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

if TYPE_CHECKING:
    from numpy.random import Generator

Floats: TypeAlias = NDArray[np.float32]
Numbers: TypeAlias = NDArray[np.int32]
Rows: TypeAlias = NDArray[np.int64]

NAMES = ("columns", "first", "middle", "second", "seats", "seat", "actions", "action")  # in the order of a file
LARGE = 32.0  # numbers of an observation that may be larger are learnt as if they could not
LEAK = 0.02  # of what is to be learnt, for units that say nothing or all they can: so that none is lost for ever
NO_ACTION = -1


@dataclass
class Batch:
    """Lessons to learn from at once: what was seen, what could be done, how good that was, and who got what."""

    observations: Floats
    actions: Numbers
    policies: Floats
    values: Floats


@dataclass
class Said:
    """What a network said of lessons, layer by layer."""

    seen: Floats
    raw_first: Floats
    first: Floats
    raw_second: Floats
    second: Floats
    worth: Floats
    chances: Floats


class Turns:
    """What symmetries do to lessons of a game."""

    def __init__(self, game: Game, turned: bool) -> None:
        ways = game.symmetries
        first = [next(way for way in ways if way.shift == (-seat % game.seats if turned else 0)) for seat in range(game.seats)]
        self.to_first = [np.array(way.observation) for way in first]
        self.actions_to_first = [np.array(way.actions) for way in first]
        self.mirrors = np.array([way.observation for way in ways if way.shift == 0])
        self.mirrored_actions = np.array([[*way.actions, NO_ACTION] for way in ways if way.shift == 0])

    def by_chance(self, luck: Generator, observations: NDArray[np.int8], actions: Numbers) -> tuple[NDArray[np.int8], Numbers]:
        """Return lessons, each as one of the symmetries that leave the seats alone shows it."""
        if len(self.mirrors) == 1:
            return observations, actions
        chosen = luck.integers(len(self.mirrors), size=len(observations))
        seen = np.take_along_axis(observations, self.mirrors[chosen], axis=1)
        return seen, self.mirrored_actions[chosen[:, None], actions].astype(np.int32)


class Lessons:
    """The last lessons, so many, each with the actions that were tried most, so many."""

    def __init__(self, game: Game, turned: bool, room: int, width: int) -> None:
        self.game, self.turns = game, Turns(game, turned)
        self.observations: NDArray[np.int8] = np.zeros((room, game.observation.size), np.int8)
        self.actions: Numbers = np.full((room, width), NO_ACTION, np.int32)
        self.policies: Floats = np.zeros((room, width), np.float32)
        self.values: Floats = np.zeros((room, game.seats), np.float32)
        self.count = 0
        """How many there have been; the oldest are overwritten."""

    def __len__(self) -> int:
        return min(self.count, len(self.values))

    def add(self, lesson: Lesson, values: Sequence[float]) -> None:
        """Add what a seat saw and tried, with what the match was worth to every seat, in seat order."""
        place, seat, width = self.count % len(self.values), lesson.seat, self.actions.shape[1]
        actions, counts = np.array(lesson.actions), np.array(lesson.counts, np.float32)
        if len(actions) > width:
            most = np.argsort(-counts, kind="stable")[:width]
            actions, counts = actions[most], counts[most]
        self.observations[place] = np.frombuffer(lesson.seen, np.int8)[self.turns.to_first[seat]]
        self.actions[place] = NO_ACTION
        self.actions[place, : len(actions)] = self.turns.actions_to_first[seat][actions]
        self.policies[place] = 0.0
        self.policies[place, : len(actions)] = counts / max(1.0, counts.sum())
        self.values[place] = np.roll(np.array(values, np.float32), -seat)
        self.count += 1

    def draw(self, luck: Generator, size: int) -> Batch:
        """Return some lessons, drawn at random."""
        chosen = luck.integers(len(self), size=size)
        seen, actions = self.turns.by_chance(luck, self.observations[chosen], self.actions[chosen])
        return Batch(seen.astype(np.float32), actions, self.policies[chosen], self.values[chosen])


@dataclass(frozen=True)
class Lesson:
    """A decision: who took it, what that seat saw, which actions it had, how often each was tried, what was expected."""

    seat: int
    seen: array[int]
    actions: Sequence[int]
    counts: Sequence[int]
    expected: Sequence[float] = field(default_factory=list)


class Learner:
    """A network in broken numbers, and how it learns: by Adam's method, from the surprise about values and policies."""

    def __init__(self, game: Game, first: int = 128, second: int = 32, seed: int = 0) -> None:
        self.game, self.shape = game, shape_for(game, first, second)
        self.luck = np.random.default_rng(seed)
        low, high = (np.abs(np.array(bound, np.float32)) for bound in game.observation.bounds())
        self.scale: Floats = (1.0 / np.minimum(np.maximum(low, high), LARGE)).astype(np.float32)
        self.weights: dict[str, Floats] = dict(zip(NAMES, self._start(), strict=True))
        self.means = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.steps = 0

    def _start(self) -> list[Floats]:
        s = self.shape
        spread = [(s.inputs, s.first, 0.15), (s.second, s.first, (2 / s.first) ** 0.5)]
        spread += [(s.seats, s.second, 0.1), (s.actions, s.second, 0.05)]
        tables = [self.luck.normal(0, size, (rows, width)).astype(np.float32) for rows, width, size in spread]
        added = [np.full(s.first, 0.3), np.full(s.second, 0.3), np.zeros(s.seats), np.zeros(s.actions)]
        found: list[Floats] = []
        for table, more in zip(tables, added, strict=True):
            found += [table, more.astype(np.float32)]
        return found

    def learn(self, batch: Batch, pace: float, decay: float = 1e-4) -> tuple[float, float]:
        """Take a step that makes some lessons less surprising; return how much the values and the policies were."""
        w = self.weights
        said = self._say(batch)
        size = np.float32(1.0 / len(said.worth))
        value_slope, policy_slope = (said.worth - batch.values) * size, (said.chances - batch.policies) * size
        back = value_slope @ w["seats"] + np.einsum("bk,bkh->bh", policy_slope, w["actions"][batch.actions])
        back_second = back * _passing(said.raw_second)
        back_first = (back_second @ w["middle"]) * _passing(said.raw_first)
        slopes = {
            "columns": said.seen.T @ back_first,
            "first": back_first.sum(axis=0),
            "middle": back_second.T @ said.first,
            "second": back_second.sum(axis=0),
            "seats": value_slope.T @ said.second,
            "seat": value_slope.sum(axis=0),
        }
        slopes["actions"], slopes["action"] = self._of_actions(batch.actions, policy_slope, said.second)
        self._step(slopes, pace, decay)
        return _surprises(said, batch)

    def surprises(self, batch: Batch) -> tuple[float, float]:
        """Return how surprising values and policies of some lessons are, and learn nothing from them."""
        return _surprises(self._say(batch), batch)

    def _say(self, batch: Batch) -> Said:
        w = self.weights
        seen = batch.observations * self.scale
        raw_first = seen @ w["columns"] + w["first"]
        first = np.clip(raw_first, 0.0, 1.0)
        raw_second = first @ w["middle"].T + w["second"]
        second = np.clip(raw_second, 0.0, 1.0)
        worth = self._worth(second @ w["seats"].T + w["seat"])
        logits = np.einsum("bkh,bh->bk", w["actions"][batch.actions], second) + w["action"][batch.actions]
        return Said(seen, raw_first, first, raw_second, second, worth, _chances(logits, batch.actions))

    def _worth(self, logits: Floats) -> Floats:
        if self.game.payoffs.total is None:
            return np.asarray(1.0 / (1.0 + np.exp(-logits)))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def _of_actions(self, actions: Numbers, slope: Floats, second: Floats) -> tuple[Floats, Floats]:
        """Add up by action what many lessons say of it."""
        flat = actions.ravel()
        order = np.flatnonzero(flat != NO_ACTION)
        order = order[np.argsort(flat[order], kind="stable")]
        named = flat[order]
        starts = np.flatnonzero(np.diff(named, prepend=NO_ACTION))
        parts = slope.ravel()[order]
        found, alone = np.zeros_like(self.weights["actions"]), np.zeros_like(self.weights["action"])
        found[named[starts]] = np.add.reduceat(parts[:, None] * second[order // actions.shape[1]], starts, axis=0)
        alone[named[starts]] = np.add.reduceat(parts, starts)
        return found, alone

    def _step(self, slopes: dict[str, Floats], pace: float, decay: float) -> None:
        self.steps += 1
        warm = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            mean, square, weight = self.means[name], self.squares[name], self.weights[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= np.float32(pace * warm) * mean / (np.sqrt(square) + 1e-8) + np.float32(pace * decay) * weight

    def network(self, coarse: int = 0) -> Network:
        """Return the network in whole numbers; without the last `coarse` bits of actions' weights, its file is smaller."""
        w = dict(self.weights)
        w["columns"] = w["columns"] * self.scale[:, None]
        found = array("h")
        for name, unit in zip(NAMES, UNITS, strict=True):
            grain = 1 << coarse if name == "actions" else 1
            whole = np.clip(np.rint(w[name].ravel() * (unit / grain)) * grain, -LARGEST, LARGEST)
            found.frombytes(whole.astype(np.int16).tobytes())
        return Network(self.game, self.shape, found)

    def adopt(self, network: Network) -> None:
        """Go on from a network in whole numbers, of the same shape."""
        if network.shape != self.shape:
            raise ValueError("cannot go on from a network of another shape")
        start = 0
        for name, unit, size in zip(NAMES, UNITS, network.shape.sizes, strict=True):
            whole = np.array(network.weights[start : start + size], np.float32).reshape(self.weights[name].shape)
            self.weights[name] = whole / np.float32(unit)
            start += size
        self.weights["columns"] /= self.scale[:, None]

    def save(self, path: Path) -> None:
        """Write all that learning needs to go on."""
        kinds = {"w": self.weights, "m": self.means, "s": self.squares}
        named = {f"{kind}_{name}": each for kind, group in kinds.items() for name, each in group.items()}
        np.savez_compressed(path, steps=np.array(self.steps), **named)

    def load(self, path: Path) -> None:
        """Go on from a file that `save` wrote."""
        with np.load(path) as file:
            self.steps = int(file["steps"])
            for kind, group in (("w", self.weights), ("m", self.means), ("s", self.squares)):
                for name in NAMES:
                    if file[f"{kind}_{name}"].shape != group[name].shape:
                        raise ValueError(f"cannot go on from {path}: expected a network of the same shape")
                    group[name] = file[f"{kind}_{name}"]


def _chances(logits: Floats, actions: Numbers) -> Floats:
    """Return how likely actions are, given those that each lesson has."""
    logits = np.where(actions == NO_ACTION, np.float32(-1e9), logits)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _passing(raw: Floats) -> Floats:
    """Return how much of what is to be learnt passes a unit that says between nothing and all it can."""
    return np.where((raw > 0.0) & (raw < 1.0), np.float32(1.0), np.float32(LEAK))


def _surprises(said: Said, batch: Batch) -> tuple[float, float]:
    return _surprise(said.worth, batch.values), _surprise(said.chances, batch.policies)


def _surprise(guess: Floats, truth: Floats) -> float:
    return float(-(truth * np.log(np.maximum(guess, 1e-6))).sum() / len(truth))
