# distutils: extra_compile_args = -O3
"""How good a position looks for each seat: points won, objectives on the way, the stash, bugs within reach, cards."""

from __future__ import annotations

import cython

from calumma.core.weights import adopt
from calumma.games.life import board
from calumma.games.life.table import LifeTable

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest

ADJACENT = board.ADJACENT
UNFINISHED = 2.0  # R18: lost for every objective not completed
# The weights are data, in weights.toml, which says what each of them means.
STASHED = 0.0
NEAR = 0.0
STEP = 0.0
MISMATCH = 0.0
EARLY = 0.0
TIME = 0.0
SPARE = 0.0
CARD = 0.0
SCALE = 0.0
SHARP = 0.0


def nearness(table: LifeTable, seat: cython.int, colour: cython.int) -> cython.double:
    """How close the nearest bug of a colour is, as a part of having it."""
    reached: cython.uint = cython.cast(cython.uint, 1) << table.place[seat]
    ring: cython.uint
    value: cython.double = NEAR if (table.skin[seat] >> colour) & 1 else NEAR * MISMATCH
    if not table.where[colour]:
        return 0.0
    while not reached & table.where[colour]:
        ring = reached
        while ring:
            reached |= ADJACENT[table.board + lowest(ring)]
            ring &= ring - 1
        value *= STEP
    return value


def progress(table: LifeTable, seat: cython.int, objective: cython.int) -> cython.double:
    """The part of an objective that is done: bugs on it, then bugs of the stash, then the nearest bug that comes next."""
    length: cython.int = table.tables.length[objective]
    side: cython.int = (table.from_right >> objective) & 1
    stash: cython.uint = table.stash[seat]
    done: cython.double = table.filled[objective]
    i: cython.int
    colour: cython.int
    for i in range(table.filled[objective], length):
        colour = table.tables.order[(objective * 2 + side) * 8 + i]
        if (stash >> (4 * colour)) & 15:
            stash -= cython.cast(cython.uint, 1) << (4 * colour)
            done += STASHED
        else:
            return (done + nearness(table, seat, colour)) / length
    return done / length


def prospects(table: LifeTable, seat: cython.int, hurry: cython.double) -> cython.double:
    """The score a seat may expect. `hurry` is the part of the match that is left."""
    value: cython.double = table.earned[seat]
    going: cython.ulonglong = table.going[seat]
    objective: cython.int
    part: cython.double
    chance: cython.double
    kind: cython.int
    while going:
        objective = lowest(going)
        going &= going - 1
        part = progress(table, seat, objective)
        chance = part * part + EARLY * (part - part * part) * hurry
        value += chance * (table.tables.points[objective] + UNFINISHED) - UNFINISHED
    for kind in range(30):
        value += CARD * hurry * table.hand[seat * 30 + kind]
    return value + SPARE * hurry * table.stashed[seat]


def estimate(table: LifeTable, out: cython.p_double) -> cython.void:
    """Write the expected payoffs: a softmax of the expected scores, sharper as the match goes on."""
    left: cython.double = table.goal - table.marker
    hurry: cython.double = left / TIME if left < TIME else 1.0
    scale: cython.double
    total: cython.double = 0.0
    best: cython.double = 0.0
    seat: cython.int
    if hurry < 0.0:
        hurry = 0.0
    scale = SCALE * (SHARP + (1.0 - SHARP) * hurry)
    for seat in range(table.seats):
        out[seat] = prospects(table, seat, hurry)
        if seat == 0 or out[seat] > best:
            best = out[seat]
    for seat in range(table.seats):
        out[seat] = exp((out[seat] - best) / scale)
        total += out[seat]
    for seat in range(table.seats):
        out[seat] /= total


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global STASHED, NEAR, STEP, MISMATCH, EARLY, TIME, SPARE, CARD, SCALE, SHARP  # noqa: PLW0603
    STASHED = weights["stashed"]
    NEAR = weights["near"]
    STEP = weights["step"]
    MISMATCH = weights["mismatch"]
    EARLY = weights["early"]
    TIME = weights["time"]
    SPARE = weights["spare"]
    CARD = weights["card"]
    SCALE = weights["scale"]
    SHARP = weights["sharp"]


adopt("life", set_weights)
