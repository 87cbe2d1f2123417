"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import comb

from calumma.core.options import OptionValue
from calumma.core.words import Words

say = Words(__package__)

SQUARES = 25
KINDS = (3, 2, 3, 2)  # white and black pieces of each seat at the start


def counts(seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[str, int], ...]:
    """Return what a position is made of, with the number of ways for each part; their product is the bound."""
    boards = sum(_placings(left) for left in product(*(range(most + 1) for most in KINDS)))
    return ((say("any-pieces-left-any"), boards), (say("counted-seat"), seats))


def _placings(left: tuple[int, ...]) -> int:
    """Return in how many ways so many pieces of each kind can stand."""
    ways, free = 1, SQUARES
    for count in left:
        ways *= comb(free, count)
        free -= count
    return ways
