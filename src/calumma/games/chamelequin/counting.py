"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import comb

from calumma.core.options import OptionValue
from calumma.core.words import Words

say = Words(__package__)

SQUARES = 64
STACKS = 4 + 4**2 + 4**3 + 4**4  # one to four rings of four colours, one upon the other


def counts(seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[str, int], ...]:
    """Return what a position is made of, with the number of ways for each part; their product is the bound."""
    pieces = 10 if seats == 2 else 8
    boards = sum(_placings(left) for left in product(range(pieces + 1), repeat=seats))
    return (
        (say("pieces-one-four-rings"), boards),
        (say("setting-up-playing"), 2),
        (say("counted-seat"), seats),
        (say("piece-chain-after-one"), 1 + 2 * pieces),
        (say("captured-rings-every-seat"), (4 * pieces * (seats - 1) + 1) ** seats),
        (say("counted-passes"), seats + 1),
    )


def _placings(left: tuple[int, ...]) -> int:
    """Return in how many ways so many pieces of each seat can stand, with any rings."""
    ways, free = 1, SQUARES
    for count in left:
        ways *= comb(free, count) * STACKS**count
        free -= count
    return ways
