"""All histories of a small game of two seats, as arrays: what solvers work on.

Levels count decisions. Chance plies between two decisions are taken together, and those that lead to equal positions (same
future, same knowledge) are one history with their probabilities added. What a seat knows is told apart by all that it has seen:
its own actions, those of the other, and after each of them what it may know of the position.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from calumma.core import CHANCE, OVER, GameError, State
from calumma.core.words import Words
from calumma.lab.exploit import Worlds, known

say = Words(__package__)

Numbers = np.ndarray[Any, Any]
ROOT = -1
MOST = 5_000_000  # histories: some 500 bytes each


class Histories:
    """The tree of a game. A history is a number, from the start on; so is a choice, an action of a seat that knows so much.

    `situations` holds a position for everything that a seat may know when it acts; their choices lie side by side.
    """

    def __init__(self, worlds: Worlds, most: int = MOST) -> None:
        self.situations: list[State] = []
        self.actions: list[int] = []  # of the choices
        self._first_choices: list[int] = []
        self._known: dict[Hashable, int] = {}
        self._choices: dict[int, int] = {}  # what is known to the first choice
        self._parents: list[int] = []
        self._taken: list[int] = []
        self._luck: list[float] = []
        self._actors: list[int] = []
        self._facing: list[int] = []  # situation of a history, -1 where it ends
        self._payoffs: list[float] = []
        self.levels = [0]
        game = worlds[0][0].game
        if game.seats != 2 or game.payoffs.total is None:
            raise GameError(say("cannot-solve", game=str(game)))
        self.total = game.payoffs.total  # of the payoffs
        self._grow(worlds, most)
        self._freeze()

    def _grow(self, worlds: Worlds, most: int) -> None:
        total = sum(weight for _, weight in worlds)
        level: list[tuple[State, tuple[int, ...]]] = []
        for state, weight in worlds:
            for world, luck in settled(state):
                seen = tuple(self._remember(seat, -1, None, world) for seat in range(2))
                level.append((world, seen))
                self._add(world, seen, ROOT, ROOT, luck * weight / total)
        while level:
            self.levels.append(len(self._parents))
            level = self._next(level, most)

    def _next(self, level: list[tuple[State, tuple[int, ...]]], most: int) -> list[tuple[State, tuple[int, ...]]]:
        """Return what follows on a level."""
        first = self.levels[-2]
        found = []
        for place, (state, seen) in enumerate(level):
            for number, action in enumerate(state.legal() if state.to_act != OVER else ()):
                child = state.copy()
                child.apply(action)
                choice = self._first_choices[self._facing[first + place]] + number
                for world, luck in settled(child):
                    told = tuple(self._remember(seat, seen[seat], state.seen(action, seat), world) for seat in range(2))
                    found.append((world, told))
                    self._add(world, told, first + place, choice, luck)
            if len(self._parents) > most:
                raise GameError(say("too-many-histories", most=most))
        return found

    def _remember(self, seat: int, before: int, seen: int | None, state: State) -> int:
        """Return a number for what a seat knows, given the number before it saw this."""
        view = known(state, seat)
        told = blake2b(view, digest_size=16).digest() if isinstance(view, bytes) else view
        return self._known.setdefault((seat, before, seen, told), len(self._known))

    def _add(self, state: State, seen: tuple[int, ...], parent: int, choice: int, luck: float) -> None:
        over = state.to_act == OVER
        self._parents.append(parent)
        self._taken.append(choice)
        self._luck.append(luck)
        self._actors.append(state.to_act)
        self._payoffs.append(state.payoffs()[0] if over else 0.0)
        self._facing.append(-1 if over else self._situation(state, seen[state.to_act]))

    def _situation(self, state: State, told: int) -> int:
        if told not in self._choices:
            self._choices[told] = len(self.situations)
            self._first_choices.append(len(self.actions))
            self.situations.append(state)
            self.actions += state.legal()
        return self._choices[told]

    def _freeze(self) -> None:
        """Turn the lists into arrays."""
        self.parents: Numbers = np.array(self._parents)
        self.taken: Numbers = np.array(self._taken)
        self.luck: Numbers = np.array(self._luck)
        self.actors: Numbers = np.array(self._actors, np.int8)
        self.facing: Numbers = np.array(self._facing)
        self.payoffs: Numbers = np.array(self._payoffs)  # of seat 0
        self.first_choices: Numbers = np.array(self._first_choices, np.int64)
        self.seats: Numbers = np.array([state.to_act for state in self.situations], np.int8)
        self.last_choices: Numbers = np.append(self.first_choices[1:], len(self.actions))
        self.situation_of: Numbers = np.repeat(np.arange(len(self.situations)), self.last_choices - self.first_choices)
        self.examples: Numbers = np.zeros(len(self.situations), np.int64)  # a history of each situation
        inner = np.flatnonzero(self.facing >= 0)
        self.examples[self.facing[inner][::-1]] = inner[::-1]
        del self._known, self._choices, self._parents, self._taken, self._luck, self._actors, self._facing, self._payoffs

    def __len__(self) -> int:
        return len(self.parents)

    @property
    def spans(self) -> list[slice]:
        """The histories of every level, the first of them first."""
        return [slice(first, last) for first, last in zip(self.levels, self.levels[1:], strict=False)]

    def choices(self, situation: int) -> slice:
        """Return where the choices of a situation lie."""
        return slice(int(self.first_choices[situation]), int(self.last_choices[situation]))


def settled(state: State) -> Iterator[tuple[State, float]]:
    """Yield the positions in which somebody acts again, or nobody any more, with their probabilities; equal ones once."""
    open_worlds: list[dict[Hashable, tuple[State, float]]] = [{state.key(): (state, 1.0)}]
    while open_worlds:
        after: dict[Hashable, tuple[State, float]] = {}
        for world, share in open_worlds.pop().values():
            if world.to_act != CHANCE:
                yield world, share
                continue
            outcomes = world.chance()
            total = sum(weight for _, weight in outcomes)
            for action, weight in outcomes:
                child = world.copy()
                child.apply(action)
                key = child.key()
                after[key] = child, share * weight / total + (after[key][1] if key in after else 0.0)
        if after:
            open_worlds.append(after)


def uniform(tree: Histories) -> Numbers:
    """Return the policy that takes every choice of a situation equally often."""
    counts = np.bincount(tree.situation_of, minlength=len(tree.situations))
    return 1.0 / counts[tree.situation_of]


def summary(tree: Histories) -> Sequence[int]:
    """Return how many histories, ends, situations of either seat and choices there are."""
    ends = int(np.count_nonzero(tree.actors == OVER))
    return len(tree), ends, *(int(np.count_nonzero(tree.seats == seat)) for seat in range(2)), len(tree.actions)
