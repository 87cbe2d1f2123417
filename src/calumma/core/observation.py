"""How a seat's knowledge is laid out as small numbers for learning: named parts, one after the other, each with its shape.

A game's `planes.py` lists its own parts, in the order in which its `c_observe` writes them. Behind them come the parts that all
games have. Wherever a part has a row a seat, the first is the observing seat's and the others follow in turn order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any

from calumma.core.errors import GameError
from calumma.core.options import OptionValue
from calumma.core.words import Words

say = Words(__package__)


LOWEST, HIGHEST = -127, 127


@dataclass(frozen=True, slots=True)
class Part:
    """Some numbers that belong together: `shape` orders them, `low` and `high` bound them, `meaning` says what they tell."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)


def plane(name: str, shape: tuple[int, ...], meaning: str) -> Part:
    """Return a part of zeros and ones."""
    return Part(name, shape, 0, 1, meaning)


def planes(name: str, count: int, shape: tuple[int, ...], meaning: str) -> Part:
    """Return several planes of zeros and ones under one name."""
    return Part(name, (count, *shape), 0, 1, meaning)


def number(name: str, high: int, meaning: str) -> Part:
    """Return a part of one number from 0 on."""
    return Part(name, (1,), 0, high, meaning)


def numbers(name: str, count: int, high: int, meaning: str) -> Part:
    """Return a part of some numbers from 0 on."""
    return Part(name, (count,), 0, high, meaning)


def starts(parts: Sequence[Part]) -> list[int]:
    """Return where each part begins, and last where they all end."""
    return list(accumulate((part.size for part in parts), initial=0))


def starts_by_seats(parts: Callable[[int, Mapping[str, OptionValue]], Sequence[Part]], most: int) -> list[int]:
    """Return where each part begins with 0 seats, then with 1, 2 .. `most`, all in one list, for compiled rules to look up."""
    return [first for seats in range(most + 1) for first in starts(parts(seats, {}))[:-1]]


class Observation:
    """All parts of a game's observations with their places. `split` takes an array of observations apart by name."""

    def __init__(self, seats: int, own: Sequence[Part]) -> None:
        self.own = sum(part.size for part in own)
        """How many numbers are the game's own part."""
        self.parts = (
            *own,
            plane("seat", (seats,), "which seat observes"),
            plane("acting", (seats,), "which seat acts, counted from the observing one; none at the end of a match"),
            Part("scores", (seats,), LOWEST, HIGHEST, f"the rule book's scores, cut off at {LOWEST} and {HIGHEST}"),
        )
        self.size = sum(part.size for part in self.parts)
        """How many numbers an observation has."""
        self.runs = tuple(_runs(self.parts))
        """Where numbers stand that do not fit into a bit, each run as its first index and its count."""
        self.packed_size = (self.size + 7) // 8 + sum(count for _, count in self.runs)
        """How many bytes a packed observation has."""

    def __getitem__(self, name: str) -> slice:
        """Return where a part is."""
        first = 0
        for part in self.parts:
            if part.name == name:
                return slice(first, first + part.size)
            first += part.size
        raise GameError(say("no-part-observation", name=name, known=", ".join(part.name for part in self.parts)))

    def split(self, observations: Any) -> dict[str, Any]:
        """Return views of a NumPy array of observations (the last axis), by part, in the parts' shapes."""
        before = observations.shape[:-1]
        return {part.name: observations[..., self[part.name]].reshape(*before, *part.shape) for part in self.parts}

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return the least and the greatest value of every number."""
        low = [part.low for part in self.parts for _ in range(part.size)]
        high = [part.high for part in self.parts for _ in range(part.size)]
        return low, high


def _runs(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """Return runs of neighbouring numbers that may be anything but 0 and 1."""
    found: list[tuple[int, int]] = []
    at = 0
    for part in parts:
        if (part.low, part.high) != (0, 1):
            joined = bool(found) and sum(found[-1]) == at
            found[-1:] = [(found[-1][0], found[-1][1] + part.size)] if joined else [*found[-1:], (at, part.size)]
        at += part.size
    return found
