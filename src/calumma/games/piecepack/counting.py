"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm

from calumma.core.options import OptionValue
from calumma.core.words import Words

say = Words(__package__)

TILES = 48
UNSEEN = 2  # tiles that leave the game
PLACES = 49  # of a frame of 7x7, which the starter may have on any of its places
GAIN = 5 * 2 * 2 + 8  # the most that a tile brings: a group with ace and rival, and the eighth colour
LOSS = 8 + 4 * 3  # the most that a tile costs: a group too large, and three wasps
PHASES = 6


def counts(seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[str, int], ...]:
    """Return what a position is made of, with the number of ways for each part; their product is the bound."""
    most = TILES - UNSEEN
    tables = sum(_boards(laid) * (laid + 1) ** (2 * seats) * _others(TILES - laid, seats) for laid in range(1, most + 1))
    debt = options["bankrupt"] == "debt"
    points = (GAIN + (LOSS if debt else 0)) * (most - 1) + 1
    return (
        (say("tiles-board-frame-7x7"), tables),
        (say("counted-debts" if debt else "counted-points"), points**seats),
        (say("seats-out"), 1 if debt else 2**seats),
        (say("phase-how-many-tiles"), PHASES * 3),
        (say("seat-act"), seats),
        (say("turns-row-without-tile"), 3 * seats + 1),
    )


def _boards(laid: int) -> int:
    """Return in how many ways so many tiles can lie, one of them at the middle; connected or not."""
    return PLACES * comb(PLACES - 1, laid - 1) * perm(TILES, laid)


def _others(tiles: int, seats: int) -> int:
    """Return in how many ways the other tiles can be in the hands, two each at the most, in the wilds or unseen."""
    if seats == 0:
        return 2**tiles
    return sum(comb(tiles, held) * _others(tiles - held, seats - 1) for held in range(min(2, tiles) + 1))
